import { z } from "zod";
import type { JsonObject } from "../../../kernel/index.ts";
import { SPACES } from "../model/spaces/names.ts";
import { PAIRS, type SynergyMatrix } from "../model/teleology/synergy.ts";
import { correlationMatrix, tuckerOf } from "../model/teleology/tucker.ts";
import { componentsOf, dominantGroup, strongestPair, type TeleologicalVector } from "../model/teleology/vector.ts";

/** A vector as answers show it. */
export const VectorOutput = z.object({
  purpose_vector: z.array(z.number()),
  cross_correlations: z.array(z.number()),
  group_alignments: z.array(z.number()),
  confidence: z.number(),
  id: z.string().nullable(),
});

export const ComponentScores = z.object({ purpose_vector: z.number(), correlations: z.number(), groups: z.number() });

/** The vector under its id; null while it is not kept. */
export function shownVector(
  { purpose_vector, cross_correlations, group_alignments, confidence }: TeleologicalVector,
  id: string | null,
) {
  return {
    purpose_vector: [...purpose_vector],
    cross_correlations: [...cross_correlations],
    group_alignments: [...group_alignments],
    confidence,
    id,
  };
}

/** What the confidence is made of, and what stands out. */
export function shownParts(vector: TeleologicalVector, synergy: SynergyMatrix) {
  const { purpose_vector, cross_correlations, group_alignments } = vector;
  const parts = componentsOf(purpose_vector, cross_correlations, group_alignments, synergy);
  return {
    scores: { purpose_vector: parts.purpose_vector, correlations: parts.correlations, groups: parts.groups },
    active: parts.active,
    pair: strongestPair(cross_correlations).map((space) => SPACES[space]?.label ?? ""),
    group: dominantGroup(group_alignments),
  };
}

/** The correlations as the matrix they are, by its largest parts. */
export function shownTucker({ cross_correlations }: TeleologicalVector, rank: number): JsonObject {
  const matrix = correlationMatrix([...PAIRS.keys()], cross_correlations);
  const { core, explained_energy } = tuckerOf(matrix, rank);
  return { core: [...core], explained_energy, rank: core.length };
}
