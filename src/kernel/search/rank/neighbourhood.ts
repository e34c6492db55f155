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

export function neighbourhoodOf(pool: readonly PreparedDocument[]): Neighbourhood {
  const numbers = new Map<string, number>();
  const groups: number[][] = [];
  const places: Map<number, number>[] = [];
  const groupOf = pool.map(({ document }, index) => {
    const group = numbers.get(document.group) ?? groups.length;
    numbers.set(document.group, group);
    groups[group] ??= [];
    groups[group].push(index);
    places[group] ??= new Map();
    places[group].set(document.position, index);
    return group;
  });
  return {
    groups,
    groupOf,
    near(index, offset) {
      const document = pool[index]?.document;
      return document === undefined ? -1 : (places[groupOf[index] ?? -1]?.get(document.position + offset) ?? -1);
    },
  };
}
