/** A value of a JSON text and where it stands, in UTF-16 units. Strings are placed without their quotation marks. */
export interface JsonPlace {
  readonly start: number;
  end: number;
  readonly quoted?: true;
  /** The members of an object; absent for anything else. */
  readonly members?: Map<string, JsonPlace>;
  readonly items?: JsonPlace[];
}

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /-?[0-9][0-9.eE+-]*|true|false|null/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;

/**
 * Places every value of a text that is known to be JSON, starting at `from`; undefined where it is none.
 * It keeps its own stack: a stored file may be nested deeper than calls may be.
 */
export function placeJson(text: string, from = 0): JsonPlace | undefined {
  const open: { place: JsonPlace; key: string | undefined }[] = [];
  let at = from;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };

  for (;;) {
    match(SPACE);
    let done: JsonPlace | undefined;
    const start = at;
    const next = text[at];
    if (next === "{" || next === "[") {
      at += 1;
      const place: JsonPlace =
        next === "{" ? { start, end: start, members: new Map() } : { start, end: start, items: [] };
      match(SPACE);
      if (text[at] === (next === "{" ? "}" : "]")) {
        at += 1;
        place.end = at;
        done = place;
      } else {
        open.push({ place, key: undefined });
        if (next === "{" && !readKey()) return undefined;
        continue;
      }
    } else if (next === '"') {
      if (match(STRING) === undefined) return undefined;
      done = { start: start + 1, end: at - 1, quoted: true };
    } else {
      if (match(SCALAR) === undefined) return undefined;
      done = { start, end: at };
    }
    // A finished value may finish those around it.
    for (;;) {
      const around = open.at(-1);
      if (around === undefined) return done;
      if (around.key === undefined) around.place.items?.push(done);
      else around.place.members?.set(around.key, done);
      match(SPACE);
      const mark = text[at];
      at += 1;
      if (mark === ",") {
        if (around.place.members !== undefined && !readKey()) return undefined;
        break;
      }
      if (mark !== "}" && mark !== "]") return undefined;
      around.place.end = at;
      done = around.place;
      open.pop();
    }
  }

  function readKey(): boolean {
    match(SPACE);
    const found = match(STRING);
    const around = open.at(-1);
    if (found === undefined || around === undefined) return false;
    around.key = JSON.parse(found) as string;
    match(SPACE);
    if (text[at] !== ":") return false;
    at += 1;
    return true;
  }
}

/** Every object of a placed text, outer ones first, in the order of the text. */
export function* objectsIn(root: JsonPlace): Iterable<JsonPlace> {
  const waiting = [root];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (place.members !== undefined) yield place;
    const inner = place.items ?? [...(place.members?.values() ?? [])];
    for (let index = inner.length - 1; index >= 0; index -= 1) waiting.push(inner[index] as JsonPlace);
  }
}

export function valueAt(text: string, { start, end, quoted }: JsonPlace): unknown {
  return JSON.parse(quoted ? text.slice(start - 1, end + 1) : text.slice(start, end));
}
