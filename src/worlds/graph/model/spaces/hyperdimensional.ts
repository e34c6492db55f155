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

/** A word's hypervector at the kept places, and one and two places before each. */
interface WordBits {
  readonly at: Uint8Array;
  readonly before: Uint8Array;
  readonly twoBefore: Uint8Array;
}

/** The kept places, and one and two places before each. */
const [AT, BEFORE, TWO_BEFORE] = [0, 1, 2].map((by) =>
  Uint16Array.from(KEPT_PLACES, (place) => (place + BITS - by) % BITS),
) as [Uint16Array, Uint16Array, Uint16Array];

/** Half of a word's bits are set, and no two words agree on more than chance has it. */
function bitsOf(word: string): WordBits {
  const next = sequenceFrom(hash32(word, SEED));
  const words = new Uint32Array(Math.ceil(BITS / 32));
  for (let at = 0; at < words.length; at++) words[at] = next();
  return { at: bitsAt(words, AT), before: bitsAt(words, BEFORE), twoBefore: bitsAt(words, TWO_BEFORE) };
}

function bitsAt(words: Uint32Array, places: Uint16Array): Uint8Array {
  const bits = new Uint8Array(KEPT);
  for (let kept = 0; kept < KEPT; kept++) {
    const place = places[kept] as number;
    bits[kept] = ((words[place >>> 5] as number) >>> (place & 31)) & 1;
  }
  return bits;
}

/**
 * E9: every word, and every three words bound together by shifting and exclusive or, put to the vote bit by bit.
 * Losing or changing a few words changes few bits.
 */
export function embedHyperdimensional(text: string): Dense {
  const bits = new Map<string, WordBits>();
  const stems = wordsOf(text).slice(0, WORDS_MAX).map(stemOf);
  const words = stems.map((stem) => {
    const known = bits.get(stem) ?? bitsOf(stem);
    bits.set(stem, known);
    return known;
  });
  const votes = new Int32Array(KEPT);
  for (const [at, word] of words.entries()) {
    const [second, third] = [words[at + 1], words[at + 2]];
    for (let kept = 0; kept < KEPT; kept++) votes[kept] = (votes[kept] as number) + 2 * (word.at[kept] as number) - 1;
    if (second === undefined || third === undefined) continue;
    for (let kept = 0; kept < KEPT; kept++) {
      const bound = (word.twoBefore[kept] as number) ^ (second.before[kept] as number) ^ (third.at[kept] as number);
      votes[kept] = (votes[kept] as number) + 2 * bound - 1;
    }
  }
  const values = new Float32Array(KEPT);
  votes.forEach((vote, kept) => {
    values[kept] = vote === 0 ? (TIES[kept] as number) : vote > 0 ? 1 : 0;
  });
  return dense(values);
}
