import { RE2JS } from "re2js";

const kept = new Map<string, RE2JS | null>();
const KEPT_MAX = 500;

/** A pattern of XML Schema, matched in time that grows with the text and no faster; null where it cannot be understood. */
export function patternOf(pattern: string): RE2JS | null {
  const known = kept.get(pattern);
  if (known !== undefined) return known;
  if (kept.size >= KEPT_MAX) kept.clear();
  const made = compile(pattern);
  kept.set(pattern, made);
  return made;
}

function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(translated(withoutSubtractions(pattern)));
  } catch {
    return null;
  }
}

/** Escapes that XML Schema has by itself: outside brackets, and within. */
const ESCAPES: Readonly<Record<string, readonly [string, string]>> = {
  d: ["\\p{Nd}", "\\p{Nd}"],
  D: ["\\P{Nd}", "\\P{Nd}"],
  w: ["[^\\p{P}\\p{Z}\\p{C}]", "\\p{L}\\p{M}\\p{N}\\p{S}"],
  W: ["[\\p{P}\\p{Z}\\p{C}]", "\\p{P}\\p{Z}\\p{C}"],
  i: ["[\\p{L}_:]", "\\p{L}_:"],
  c: ["[\\p{L}\\p{Nd}._:\\-]", "\\p{L}\\p{Nd}._:\\-"],
};

/** Blocks of Unicode that names and codes are written in, which only XML Schema knows by name. */
const BLOCKS: Readonly<Record<string, string>> = {
  BasicLatin: "\\x{0000}-\\x{007F}",
  "Latin-1Supplement": "\\x{0080}-\\x{00FF}",
  "LatinExtended-A": "\\x{0100}-\\x{017F}",
  "LatinExtended-B": "\\x{0180}-\\x{024F}",
  Greek: "\\x{0370}-\\x{03FF}",
  GreekandCoptic: "\\x{0370}-\\x{03FF}",
  Cyrillic: "\\x{0400}-\\x{04FF}",
};
const BLOCK = /^\{Is([\w-]+)\}/;

/** A class without another one, `[a-z-[aeiou]]`, written as the signs that are left. */
const SUBTRACTION = /\[((?:\\.|[^\\[\]])+)-(\[(?:\\.|[^\\[\]])+\])\]/;
const LAST_SIGN = 0xffff;
/** Each is looked at sign by sign. */
const SUBTRACTIONS_MAX = 4;

function withoutSubtractions(pattern: string): string {
  let [out, count] = [pattern, 0];
  for (let found = SUBTRACTION.exec(out); found !== null; found = SUBTRACTION.exec(out)) {
    count += 1;
    if (count > SUBTRACTIONS_MAX) throw new RangeError("a pattern takes too many classes from others");
    const [kept, taken] = [`[${found[1]}]`, found[2] ?? ""].map((one) => RE2JS.compile(translated(one)));
    const ranges: string[] = [];
    for (let from = 0; from <= LAST_SIGN; from += 1) {
      let to = from;
      while (to <= LAST_SIGN && isLeft(to, kept, taken)) to += 1;
      if (to > from) ranges.push(`${spelled(from)}-${spelled(to - 1)}`);
      from = to;
    }
    // Nothing is left of a class that was taken away whole.
    const left = ranges.length === 0 ? "[^\\x{0}-\\x{10FFFF}]" : `[${ranges.join("")}]`;
    out = out.slice(0, found.index) + left + out.slice(found.index + found[0].length);
  }
  return out;
}

function isLeft(code: number, kept: RE2JS | undefined, taken: RE2JS | undefined): boolean {
  const sign = String.fromCharCode(code);
  return kept?.matches(sign) === true && taken?.matches(sign) !== true;
}

function spelled(code: number): string {
  return `\\x{${code.toString(16)}}`;
}

/** There, `^` and `$` are letters like any other, and a pattern always stands for the whole text. */
function translated(pattern: string): string {
  let [out, inBrackets] = ["", false];
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at] as string;
    if (sign === "\\") {
      at += 1;
      const next = pattern[at] ?? "";
      const block = next === "p" || next === "P" ? BLOCK.exec(pattern.slice(at + 1)) : null;
      const range = BLOCKS[block?.[1] ?? ""];
      if (block !== null && range !== undefined && !(next === "P" && inBrackets)) {
        out += inBrackets ? range : `[${next === "P" ? "^" : ""}${range}]`;
        at += block[0].length;
      } else out += ESCAPES[next]?.[inBrackets ? 1 : 0] ?? `\\${next}`;
    } else if (inBrackets) {
      if (sign === "]") inBrackets = false;
      out += sign;
    } else {
      if (sign === "[") {
        inBrackets = true;
        out += sign;
        if (pattern[at + 1] === "^") {
          out += "^";
          at += 1;
        }
      } else out += sign === "^" || sign === "$" ? `\\${sign}` : sign;
    }
  }
  return out;
}
