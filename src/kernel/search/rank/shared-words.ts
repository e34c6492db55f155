import { againstBest } from "./lexical.ts";
import type { PreparedDocument } from "./prepare.ts";

/** The best so many, by what was measured of them, say which words belong to the matter. */
const BEST = 5;
const WORDS = 10;
/** A word of fewer documents of the pool ties nothing together. */
const DOCUMENTS_LEAST = 3;
/** In a smaller pool the best are too large a part of it to say anything. */
const POOL_LEAST = 4 * BEST;
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/** How many of the telling words of the best documents each document has: prose on one matter shares its words. */
export function sharedWords(
  scores: Float64Array,
  pool: readonly PreparedDocument[],
  averageLength: number,
): Float64Array {
  if (pool.length < POOL_LEAST) return new Float64Array(pool.length);
  const telling = tellingWords(scores, pool);
  const average = averageLength || 1;
  return againstBest(
    pool.map(({ counts, length }) => {
      const long = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / average);
      let sum = 0;
      for (const [word, weight] of telling) {
        const count = counts.get(word) ?? 0;
        if (count > 0) sum += (weight * count * (SATURATION + 1)) / (count + long);
      }
      return sum;
    }),
  );
}

function tellingWords(scores: Float64Array, pool: readonly PreparedDocument[]): [word: string, weight: number][] {
  const shares = new Map<string, number>();
  for (const index of bestOf(scores)) {
    const document = pool[index];
    for (const [word, count] of document?.counts ?? [])
      shares.set(word, (shares.get(word) ?? 0) + (count / (document?.length || 1)) * Math.max(0, scores[index] ?? 0));
  }
  const having = new Map<string, number>();
  for (const { counts } of pool)
    for (const word of counts.keys()) if (shares.has(word)) having.set(word, (having.get(word) ?? 0) + 1);
  const weighed = [...shares].flatMap(([word, share]): [string, number][] => {
    const documents = having.get(word) ?? 0;
    return documents < DOCUMENTS_LEAST ? [] : [[word, share * Math.log(pool.length / documents)]];
  });
  return weighed.sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1)).slice(0, WORDS);
}

/** Of equal ones, those that stand first: the pool has an order of its own. */
function bestOf(scores: Float64Array): number[] {
  return [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, BEST);
}
