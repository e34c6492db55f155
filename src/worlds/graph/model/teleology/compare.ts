import { GROUP_NAMES, GROUPS, type Group, groupCoherence, mean } from "./groups.ts";
import { PAIRS, type SynergyMatrix } from "./synergy.ts";
import type { TeleologicalVector } from "./vector.ts";

export const STRATEGIES = [
  "adaptive",
  "cosine",
  "euclidean",
  "synergy_weighted",
  "group_hierarchical",
  "cross_correlation_dominant",
  "tucker_compressed",
] as const;
export type Strategy = (typeof STRATEGIES)[number];

export const SCOPES = ["full", "purpose_vector_only", "cross_correlations_only", "group_alignments_only"] as const;
export type Scope = (typeof SCOPES)[number];

export interface CompareOptions {
  readonly strategy: Strategy;
  readonly scope: Scope;
  readonly weights: { readonly purpose: number; readonly correlations: number; readonly groups: number };
  readonly groups?: readonly Group[] | undefined;
  readonly space?: number | undefined;
  readonly synergy: SynergyMatrix;
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** How alike two vectors are, from 0 to 1, by one strategy and as far as the scope goes. */
export function compare(one: TeleologicalVector, other: TeleologicalVector, options: CompareOptions): number {
  if (options.space !== undefined) return clamp(1 - Math.abs(at(one, options.space) - at(other, options.space)));
  const [a, b] = [restricted(one, options.groups), restricted(other, options.groups)];
  if (options.scope === "purpose_vector_only") return cosine(a.purpose_vector, b.purpose_vector);
  if (options.scope === "cross_correlations_only") return cosine(a.cross_correlations, b.cross_correlations);
  if (options.scope === "group_alignments_only") return cosine(a.group_alignments, b.group_alignments);
  return clamp(STRATEGY[chosen(a, b, options.strategy)](a, b, options));
}

const at = ({ purpose_vector }: TeleologicalVector, space: number): number => purpose_vector[space] ?? 0;

type Compare = (one: TeleologicalVector, other: TeleologicalVector, options: CompareOptions) => number;

const STRATEGY: Readonly<Record<Exclude<Strategy, "adaptive">, Compare>> = {
  cosine: byCosine,
  // On the vectors of alignments alone nothing more can be compressed.
  tucker_compressed: byCosine,
  euclidean: (one, other) => 1 / (1 + distance(one.purpose_vector, other.purpose_vector)),
  synergy_weighted: (one, other, { synergy }) =>
    0.4 * cosine(one.purpose_vector, other.purpose_vector) +
    0.6 * cosine(weighed(one.cross_correlations, synergy), weighed(other.cross_correlations, synergy)),
  group_hierarchical: (one, other) =>
    0.6 * cosine(one.group_alignments, other.group_alignments) +
    0.4 * mean(one.purpose_vector.map((value, space) => 1 - Math.abs(value - at(other, space)))),
  cross_correlation_dominant: (one, other) =>
    0.75 * cosine(one.cross_correlations, other.cross_correlations) +
    0.25 * cosine(one.purpose_vector, other.purpose_vector),
};

function byCosine(one: TeleologicalVector, other: TeleologicalVector, { weights }: CompareOptions): number {
  const rest = Math.max(0, 1 - weights.purpose - weights.correlations - weights.groups);
  return (
    weights.purpose * cosine(one.purpose_vector, other.purpose_vector) +
    weights.correlations * cosine(one.cross_correlations, other.cross_correlations) +
    weights.groups * cosine(one.group_alignments, other.group_alignments) +
    rest * Math.min(one.confidence, other.confidence)
  );
}

const SPARSE_BELOW = 0.3;
const COHERENT_ABOVE = 0.8;

/** Few pairs that agree: alignments decide. Groups that agree with each other: groups decide. Else all of it. */
function chosen(one: TeleologicalVector, other: TeleologicalVector, strategy: Strategy): Exclude<Strategy, "adaptive"> {
  if (strategy !== "adaptive") return strategy;
  const density = (of: TeleologicalVector): number =>
    of.cross_correlations.filter((value) => value !== 0).length / of.cross_correlations.length;
  if (Math.min(density(one), density(other)) < SPARSE_BELOW) return "euclidean";
  const coherent = [one, other].every((of) => groupCoherence(of.group_alignments) > COHERENT_ABOVE);
  return coherent ? "group_hierarchical" : "cosine";
}

function restricted(vector: TeleologicalVector, groups: readonly Group[] | undefined): TeleologicalVector {
  if (groups === undefined || groups.length === 0) return vector;
  const kept = new Set<number>(groups.flatMap((group) => [...GROUPS[group]]));
  return {
    ...vector,
    purpose_vector: vector.purpose_vector.map((value, space) => (kept.has(space) ? value : 0)),
    cross_correlations: vector.cross_correlations.map((value, pair) =>
      PAIRS[pair]?.every((space) => kept.has(space)) === true ? value : 0,
    ),
    group_alignments: vector.group_alignments.map((value, group) =>
      groups.includes(GROUP_NAMES[group] as Group) ? value : 0,
    ),
  };
}

function weighed(correlations: readonly number[], synergy: SynergyMatrix): number[] {
  return correlations.map((value, pair) => {
    const [one, other] = PAIRS[pair] as readonly [number, number];
    return value * (synergy[one]?.[other] ?? 0);
  });
}

export function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  const lengths = Math.sqrt(dot(one, one) * dot(other, other));
  return lengths === 0 ? 0 : clamp(dot(one, other) / lengths);
}

function distance(one: readonly number[], other: readonly number[]): number {
  return Math.sqrt(one.reduce((sum, value, index) => sum + (value - (other[index] ?? 0)) ** 2, 0));
}
