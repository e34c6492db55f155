import type { Json } from "../../../kernel/index.ts";

/** What is shown of one value. */
export const VALUE_CHARS_MAX = 8000;

/** The beginning of a value that is too long to be shown; a shorter one is shown as it is. */
export function shortened(value: Json, charsMax: number): Json {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // A pair of units that is one character is not cut in two.
  return text.length <= charsMax ? value : text.slice(0, charsMax).replace(/[\ud800-\udbff]$/, "");
}
