import { plainWords, tellingWords } from "./function-words.ts";

/** What was said of nothing that a question names is not likely its answer, however near it is. */
const UNLIKELY = 0.2;
/** From that share of the words on, the words of a language that nothing was learnt from are taken for an answer. */
const SHARE_LEAST = 0.5;
const LIKELY = 0.6;
/** A word of that many letters is one with another ending if it begins alike. */
const STEM_CHARS_MIN = 4;
const STEM_SHARE = 0.65;

const CODE = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,12}(?:[-./_#][\p{L}\p{N}]{1,12}){0,4}(?![\p{L}\p{N}])/gu;
const MEASURED = /^\d+(?:st|nd|rd|th|s|am|pm|h|min|kg|g|mg|km|m|cm|mm|l|ml|gb|mb|kwh|k|x|d)$/i;
const CODE_CHARS_MIN = 4;

/** Numbers and names that are given once, such as R-101: letters and digits in one word. Days and measures are none. */
export function codesIn(text: string): string[] {
  const codes = (text.match(CODE) ?? []).filter((word) => {
    const bare = bareCode(word);
    const isBoth = /\p{L}/u.test(bare) && /\p{N}/u.test(bare);
    return isBoth && bare.length >= CODE_CHARS_MIN && !MEASURED.test(word) && !/^\p{N}+-\p{L}+$/u.test(word);
  });
  return [...new Set(codes.map(bareCode))];
}

function bareCode(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/**
 * How likely anything found answers, with what the words alone tell for sure: who asks for R-101 is not answered by
 * R-100; and of a question in a language that nothing was learnt from, half of what it names must stand in one text.
 */
export function likely(evidence: number, question: string, texts: readonly string[]): number {
  const codes = codesIn(question);
  if (codes.length > 0) {
    const bare = texts.map(bareCode);
    if (codes.some((code) => !bare.some((text) => text.includes(code)))) return Math.min(evidence, UNLIKELY);
  }
  const words = tellingWords(question);
  if (words === undefined) return evidence;
  const share = Math.max(0, ...texts.map((text) => shareIn(words, question, text)));
  return share < SHARE_LEAST ? Math.min(evidence, UNLIKELY) : Math.max(evidence, Math.min(LIKELY, evidence + share));
}

/** Which share of the words stands in a text; none where only who is asked about does. */
function shareIn(words: readonly string[], question: string, text: string): number {
  const said = plainWords(text);
  const found = words.filter((word) => plainWords(word).every((one) => said.some((other) => isAlike(one, other))));
  const isOnlyName = found.length < words.length && found.every((word) => isName(word, question));
  return isOnlyName ? 0 : found.length / Math.max(1, words.length);
}

/** A capital within a question begins a name; in German it may begin anything. */
function isName(word: string, question: string): boolean {
  return /^\p{Lu}/u.test(word) && !/\b(?:der|die|das|wie|wer|wo|wann|was|mein|meine)\b/i.test(question);
}

function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  let same = 0;
  while (same < shorter && one[same] === other[same]) same += 1;
  return same >= STEM_CHARS_MIN && same >= Math.max(one.length, other.length) * STEM_SHARE;
}
