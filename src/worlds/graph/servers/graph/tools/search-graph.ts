import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { MODALITIES } from "../../../model/spaces/modality.ts";
import { searchGraphFor } from "../../../read/search-graph.ts";

export const searchGraph = defineTool({
  name: "search_graph",
  title: "Search the graph",
  description: [
    "Find memories by what they mean, say, name and cause. Each result tells how like the question it is (similarity), how far it points to the goal, and in which space most.",
    "An empty list means that nothing is near; leave minSimilarity at 0 to see the nearest all the same. -32002: there is no sentence model.",
    "To compare by purpose instead of content, use search_teleological.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    query: z.string().min(1).max(10_000),
    topK: z.int().min(1).max(100).default(10),
    offset: z
      .int()
      .min(0)
      .max(99)
      .default(0)
      .describe("Leave out so many of the best, to go on where an answer was cut"),
    minSimilarity: z.number().min(0).max(1).default(0),
    modality: z.enum(MODALITIES).optional(),
    session_id: z.string().min(1).max(200).optional().describe("Only memories of this session"),
    tags: z.array(z.string().min(1).max(100)).max(50).optional().describe("Only memories that have all of these tags"),
    includeContent: z.boolean().default(false),
    explain: z.boolean().default(false).describe("Also tell the scores per space and per stage"),
  }),
  output: z.object({
    results: z.array(
      z.object({
        fingerprintId: z.string(),
        similarity: z.number(),
        purposeAlignment: z.number(),
        dominantEmbedder: z.string(),
        thetaToNorthStar: z.number(),
        content: z.string().optional(),
        contentTruncated: z.boolean().optional(),
        explanation: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
    count: z.int(),
    truncated: z.boolean().optional(),
    next_offset: z.int().optional(),
  }),
  run: (input, graph: Graph) => searchGraphFor(graph, input),
});
