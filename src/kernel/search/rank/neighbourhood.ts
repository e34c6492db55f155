import type { PreparedDocument } from "./prepare.ts";

/** Who stands next to whom in the pool. */
export interface Neighbourhood {
  /** Index of the document `offset` places further in the same group, or -1. */
  near(index: number, offset: number): number;
  /** Indices of the documents of each group. */
  readonly groups: readonly (readonly number[])[];
  /** Which group each document is in. */
  readonly groupOf: readonly number[];
}

/** How far apart documents may stand and still be neighbours. */
const REACH = 2;

export function neighbourhoodOf(pool: readonly PreparedDocument[]): Neighbourhood {
  const members = Map.groupBy(pool.keys(), (index) => pool[index]?.document.group);
  const groups = [...members.values()];
  const groupOf = new Array<number>(pool.length).fill(0);
  const width = 2 * REACH + 1;
  const neighbours = new Int32Array(pool.length * width).fill(-1);
  for (const [group, indices] of groups.entries()) {
    const byPosition = new Map(indices.map((index) => [pool[index]?.document.position ?? 0, index]));
    for (const index of indices) {
      groupOf[index] = group;
      const position = pool[index]?.document.position ?? 0;
      for (let offset = -REACH; offset <= REACH; offset++) {
        neighbours[index * width + offset + REACH] = byPosition.get(position + offset) ?? -1;
      }
    }
  }
  return { groups, groupOf, near: (index, offset) => neighbours[index * width + offset + REACH] ?? -1 };
}
