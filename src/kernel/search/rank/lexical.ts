import type { Kind } from "./document.ts";
import type { Neighbourhood } from "./neighbourhood.ts";
import type { PreparedDocument } from "./prepare.ts";
import type { Question } from "./question.ts";
import { related } from "./thesaurus.ts";

/** What words say of each document of the pool, one column each. */
export interface LexicalColumns {
  /** BM25 of the document, of itself with its neighbours and of its group, each against the best of the pool. */
  readonly own: Float64Array;
  readonly around: Float64Array;
  readonly group: Float64Array;
  /** Share of the question, by weight, that occurs in the document; in it or the one before. */
  readonly coverage: Float64Array;
  readonly coverageBefore: Float64Array;
  /** The same, where a related word counts in part. */
  readonly kin: Float64Array;
  readonly kinBefore: Float64Array;
}

const SATURATION = 1.2;
const LENGTH_SHARE: Readonly<Record<Kind, number>> = { turn: 0.5, passage: 0.75 };
const WINDOW: readonly (readonly [offset: number, share: number])[] = [
  [-2, 0.5],
  [-1, 1],
  [0, 1],
  [1, 1],
  [2, 0.5],
];
/** Documents' worth of text in a full window. */
const WINDOW_SHARES = 4;

export function lexicalColumns(
  question: Question,
  pool: readonly PreparedDocument[],
  neighbourhood: Neighbourhood,
  averageLength: number,
  kind: Kind,
): LexicalColumns {
  const counts = question.terms.map((term) => Float64Array.from(pool, (each) => each.counts.get(term) ?? 0));
  const average = averageLength || mean(pool.map(({ length }) => length)) || 1;
  const score = (count: (term: number) => number, relativeLength: number, lengthShare: number) => {
    const long = SATURATION * (1 - lengthShare + lengthShare * relativeLength);
    let sum = 0;
    for (const [term, weight] of question.weights.entries()) {
      const times = count(term);
      if (times > 0) sum += (weight * times * (SATURATION + 1)) / (times + long);
    }
    return sum;
  };
  const own = pool.map(({ length }, index) =>
    score((term) => counts[term]?.[index] ?? 0, length / average, LENGTH_SHARE[kind]),
  );
  const around = pool.map((_, index) => {
    const window = WINDOW.flatMap(([offset, share]) => {
      const near = neighbourhood.near(index, offset);
      return near < 0 ? [] : [{ near, share }];
    });
    const length = sum(window.map(({ near, share }) => share * (pool[near]?.length ?? 0)));
    return score(
      (term) => sum(window.map(({ near, share }) => share * (counts[term]?.[near] ?? 0))),
      length / average / WINDOW_SHARES,
      LENGTH_SHARE.turn,
    );
  });
  const groupAverage = sum(pool.map(({ length }) => length)) / neighbourhood.groups.length;
  const groups = neighbourhood.groups.map((members) =>
    score(
      (term) => sum(members.map((index) => counts[term]?.[index] ?? 0)),
      sum(members.map((index) => pool[index]?.length ?? 0)) / groupAverage,
      LENGTH_SHARE.passage,
    ),
  );
  return {
    own: againstBest(own),
    around: againstBest(around),
    group: againstBest(neighbourhood.groupOf.map((group) => groups[group] ?? 0)),
    ...coverages(question, pool, neighbourhood, counts),
  };
}

function coverages(
  question: Question,
  pool: readonly PreparedDocument[],
  neighbourhood: Neighbourhood,
  counts: readonly Float64Array[],
): Pick<LexicalColumns, "coverage" | "coverageBefore" | "kin" | "kinBefore"> {
  const exact = counts.map((column) => column.map((count) => (count > 0 ? 1 : 0)));
  const kin = exact.map((column, term) => {
    const near = related(question.terms[term] ?? "");
    return column.map((has, index) => (has > 0 ? 1 : closest(near, pool[index]?.counts)));
  });
  const share = (columns: readonly Float64Array[], indices: (index: number) => readonly number[]) =>
    Float64Array.from(pool, (_, index) => {
      const places = indices(index);
      const parts = question.weights.map((weight, term) => {
        let best = 0;
        for (const place of places) best = Math.max(best, columns[term]?.[place] ?? 0);
        return weight * best;
      });
      return sum(parts) / question.weightSum;
    });
  const alone = (index: number) => [index];
  const withBefore = (index: number) => [index, neighbourhood.near(index, -1)];
  return {
    coverage: share(exact, alone),
    coverageBefore: share(exact, withBefore),
    kin: share(kin, alone),
    kinBefore: share(kin, withBefore),
  };
}

function closest(near: ReadonlyMap<string, number>, counts: ReadonlyMap<string, number> | undefined): number {
  let best = 0;
  if (counts === undefined) return best;
  for (const [term, closeness] of near) if (closeness > best && counts.has(term)) best = closeness;
  return best;
}

/** Each value against the greatest, so that the best is 1. */
export function againstBest(values: readonly number[]): Float64Array {
  const best = values.reduce((most, value) => Math.max(most, value), 0);
  return Float64Array.from(values, (value) => (best > 0 ? value / best : 0));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}
