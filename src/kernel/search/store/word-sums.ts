import type { Posting } from "./text-index.ts";

export const SEED_BYTES = 8;
const PARTS = 4096;

/** Two sets of postings compared in little memory, however large they are. */
export interface WordSums {
  /** What the documents say. */
  add(postings: Iterable<Posting>): void;
  /** How many words that were. */
  words(): number;
  /** Takes off what the index holds; answers whether that is all and nothing else. */
  isMatchedBy(postings: AsyncIterable<Posting>): Promise<boolean>;
  /** Whether a posting is of the first part that did not match: looking through that part alone finds the difference. */
  isSuspect(posting: Posting): boolean;
}

/**
 * Each posting adds a number to one of many sums and is taken off again. The numbers depend on a seed that nobody knows
 * beforehand: no edit can be made so that it adds up.
 */
export function createWordSums(seed: Uint8Array): WordSums {
  const seeds = new DataView(seed.buffer, seed.byteOffset, SEED_BYTES);
  const [seedA, seedB] = [seeds.getInt32(0), seeds.getInt32(4)];
  const sums = new Int32Array(2 * PARTS);
  let suspect: number | undefined;
  let words = 0;

  /** The part depends on where a word stands, not on how often. */
  function count({ term, key, times }: Posting, sign: 1 | -1): void {
    const [a, b] = [hashOf(seedA, term, key), hashOf(seedB, term, key)];
    const part = 2 * (a & (PARTS - 1));
    sums[part] = (sums[part] ?? 0) + sign * mix(a ^ seedB, times);
    sums[part + 1] = (sums[part + 1] ?? 0) + sign * mix(b, times);
  }

  return {
    add(postings) {
      for (const posting of postings) {
        count(posting, 1);
        words += posting.times;
      }
    },
    words: () => words,
    async isMatchedBy(postings) {
      for await (const posting of postings) count(posting, -1);
      const wrong = sums.findIndex((sum) => sum !== 0);
      suspect = wrong < 0 ? undefined : wrong >> 1;
      return suspect === undefined;
    },
    isSuspect: ({ term, key }) => (hashOf(seedA, term, key) & (PARTS - 1)) === suspect,
  };
}

/** The words of one document, each with how often it stands there. */
export function countWords(key: number, words: readonly string[]): Posting[] {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return [...times].map(([term, n]) => ({ term, key, times: n }));
}

function hashOf(seed: number, term: string, key: number): number {
  let hash = seed;
  for (let index = 0; index < term.length; index++) hash = mix(hash, term.charCodeAt(index));
  return mix(hash, key);
}

/** Takes up a whole number of up to 53 bits. */
function mix(hash: number, value: number): number {
  let mixed = Math.imul(hash ^ value, 0x9e3779b1) ^ Math.floor(value / 0x1_0000_0000);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
