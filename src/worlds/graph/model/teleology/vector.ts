import { GROUP_NAMES, groupAlignments, groupCoherence, mean } from "./groups.ts";
import { PAIRS, type SynergyMatrix } from "./synergy.ts";

/** What a fingerprint comes to under a goal: alignments, how pairs of spaces agree, and groups. */
export interface TeleologicalVector {
  readonly purpose_vector: readonly number[];
  readonly cross_correlations: readonly number[];
  readonly group_alignments: readonly number[];
  readonly confidence: number;
}

const NOTHING_BELOW = 0.01;
const ACTIVE_ABOVE = 0.1;
const STRONG_SYNERGY = 0.7;

/** The vector of some alignments; weights of a profile make the pairs they favour count more. */
export function vectorOf(
  alignments: readonly number[],
  synergy: SynergyMatrix,
  weights?: readonly number[],
): TeleologicalVector {
  const cross_correlations = PAIRS.map(([one, other]) => {
    const agree = Math.sqrt(Math.max(0, alignments[one] ?? 0) * Math.max(0, alignments[other] ?? 0));
    const favoured = weights === undefined ? 1 : favour(weights[one] ?? 0, weights[other] ?? 0, weights.length, agree);
    const correlation = agree * (synergy[one]?.[other] ?? 0) * favoured;
    return Math.abs(correlation) < NOTHING_BELOW ? 0 : correlation;
  });
  const group_alignments = groupAlignments(alignments);
  return {
    purpose_vector: alignments,
    cross_correlations,
    group_alignments,
    confidence: componentsOf(alignments, cross_correlations, group_alignments, synergy).confidence,
  };
}

/** Weights add up to one, so the usual weight is one part of all. */
function favour(one: number, other: number, spaces: number, agree: number): number {
  return Math.sqrt(one * other) * spaces * (0.5 + 0.5 * agree);
}

export interface Components {
  readonly purpose_vector: number;
  readonly correlations: number;
  readonly groups: number;
  readonly synergy: number;
  readonly active: number;
  readonly confidence: number;
}

/** What the confidence in a vector is made of. */
export function componentsOf(
  alignments: readonly number[],
  correlations: readonly number[],
  groups: readonly number[],
  synergy: SynergyMatrix,
): Components {
  const active = alignments.filter((value) => value > ACTIVE_ABOVE).length;
  const dense = correlations.filter((value) => value !== 0).length / correlations.length;
  const strong = PAIRS.flatMap(([one, other], at) => ((synergy[one]?.[other] ?? 0) >= STRONG_SYNERGY ? [at] : []));
  const used = strong.filter((at) => {
    const [one, other] = PAIRS[at] as readonly [number, number];
    return (correlations[at] ?? 0) > 0.1 && (alignments[one] ?? 0) > 0.2 && (alignments[other] ?? 0) > 0.2;
  });
  const parts = {
    purpose_vector: mean(alignments),
    correlations: dense,
    groups: groupCoherence(groups),
    synergy: strong.length === 0 ? 0 : used.length / strong.length,
  };
  const sum = 0.3 * parts.purpose_vector + 0.25 * parts.correlations + 0.25 * parts.groups + 0.2 * parts.synergy;
  return { ...parts, active, confidence: Math.min(1, sum * Math.sqrt(active / alignments.length)) };
}

/** The space that points to the goal most. */
export function dominantOf(alignments: readonly number[]): number {
  return alignments.reduce((best, value, space) => (value > (alignments[best] ?? 0) ? space : best), 0);
}

/** The two spaces that agree most. */
export function strongestPair(correlations: readonly number[]): readonly [number, number] {
  const best = correlations.reduce((at, value, other) => (value > (correlations[at] ?? 0) ? other : at), 0);
  return PAIRS[best] as readonly [number, number];
}

export function dominantGroup(groups: readonly number[]): string {
  const best = groups.reduce((at, value, other) => (value > (groups[at] ?? 0) ? other : at), 0);
  return GROUP_NAMES[best] ?? "";
}
