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
    return RE2JS.compile(translated(pattern), RE2JS.DOTALL);
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

/** There, `^` and `$` are letters like any other, and a pattern always stands for the whole text. */
function translated(pattern: string): string {
  let [out, inBrackets] = ["", false];
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at] as string;
    if (sign === "\\") {
      at += 1;
      const next = pattern[at] ?? "";
      out += ESCAPES[next]?.[inBrackets ? 1 : 0] ?? `\\${next}`;
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
