import { E1, E2, E3, E4, E5, E6, E7, E8, E9, E10, E11, E12, E13 } from "../spaces/names.ts";

/** Spaces that speak of the same side of a memory. */
export const GROUPS = {
  factual: [E1, E11, E12, E13],
  temporal: [E2, E3, E4],
  causal: [E5],
  relational: [E8, E9],
  qualitative: [E10],
  implementation: [E6, E7],
} as const satisfies Record<string, readonly number[]>;

export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];

/** The mean alignment of each group's spaces, in order. */
export function groupAlignments(alignments: readonly number[]): number[] {
  return GROUP_NAMES.map((group) => mean(GROUPS[group].map((space) => alignments[space] ?? 0)));
}

/** How alike the groups are: 1 where all are the same. */
export function groupCoherence(groups: readonly number[]): number {
  const middle = mean(groups);
  return 1 / (1 + Math.sqrt(mean(groups.map((value) => (value - middle) ** 2))));
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
