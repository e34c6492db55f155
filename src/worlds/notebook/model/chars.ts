import { wholeEnd } from "../../../kernel/index.ts";

/** At most `count` characters from the start; a character made of two units is kept whole or left out. */
export function firstChars(text: string, count: number): string {
  return text.slice(0, wholeEnd(text, count));
}

/** The same from the end. */
export function lastChars(text: string, count: number): string {
  const cut = count === 0 ? "" : text.slice(-count);
  return /^[\udc00-\udfff]/.test(cut) ? cut.slice(1) : cut;
}
