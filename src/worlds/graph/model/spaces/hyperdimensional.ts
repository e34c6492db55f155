import { type Dense, dense } from "./embedding.ts";
import { hash32, sequenceFrom } from "./hash.ts";
import { stemOf, wordsOf } from "./words.ts";

const BITS = 10_000;
const KEPT = 1024;
const SEED = 9;
const WORDS_MAX = 400;

/** The places that are kept: fixed for ever, spread over all bits. */
const KEPT_PLACES = (() => {
  const next = sequenceFrom(SEED);
  const places = new Set<number>();
  while (places.size < KEPT) places.add(next() % BITS);
  return [...places].sort((a, b) => a - b);
})();

/** Which way a tie goes. */
const TIES = (() => {
  const next = sequenceFrom(SEED + 1);
  return Array.from({ length: KEPT }, () => next() & 1);
})();

/** One bit of a word's hypervector: half of them are set, and no two words agree on more than chance has it. */
function bitsOf(word: string): (place: number) => number {
  const seed = hash32(word, SEED);
  const next = sequenceFrom(seed);
  const words = Uint32Array.from({ length: Math.ceil(BITS / 32) }, next);
  return (place) => ((words[place >>> 5] as number) >>> (place & 31)) & 1;
}

/**
 * E9: every word, and every three words bound together by shifting and exclusive or, put to the vote bit by bit.
 * Losing or changing a few words changes few bits.
 */
export function embedHyperdimensional(text: string): Dense {
  const bits = new Map<string, (place: number) => number>();
  const stems = wordsOf(text).slice(0, WORDS_MAX).map(stemOf);
  const words = stems.map((stem) => {
    const known = bits.get(stem) ?? bitsOf(stem);
    bits.set(stem, known);
    return known;
  });
  const values = new Float32Array(KEPT);
  KEPT_PLACES.forEach((place, kept) => {
    let votes = 0;
    words.forEach((word, at) => {
      votes += 2 * word(place) - 1;
      const [second, third] = [words[at + 1], words[at + 2]];
      if (second === undefined || third === undefined) return;
      const bound = word((place + BITS - 2) % BITS) ^ second((place + BITS - 1) % BITS) ^ third(place);
      votes += 2 * bound - 1;
    });
    values[kept] = votes === 0 ? (TIES[kept] as number) : votes > 0 ? 1 : 0;
  });
  return dense(values);
}
