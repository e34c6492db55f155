import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import type { Graph } from "../../../graph.ts";
import { Content, FINGERPRINT_CHARS_MAX } from "../../../model/inputs.ts";
import { CONTENT_CHARS_MAX } from "../../../model/memory.ts";
import { toPayload, VECTOR_COMPUTED } from "../../../model/recorded.ts";
import { unpack } from "../../../model/spaces/pack.ts";
import { showFingerprint } from "../../../model/spaces/show-fingerprint.ts";
import { synergyOf } from "../../../model/teleology/synergy.ts";
import { vectorOf } from "../../../model/teleology/vector.ts";
import { profileById } from "../../../read/profiles.ts";
import {
  ComponentScores,
  shownParts,
  shownTucker,
  shownVector,
  VectorOutput,
} from "../../../read/teleological-answer.ts";
import { readDirection } from "../../../search/direction.ts";
import { packText } from "../../../search/given-fingerprint.ts";
import { isBlank } from "../../../search/require-content.ts";

interface Prepared {
  readonly packed: Uint8Array;
  readonly embeddingMs: number;
}

export const computeTeleologicalVector = defineTool({
  name: "compute_teleological_vector",
  title: "Compute a teleological vector",
  description: [
    "What a text is for: how far each of the 13 spaces points to the graph's goal (without one, how much it says there), how pairs of spaces agree (78), and six groups. The vector is kept under its id.",
    "Use the id in search_teleological and update_synergy_matrix. The text itself is not stored as a memory; use store_memory for that.",
    "-32602: empty or too long content, or an unknown profile. -32002: there is no sentence model.",
  ].join("\n"),
  effect: "write",
  resultCharsMax: FINGERPRINT_CHARS_MAX,
  input: z.object({
    content: Content,
    profile_id: z.string().optional(),
    compute_tucker: z.boolean().default(false),
    tucker_ranks: z
      .array(z.int().min(1).max(1024))
      .length(3)
      .default([4, 4, 128])
      .describe(
        "The first says how many parts are kept; both sides of the matrix are the same 13 spaces, and it has no third",
      ),
    include_per_embedder: z.boolean().default(false).describe("Also answer with the vectors of all 13 spaces"),
  }),
  output: z.object({
    success: z.boolean(),
    vector: VectorOutput.extend({ tucker: z.record(z.string(), z.unknown()).optional() }),
    embedding_latency_ms: z.number(),
    fusion_confidence: z.number(),
    component_scores: ComponentScores,
    metadata: z.object({ active_embedders: z.int(), strongest_pair: z.array(z.string()), dominant_group: z.string() }),
    per_embedder: z.record(z.string(), z.unknown()).optional(),
  }),
  async prepare({ content }, graph: Graph): Promise<Prepared> {
    if (isBlank(content) || content.length > CONTENT_CHARS_MAX) {
      throw refuse("INVALID_PARAMS", `content must hold 1 to ${CONTENT_CHARS_MAX} characters`, "content_length");
    }
    const started = graph.scope.env.monotonicMs();
    const packed = await packText(graph, content);
    return { packed, embeddingMs: graph.scope.env.monotonicMs() - started };
  },
  async run({ profile_id, compute_tucker, tucker_ranks, include_per_embedder }, graph: Graph, prepared: Prepared) {
    const { env } = graph.scope;
    const now = env.now();
    const fingerprint = unpack(prepared.packed, { createdAt: now, position: 0, now });
    const profile = profile_id === undefined ? undefined : await profileById(graph, profile_id);
    const synergy = synergyOf(await graph.state.get("synergy"));
    const direction = await readDirection(graph);
    const vector = vectorOf(direction(fingerprint), synergy, profile?.embedder_weights);
    const id = env.id();
    const packed = Buffer.from(prepared.packed).toString("base64");
    await graph.scope.record({
      kind: VECTOR_COMPUTED,
      payload: toPayload({ vector: { ...vector, id, memory_id: null, fingerprint: packed } }),
    });
    const parts = shownParts(vector, synergy);
    return {
      success: true,
      vector: {
        ...shownVector(vector, id),
        ...(compute_tucker && { tucker: shownTucker(vector, tucker_ranks[0] ?? 1) }),
      },
      embedding_latency_ms: prepared.embeddingMs,
      fusion_confidence: vector.confidence,
      component_scores: parts.scores,
      metadata: { active_embedders: parts.active, strongest_pair: parts.pair, dominant_group: parts.group },
      ...(include_per_embedder && { per_embedder: showFingerprint(fingerprint) }),
    };
  },
});
