import { terms, words } from "./terms.ts";

/** Shorter beginnings and ends stand in too many words by chance. */
const PART_CHARS_MIN = 5;
const REST_CHARS_MIN = 3;
const LETTERS = /^[a-z]+$/;
const ENDING = /^(?:en|er|es|n|e|s)$/;
const PLURAL = /(?:en|er|n|e|s)$/;

/** Whether a word may be put together of two. */
export function isLong(word: string): boolean {
  return word.length >= PART_CHARS_MIN + REST_CHARS_MIN && LETTERS.test(word);
}

/** How a word is looked for inside of longer ones, or undefined where it is too short to tell. */
export function partOf(word: string): string | undefined {
  if (word.length < PART_CHARS_MIN || !LETTERS.test(word)) return undefined;
  const single = word.replace(PLURAL, "");
  return single.length >= PART_CHARS_MIN ? single : word;
}

/** Whether a word is put together of this part and something else: "haustürschlüssel" of "schlüssel"; or is more than one of it. */
export function isCompoundOf(word: string, part: string): boolean {
  if (word.length < part.length + REST_CHARS_MIN) return word.startsWith(part) && ENDING.test(word.slice(part.length));
  if (word.startsWith(part)) return true;
  const at = word.lastIndexOf(part);
  // At the end, but for the ending of a plural.
  return at >= REST_CHARS_MIN && word.length - at - part.length <= 2;
}

/** What of a text is looked for inside of longer words. */
export function partsIn(text: string): string[] {
  return [...new Set(words(text).flatMap((word) => (terms(word).length === 0 ? [] : (partOf(word) ?? []))))];
}

/** Whether a long word of a text is put together of a word of a query and something else. */
export function hasCompound(query: string, text: string): boolean {
  const parts = partsIn(query);
  return parts.length > 0 && words(text).some((word) => isLong(word) && parts.some((part) => isCompoundOf(word, part)));
}
