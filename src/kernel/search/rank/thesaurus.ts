import { readFileSync } from "node:fs";

/** Lies beside this file in the sources, and beside the bundle in dist. */
const FILE = new URL("./thesaurus.txt", import.meta.url);

/** Printable characters, as digits of a stem's number. */
export const DIGITS = [...Array(94).keys()]
  .map((index) => String.fromCharCode(33 + index))
  .filter((character) => !'"\\`$'.includes(character))
  .join("");

const NONE: ReadonlyMap<string, number> = new Map();
let known: Map<string, Map<string, number>> | undefined;

/** Terms with a meaning close to this one, and how close: 0 to 1. English, read when first asked for. */
export function related(term: string): ReadonlyMap<string, number> {
  known ??= decode();
  return known.get(term) ?? NONE;
}

/** Each stem, the most common first, with those further down that are related: two digits for which, one for how closely. */
export function readThesaurus(): [stem: string, entries: string][] {
  const lines = readFileSync(FILE, "utf8").trimEnd().split(/\r?\n/);
  return lines.map((line) => {
    const [stem = "", entries = ""] = line.split(" ");
    return [stem, entries];
  });
}

function decode(): Map<string, Map<string, number>> {
  const digitValue = new Uint8Array(128);
  for (let value = 0; value < DIGITS.length; value++) digitValue[DIGITS.charCodeAt(value)] = value;
  const lines = readThesaurus();
  const stems = lines.map(([stem]) => stem);
  const all = stems.map(() => new Map<string, number>());
  for (const [index, [, entries]] of lines.entries()) {
    for (let at = 0; at < entries.length; at += 3) {
      const high = digitValue[entries.charCodeAt(at)] ?? 0;
      const low = digitValue[entries.charCodeAt(at + 1)] ?? 0;
      const other = high * DIGITS.length + low;
      const closeness = (Number(entries[at + 2]) + 0.5) / 10;
      all[index]?.set(stems[other] ?? "", closeness);
      all[other]?.set(stems[index] ?? "", closeness);
    }
  }
  return new Map(stems.map((stem, index) => [stem, all[index] ?? new Map()]));
}
