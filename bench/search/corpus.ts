import type { SearchDocument } from "../../src/kernel/index.ts";

const VOCABULARY = 30_000;
const WORDS_PER_PASSAGE = 40;

/** Random numbers that are the same in every run. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Words as frequent as words are: a few everywhere, most of them rare. */
export function createWords(random: () => number): () => string {
  return () => `w${Math.floor(VOCABULARY ** random()).toString(36)}x`;
}

/** Made passages, the same in every run. */
export function* madePassages(count: number): Generator<SearchDocument> {
  const word = createWords(createRandom(7));
  for (let n = 0; n < count; n++) {
    const text = Array.from({ length: WORDS_PER_PASSAGE }, word).join(" ");
    yield { space: "bench", id: `p${n}`, unit: "passage", text, group: `g${Math.floor(n / 50)}`, position: n % 50 };
  }
}

/** Made questions of three words. */
export function madeQuestions(count: number): string[] {
  const word = createWords(createRandom(11));
  return Array.from({ length: count }, () => Array.from({ length: 3 }, word).join(" "));
}

/** A made vector of unit length. */
export function madeVector(random: () => number, dimensions: number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
