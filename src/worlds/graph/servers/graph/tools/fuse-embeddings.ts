import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { memoryNotFound } from "../../../errors.ts";
import type { Graph } from "../../../graph.ts";
import { modulatorsAt } from "../../../model/modulators.ts";
import { EMBEDDINGS_FUSED, toPayload } from "../../../model/recorded.ts";
import { SPACE_COUNT } from "../../../model/spaces/names.ts";
import { fuse } from "../../../model/teleology/fuse.ts";
import { FUSION_METHODS } from "../../../model/teleology/profiles.ts";
import { PAIRS, synergyOf } from "../../../model/teleology/synergy.ts";
import { vectorOf } from "../../../model/teleology/vector.ts";
import { profileById } from "../../../read/profiles.ts";
import { ComponentScores, shownParts, shownVector, VectorOutput } from "../../../read/teleological-answer.ts";
import { EVEN_WEIGHTS, normalised } from "../../../read/weights.ts";
import { fingerprintOf } from "../../../search/candidates.ts";
import { readDirection } from "../../../search/direction.ts";

/** Without synergy every pair of spaces counts the same. */
const NO_SYNERGY = Array.from({ length: SPACE_COUNT }, () => Array.from({ length: SPACE_COUNT }, () => 1));

export const fuseEmbeddings = defineTool({
  name: "fuse_embeddings",
  title: "Fuse a memory's spaces",
  description: [
    "Bring the 13 alignments of a memory together into one vector: weighted, by attention, gated, by groups, or by low rank; weights come from a profile or from custom_weights.",
    "With store_result the vector is kept under its id. -32602: unknown memory or profile, or weights that are all 0.",
    "For a text that is no memory, use compute_teleological_vector.",
  ].join("\n"),
  effect: "write",
  input: z.object({
    memory_id: z.string(),
    fusion_method: z.enum(FUSION_METHODS).optional().describe("hierarchical, or what the profile says, unless given"),
    profile_id: z.string().optional(),
    custom_weights: z.array(z.number().min(0).max(1)).length(SPACE_COUNT).optional(),
    apply_synergy: z.boolean().default(true),
    store_result: z.boolean().default(true),
  }),
  output: z.object({
    success: z.boolean(),
    vector: VectorOutput,
    confidence: z.number(),
    component_scores: ComponentScores,
    metadata: z.object({
      fusion_method: z.enum(FUSION_METHODS),
      profile_applied: z.string().nullable(),
      active_embedders: z.int(),
      pairs_with_synergy: z.int(),
    }),
  }),
  async run({ memory_id, fusion_method, profile_id, custom_weights, apply_synergy, store_result }, graph: Graph) {
    const { env } = graph.scope;
    const memory = await graph.memories.find(memory_id);
    if (memory === undefined) throw memoryNotFound(memory_id);
    const profile = profile_id === undefined ? undefined : await profileById(graph, profile_id);
    const weights =
      custom_weights === undefined ? (profile?.embedder_weights ?? EVEN_WEIGHTS) : normalised(custom_weights);
    const method = fusion_method ?? profile?.fusion_strategy ?? "hierarchical";
    const { noradrenaline } = modulatorsAt(await graph.state.get("modulators"), env.now());
    const direction = await readDirection(graph);
    const synergy = apply_synergy ? synergyOf(await graph.state.get("synergy")) : NO_SYNERGY;
    const fused = fuse(direction(fingerprintOf(memory, env.now())), method, {
      weights,
      priorities: profile?.group_priorities ?? {},
      temperature: noradrenaline,
      synergy,
    });
    const vector = vectorOf(fused, synergy);
    const id = store_result ? env.id() : null;
    if (id !== null) {
      const fingerprint = Buffer.from(memory.fingerprint).toString("base64");
      const kept = { ...vector, id, memory_id, fingerprint };
      await graph.scope.record({ kind: EMBEDDINGS_FUSED, payload: toPayload({ vector: kept }, { method }) });
    }
    const parts = shownParts(vector, synergy);
    return {
      success: true,
      vector: shownVector(vector, id),
      confidence: vector.confidence,
      component_scores: parts.scores,
      metadata: {
        fusion_method: method,
        profile_applied: profile?.profile_id ?? null,
        active_embedders: parts.active,
        pairs_with_synergy: PAIRS.filter((_, pair) => (vector.cross_correlations[pair] ?? 0) > 0).length,
      },
    };
  },
});
