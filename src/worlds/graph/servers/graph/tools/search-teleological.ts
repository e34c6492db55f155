import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { SCOPES, STRATEGIES } from "../../../model/teleology/compare.ts";
import { GROUP_NAMES } from "../../../model/teleology/groups.ts";
import { searchTeleologicalFor } from "../../../read/search-teleological.ts";

const Share = z.number().min(0).max(1);

export const searchTeleological = defineTool({
  name: "search_teleological",
  title: "Search by purpose",
  description: [
    "Find memories that serve the same purpose as a text, a memory or a kept vector: by how their spaces point to the goal and agree with each other, not by what they say.",
    "scope, specific_groups and specific_embedder narrow what is compared. -32602: no query or two, or an id that stands for nothing.",
    "To find what a memory says, use search_graph.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    query_content: z.string().max(65_536).optional(),
    query_vector_id: z.string().optional().describe("A memory's id, or what compute_teleological_vector returned"),
    strategy: z.enum(STRATEGIES).default("adaptive"),
    scope: z.enum(SCOPES).default("full"),
    specific_groups: z
      .array(z.enum(GROUP_NAMES as [string, ...string[]]))
      .max(6)
      .optional(),
    specific_embedder: z.int().min(0).max(12).optional(),
    weight_purpose: Share.default(0.4),
    weight_correlations: Share.default(0.35),
    weight_groups: Share.default(0.15),
    min_similarity: Share.default(0.3),
    max_results: z.int().min(1).max(1000).default(20),
    include_breakdown: z.boolean().default(true),
    include_content: z.boolean().default(false),
  }),
  output: z.object({
    success: z.boolean(),
    strategy: z.enum(STRATEGIES),
    scope: z.enum(SCOPES),
    query_type: z.enum(["content", "memory", "vector"]),
    search_latency_ms: z.number(),
    num_results: z.int(),
    results: z.array(
      z.object({
        rank: z.int(),
        id: z.string(),
        similarity: z.number(),
        purpose_alignment: z.number(),
        dominant_embedder: z.string(),
        breakdown: z
          .object({
            similarity: z.number(),
            purpose_alignment: z.number(),
            embedder_scores: z.array(z.number().nullable()),
            stage_scores: z.record(z.string(), z.number()),
          })
          .optional(),
        content: z.string().optional(),
      }),
    ),
    truncated: z.boolean().optional(),
  }),
  run: (input, graph: Graph) =>
    searchTeleologicalFor(graph, {
      query_content: input.query_content,
      query_vector_id: input.query_vector_id,
      options: {
        strategy: input.strategy,
        scope: input.scope,
        weights: {
          purpose: input.weight_purpose,
          correlations: input.weight_correlations,
          groups: input.weight_groups,
        },
        groups: input.specific_groups as (typeof GROUP_NAMES)[number][] | undefined,
        space: input.specific_embedder,
      },
      minSimilarity: input.min_similarity,
      maxResults: input.max_results,
      includeBreakdown: input.include_breakdown,
      includeContent: input.include_content,
    }),
});
