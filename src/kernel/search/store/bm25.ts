import { eachPlace, type Places } from "./posting-chunks.ts";
import type { Candidate } from "./text-index.ts";

const K1 = 1.2;
const B = 0.75;
/** FTS5 never lets a common word count against a document; neither do we. */
const IDF_LEAST = 1e-6;

/** What a space has in all. */
interface Totals {
  readonly documents: number;
  readonly terms: number;
}

/** BM25 as FTS5 computes it: the best by their score, ties by key. All that holds a term is in the answer. */
export function scoreDocuments(
  space: Totals,
  lists: Iterable<readonly Places[]>,
  lengths: readonly Places[],
): Candidate[] {
  const averageLength = space.terms / Math.max(1, space.documents) || 1;
  const lengthOf = new Map<number, number>();
  for (const row of lengths) eachPlace(row, (key, length) => void lengthOf.set(key, length));
  const scores = new Map<number, number>();
  for (const rows of lists) {
    const weight = idf(space.documents, countPlaces(rows)) * (K1 + 1);
    for (const row of rows) {
      eachPlace(row, (key, times) => {
        const share = (lengthOf.get(key) ?? 0) / averageLength;
        const score = (weight * times) / (times + K1 * (1 - B + B * share));
        scores.set(key, (scores.get(key) ?? 0) + score);
      });
    }
  }
  return [...scores].map(([key, score]) => ({ key, score }));
}

/** How many places there are in all. */
export function countPlaces(rows: readonly Places[]): number {
  let places = 0;
  for (const row of rows)
    eachPlace(row, () => {
      places += 1;
    });
  return places;
}

/** The first of them, in order; the others are not put in order. */
export function bestOf(candidates: readonly Candidate[], limit: number): Candidate[] {
  const inOrder = (some: Candidate[]) => some.sort((a, b) => b.score - a.score || a.key - b.key);
  if (candidates.length <= limit) return inOrder([...candidates]);
  const scores = Float64Array.from(candidates, ({ score }) => score).sort();
  const least = scores[scores.length - limit] ?? 0;
  return inOrder(candidates.filter(({ score }) => score >= least)).slice(0, limit);
}

function idf(documents: number, withTerm: number): number {
  return Math.max(IDF_LEAST, Math.log((documents - withTerm + 0.5) / (withTerm + 0.5)));
}
