import { z } from "zod";

/** What a dream did; times are those of the sleep it stands for. */
export const DreamReport = z.object({
  cycle: z.int(),
  completed: z.boolean(),
  wake_reason: z.string(),
  nrem: z.object({
    memories_replayed: z.int(),
    edges_strengthened: z.int(),
    edges_weakened: z.int(),
    edges_pruned: z.int(),
    dead_ends_removed: z.int(),
    clusters_consolidated: z.int(),
    compression_ratio: z.number(),
    shortcut_candidates: z.int(),
    average_weight_delta: z.number(),
    order_after: z.number(),
    simulated_duration_s: z.number(),
    completed: z.boolean(),
  }),
  rem: z.object({
    queries_generated: z.int(),
    blind_spots_found: z.int(),
    new_edges_created: z.int(),
    average_semantic_leap: z.number(),
    exploration_coverage: z.number(),
    unique_nodes_visited: z.int(),
    order_after: z.number(),
    simulated_duration_s: z.number(),
    completed: z.boolean(),
  }),
  shortcuts_created: z.int(),
});

export type DreamReport = z.infer<typeof DreamReport>;
