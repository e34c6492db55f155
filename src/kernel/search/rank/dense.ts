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
): DenseColumns {
  const own = Float64Array.from(pool, ({ document }) => cosine(vectors.query, vectors.of(document.id)));
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

/** Both have length one; a document without a vector is like nothing. */
export function cosine(query: Float32Array, document: Float32Array | undefined): number {
  if (document === undefined) return 0;
  let total = 0;
  for (let index = 0; index < query.length; index++) total += (query[index] ?? 0) * (document[index] ?? 0);
  return total;
}
