import { GROUP_NAMES, GROUPS, type Group, groupCoherence, mean } from "./groups.ts";
import { PAIRS, type SynergyMatrix } from "./synergy.ts";
import { correlationMatrix, tuckerOf } from "./tucker.ts";
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
  if (options.space !== undefined) return apartBy(at(one, options.space), at(other, options.space));
  const part = partOf(options.groups);
  const [a, b] = [restricted(one, part), restricted(other, part)];
  if (options.scope === "purpose_vector_only") return cosine(a.purpose_vector, b.purpose_vector);
  if (options.scope === "cross_correlations_only") return cosine(a.cross_correlations, b.cross_correlations);
  if (options.scope === "group_alignments_only") return cosine(a.group_alignments, b.group_alignments);
  return clamp(STRATEGY[chosen(a, b, options.strategy)](a, b, options, part));
}

const at = ({ purpose_vector }: TeleologicalVector, space: number): number => purpose_vector[space] ?? 0;

/** Two numbers from 0 to 1: the nearer, the more alike. */
const apartBy = (one: number, other: number): number => clamp(1 - Math.abs(one - other));

type Compare = (one: TeleologicalVector, other: TeleologicalVector, options: CompareOptions, part: Part) => number;

/** How many parts of the correlations are compared when they are compressed. */
const TUCKER_RANK = 4;

const STRATEGY: Readonly<Record<Exclude<Strategy, "adaptive">, Compare>> = {
  cosine: byCosine,
  // Only what the largest parts of both say is compared: what is left of the correlations after compression.
  tucker_compressed: (one, other, options, part) =>
    byCosine(
      { ...one, cross_correlations: compressed(one, part) },
      { ...other, cross_correlations: compressed(other, part) },
      options,
    ),
  euclidean: (one, other) => 1 / (1 + distance(one.purpose_vector, other.purpose_vector)),
  synergy_weighted: (one, other, { synergy }, part) =>
    blended([
      [0.4, one.purpose_vector, other.purpose_vector],
      [0.6, weighed(one.cross_correlations, synergy, part), weighed(other.cross_correlations, synergy, part)],
    ]),
  group_hierarchical: (one, other) =>
    0.6 * cosine(one.group_alignments, other.group_alignments) +
    0.4 * mean(one.purpose_vector.map((value, space) => 1 - Math.abs(value - at(other, space)))),
  cross_correlation_dominant: (one, other) =>
    blended([
      [0.75, one.cross_correlations, other.cross_correlations],
      [0.25, one.purpose_vector, other.purpose_vector],
    ]),
};

/** The weighted mean of how alike pairs of lists are; of a single space there are no correlations to compare. */
function blended(parts: readonly (readonly [number, readonly number[], readonly number[]])[]): number {
  const there = parts.filter(([, one]) => one.length > 0);
  const weights = there.reduce((sum, [weight]) => sum + weight, 0);
  if (weights === 0) return 0;
  return there.reduce((sum, [weight, one, other]) => sum + weight * cosine(one, other), 0) / weights;
}

/** The weighted mean of the parts; what the weights leave goes to the lesser confidence. */
function byCosine(one: TeleologicalVector, other: TeleologicalVector, { weights }: CompareOptions): number {
  const given = weights.purpose + weights.correlations + weights.groups;
  const alike = blended([
    [weights.purpose, one.purpose_vector, other.purpose_vector],
    [weights.correlations, one.cross_correlations, other.cross_correlations],
    [weights.groups, one.group_alignments, other.group_alignments],
  ]);
  // Weights of more than one in all leave nothing, and count in proportion.
  const share = Math.min(1, given);
  return share * alike + (1 - share) * Math.min(one.confidence, other.confidence);
}

const SPARSE_BELOW = 0.3;
const COHERENT_ABOVE = 0.8;

/** Few pairs that agree: alignments decide. Groups that agree with each other: groups decide. Else all of it. */
function chosen(one: TeleologicalVector, other: TeleologicalVector, strategy: Strategy): Exclude<Strategy, "adaptive"> {
  if (strategy !== "adaptive") return strategy;
  const density = (of: TeleologicalVector): number =>
    of.cross_correlations.filter((value) => value !== 0).length / Math.max(1, of.cross_correlations.length);
  if (Math.min(density(one), density(other)) < SPARSE_BELOW) return "euclidean";
  const coherent = [one, other].every((of) => groupCoherence(of.group_alignments) > COHERENT_ABOVE);
  return coherent ? "group_hierarchical" : "cosine";
}

/** Which spaces, pairs and groups are compared. */
interface Part {
  readonly spaces: readonly number[];
  readonly pairs: readonly number[];
  readonly groups: readonly number[];
}

const WHOLE: Part = {
  spaces: [...GROUP_NAMES.flatMap((group) => GROUPS[group])].sort((a, b) => a - b),
  pairs: [...PAIRS.keys()],
  groups: [...GROUP_NAMES.keys()],
};

function partOf(groups: readonly Group[] | undefined): Part {
  if (groups === undefined || groups.length === 0) return WHOLE;
  const kept = new Set<number>(groups.flatMap((group) => [...GROUPS[group]]));
  return {
    spaces: WHOLE.spaces.filter((space) => kept.has(space)),
    pairs: WHOLE.pairs.filter((pair) => PAIRS[pair]?.every((space) => kept.has(space)) === true),
    groups: WHOLE.groups.filter((group) => groups.includes(GROUP_NAMES[group] as Group)),
  };
}

function restricted(vector: TeleologicalVector, part: Part): TeleologicalVector {
  if (part === WHOLE) return vector;
  return {
    ...vector,
    purpose_vector: part.spaces.map((space) => vector.purpose_vector[space] ?? 0),
    cross_correlations: part.pairs.map((pair) => vector.cross_correlations[pair] ?? 0),
    group_alignments: part.groups.map((group) => vector.group_alignments[group] ?? 0),
  };
}

/** The correlations of a part as the largest parts of their matrix tell them. */
function compressed({ cross_correlations }: TeleologicalVector, { pairs }: Part): number[] {
  const { reconstructed } = tuckerOf(correlationMatrix(pairs, cross_correlations), TUCKER_RANK);
  return pairs.map((pair) => {
    const [one, other] = PAIRS[pair] as readonly [number, number];
    return reconstructed[one]?.[other] ?? 0;
  });
}

function weighed(correlations: readonly number[], synergy: SynergyMatrix, { pairs }: Part): number[] {
  return correlations.map((value, place) => {
    const [one, other] = PAIRS[pairs[place] ?? 0] as readonly [number, number];
    return value * (synergy[one]?.[other] ?? 0);
  });
}

/** How far two lists point the same way; of a single number each, how near they are, since it has no way to point. */
export function cosine(one: readonly number[], other: readonly number[]): number {
  if (one.length === 1) return apartBy(one[0] ?? 0, other[0] ?? 0);
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  const lengths = Math.sqrt(dot(one, one) * dot(other, other));
  return lengths === 0 ? 0 : clamp(dot(one, other) / lengths);
}

function distance(one: readonly number[], other: readonly number[]): number {
  return Math.sqrt(one.reduce((sum, value, index) => sum + (value - (other[index] ?? 0)) ** 2, 0));
}
