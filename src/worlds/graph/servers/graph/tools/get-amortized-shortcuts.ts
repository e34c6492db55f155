import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { SHORTCUT_CONFIDENCE, SHORTCUT_RULE } from "../../../model/dream/shortcuts.ts";
import { dreamsOf } from "../../../read/dreams.ts";

export const getAmortizedShortcuts = defineTool({
  name: "get_amortized_shortcuts",
  title: "Look at paths that were walked often",
  description: [
    "Paths of three edges or more that the last whole dream walked five times or more, the most walked first; those whose edges are all sure enough got a shortcut.",
    "Before the first dream there are none: use trigger_dream.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    min_confidence: z.number().min(0).max(1).default(SHORTCUT_CONFIDENCE),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: z.object({
    shortcuts: z.array(
      z.object({
        source: z.string(),
        target: z.string(),
        hop_count: z.int(),
        traversal_count: z.int(),
        combined_weight: z.number(),
        min_confidence: z.number(),
        path_length: z.int(),
        path: z.array(z.string()),
      }),
    ),
    total_candidates: z.int(),
    returned_count: z.int(),
    shortcuts_created_this_cycle: z.int(),
    filters_applied: z.object({ min_confidence: z.number(), limit: z.int() }),
    constitution_reference: z.object({ min_hops: z.int(), min_traversals: z.int(), min_confidence: z.number() }),
  }),
  async run({ min_confidence, limit }, graph: Graph) {
    const { candidates, last } = await dreamsOf(graph);
    const sure = candidates.filter((candidate) => candidate.min_confidence >= min_confidence);
    const shown = sure.slice(0, limit);
    return {
      shortcuts: shown.map((candidate) => ({ ...candidate, path_length: candidate.path.length })),
      total_candidates: sure.length,
      returned_count: shown.length,
      shortcuts_created_this_cycle: last?.shortcuts_created ?? 0,
      filters_applied: { min_confidence, limit },
      constitution_reference: SHORTCUT_RULE,
    };
  },
});
