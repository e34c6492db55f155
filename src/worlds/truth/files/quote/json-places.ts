import { readNumber } from "./read-number.ts";

/** A value of a JSON text and where it stands, in UTF-16 units. Strings are placed without their quotation marks. */
export interface JsonPlace {
  readonly start: number;
  end: number;
  readonly quoted?: true;
  /** The members of an object; absent for anything else. */
  readonly members?: Map<string, JsonPlace>;
  readonly items?: JsonPlace[];
  /** Where the second value stands of a name that is there twice, in this object or deeper. The last one counts, as in every parser. */
  twice?: number;
}

const SCALAR = /-?[0-9][0-9.eE+-]*|true|false|null/y;
const SPACE_CODE = " ".charCodeAt(0);

/**
 * Places every value of a text that is known to be JSON, starting at `from`; undefined where it is none.
 * It keeps its own stack: a stored file may be nested deeper than calls may be.
 * Objects and arrays below the first `levels` are placed as a whole, without what is in them.
 */
export function placeJson(text: string, from = 0, levels = Number.POSITIVE_INFINITY): JsonPlace | undefined {
  const open: { place: JsonPlace; key: string | undefined }[] = [];
  let at = from;
  const skipSpace = () => {
    // Below the space there is only other white space, or what no JSON has.
    while (text.charCodeAt(at) <= SPACE_CODE) at += 1;
  };

  for (;;) {
    skipSpace();
    let done: JsonPlace | undefined;
    const start = at;
    const next = text[at];
    if ((next === "{" || next === "[") && open.length >= levels) {
      at = endOfWhole(text, at);
      if (at === -1) return undefined;
      done = { start, end: at };
    } else if (next === "{" || next === "[") {
      at += 1;
      const place: JsonPlace =
        next === "{" ? { start, end: start, members: new Map() } : { start, end: start, items: [] };
      skipSpace();
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
      at = endOfString(text, at);
      if (at === -1) return undefined;
      done = { start: start + 1, end: at - 1, quoted: true };
    } else {
      SCALAR.lastIndex = at;
      if (!SCALAR.test(text)) return undefined;
      at = SCALAR.lastIndex;
      done = { start, end: at };
    }
    // A finished value may finish those around it.
    for (;;) {
      const around = open.at(-1);
      if (around === undefined) return done;
      if (around.key === undefined) around.place.items?.push(done);
      else addMember(around.place, around.key, done);
      if (done.twice !== undefined) around.place.twice ??= done.twice;
      skipSpace();
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
    skipSpace();
    const end = text[at] === '"' ? endOfString(text, at) : -1;
    const around = open.at(-1);
    if (end === -1 || around === undefined) return false;
    around.key = stringAt(text, at, end);
    at = end;
    skipSpace();
    if (text[at] !== ":") return false;
    at += 1;
    return true;
  }
}

function addMember(place: JsonPlace, key: string, value: JsonPlace): void {
  if (place.members?.has(key)) place.twice ??= value.start;
  place.members?.set(key, value);
}

/** Behind the closing quote of the string at `start`, or -1. A pattern would run out of stack in a long one. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  return -1;
}

/** Behind the object or array at `start`, or -1. */
function endOfWhole(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at);
      if (at === -1) return -1;
      continue;
    }
    at += 1;
    if (char === "{" || char === "[") depth += 1;
    else if ((char === "}" || char === "]") && --depth === 0) return at;
  }
  return -1;
}

/** What a string with its quotes says; most escape nothing. */
function stringAt(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes("\\") ? (JSON.parse(text.slice(start, end)) as string) : inner;
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

/** The value at a place. A number that a double would round is given as its text. */
export function valueAt(text: string, place: JsonPlace): unknown {
  const { start, end, quoted, items, members } = place;
  if (quoted) return stringAt(text, start - 1, end + 1);
  if (items !== undefined) return items.map((item) => valueAt(text, item));
  if (members !== undefined) {
    return Object.fromEntries(Array.from(members, ([name, member]) => [name, valueAt(text, member)]));
  }
  const token = text.slice(start, end);
  return /^[-\d]/.test(token) ? readNumber(token) : JSON.parse(token);
}
