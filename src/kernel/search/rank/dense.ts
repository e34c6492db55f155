import type { Vectors } from "./document.ts";
import type { Neighbourhood } from "./neighbourhood.ts";
import type { PreparedDocument } from "./prepare.ts";

/** What vectors say of each document of the pool, one column each. */
export interface DenseColumns {
  readonly own: Float64Array;
  /** Smoothed over the neighbours. */
  readonly around: Float64Array;
  /** The mean of the group's best three. */
  readonly group: Float64Array;
}

const SMOOTHING: readonly (readonly [offset: number, share: number])[] = [
  [-2, 0.25],
  [-1, 0.5],
  [0, 1],
  [1, 0.5],
  [2, 0.25],
];
const GROUP_BEST = 3;

export function denseColumns(
  pool: readonly PreparedDocument[],
  neighbourhood: Neighbourhood,
  vectors: Vectors,
  likeness: Float64Array,
): DenseColumns {
  const own = cosines(pool, vectors, likeness);
  const around = own.map((_, index) => {
    let total = 0;
    let shares = 0;
    for (const [offset, share] of SMOOTHING) {
      const near = neighbourhood.near(index, offset);
      if (near < 0) continue;
      total += share * (own[near] ?? 0);
      shares += share;
    }
    return total / shares;
  });
  const groups = neighbourhood.groups.map((members) => {
    const best = members
      .map((index) => own[index] ?? 0)
      .sort((a, b) => b - a)
      .slice(0, GROUP_BEST);
    while (best.length < GROUP_BEST) best.push(best[0] ?? 0);
    return best.reduce((total, value) => total + value, 0) / GROUP_BEST;
  });
  return { own, around, group: Float64Array.from(neighbourhood.groupOf, (group) => groups[group] ?? 0) };
}

/**
 * How close each document is. One that still waits for its vector is taken to be as close as others of this pool whose
 * words are as like the question as its own: left at nothing, it would lose to any that has one.
 */
function cosines(pool: readonly PreparedDocument[], { query, of }: Vectors, likeness: Float64Array): Float64Array {
  const found = pool.map(({ document }) => of(document.id));
  const own = Float64Array.from(found, (vector) => cosine(query, vector));
  if (found.every((vector) => vector !== undefined)) return own;
  const expected = lineThrough(own, likeness, (index) => found[index] !== undefined);
  return own.map((value, index) => (found[index] === undefined ? expected(likeness[index] ?? 0) : value));
}

/** Texts that share no word with a question, and that share all, by and large: what is assumed where few can be compared. */
const WITHOUT = 0.1;
const WITH_ALL = 0.55;
/** The assumption weighs as much as this many documents at either end. */
const ASSUMED = 3;

/** The straight line through what is known. */
function lineThrough(
  values: Float64Array,
  at: Float64Array,
  isKnown: (index: number) => boolean,
): (at: number) => number {
  let n = 2 * ASSUMED;
  let sumX = ASSUMED;
  let sumY = ASSUMED * (WITHOUT + WITH_ALL);
  let sumXX = ASSUMED;
  let sumXY = ASSUMED * WITH_ALL;
  for (const [index, y] of values.entries()) {
    if (!isKnown(index)) continue;
    const x = at[index] ?? 0;
    n += 1;
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumXY += x * y;
  }
  const slope = (n * sumXY - sumX * sumY) / (n * sumXX - sumX * sumX);
  const start = (sumY - slope * sumX) / n;
  return (x) => start + slope * x;
}

/** Both have length one; a document without a vector is like nothing. */
export function cosine(query: Float32Array, document: Float32Array | undefined): number {
  if (document === undefined) return 0;
  let total = 0;
  for (let index = 0; index < query.length; index++) total += (query[index] ?? 0) * (document[index] ?? 0);
  return total;
}
