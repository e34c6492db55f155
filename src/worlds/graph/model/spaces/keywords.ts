import { type Sparse, sparseFrom } from "./embedding.ts";
import { hash32 } from "./hash.ts";
import { countsOf, tellingStems, wordsOf } from "./words.ts";

export const VOCABULARY = 30522;
const WORD_SEED = 6;
/** How soon a repeated word stops counting more. */
const K1 = 1.2;

function bucketOf(term: string): number {
  return hash32(term, WORD_SEED) % VOCABULARY;
}

const saturated = (count: number): number => (count * (K1 + 1)) / (count + K1);

/**
 * E6: the telling words themselves, each by how often it stands there, as BM25 counts. How rare a word is belongs to the
 * graph and not to the text: it is weighed in when two are compared, so a memory's bytes never change.
 */
export function embedWords(text: string): Sparse {
  const weights = new Map<number, number>();
  const stems = tellingStems(text);
  for (const [stem, count] of countsOf(stems.length > 0 ? stems : wordsOf(text))) {
    const bucket = bucketOf(stem);
    weights.set(bucket, Math.max(weights.get(bucket) ?? 0, saturated(count)));
  }
  return sparseFrom(weights, VOCABULARY);
}

/** What a part of a word counts beside the word. */
const PART_WEIGHT = 0.25;
const PART_CHARS = 4;

/** E13: the same words and what they share with their kin: the parts of longer words, so that near spellings meet. */
export function embedExpanded(text: string): Sparse {
  const weights = new Map<number, number>();
  const stems = tellingStems(text);
  for (const [stem, count] of countsOf(stems.length > 0 ? stems : wordsOf(text))) {
    const weight = saturated(count);
    raise(weights, bucketOf(stem), weight);
    for (const part of partsOf(stem)) raise(weights, bucketOf(`#${part}`), PART_WEIGHT * weight);
  }
  return sparseFrom(weights, VOCABULARY);
}

function partsOf(stem: string): string[] {
  if (stem.length <= PART_CHARS) return [];
  return Array.from({ length: stem.length - PART_CHARS + 1 }, (_, at) => stem.slice(at, at + PART_CHARS));
}

function raise(weights: Map<number, number>, bucket: number, weight: number): void {
  weights.set(bucket, Math.max(weights.get(bucket) ?? 0, weight));
}
