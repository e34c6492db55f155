import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { pruningCandidates } from "../../../model/goals/pruning.ts";
import { pruningViews } from "../../../read/pruning.ts";

export const getPruningCandidates = defineTool({
  name: "get_pruning_candidates",
  title: "Find memories that are hardly needed",
  description: [
    "Old memories with few edges and a reason to go, the least needed first: said twice, tied to nothing, far from the goal, not looked at for 90 days, or of low quality. Nothing is deleted by asking.",
    "At most 5000 are looked at, those that were stored first; summary.fingerprints_analyzed says how many.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    limit: z.int().min(1).max(1000).default(20),
    min_staleness_days: z.number().min(0).max(36_500).default(30),
    min_alignment: z.number().min(0).max(1).default(0.4),
  }),
  output: z.object({
    candidates: z.array(
      z.object({
        memory_id: z.string(),
        age_days: z.number(),
        alignment: z.number(),
        connections: z.int(),
        reason: z.string(),
        byte_size: z.int(),
        priority_score: z.number(),
      }),
    ),
    summary: z.object({
      total_candidates: z.int(),
      by_reason: z.record(z.string(), z.int()),
      thresholds_used: z.object({ min_staleness_days: z.number(), min_alignment: z.number() }),
      fingerprints_analyzed: z.int(),
    }),
    limit_applied: z.int(),
  }),
  async run({ limit, min_staleness_days, min_alignment }, graph: Graph) {
    const nowMs = graph.scope.env.now();
    const { views, analyzed } = await pruningViews(graph, min_staleness_days, nowMs);
    const rules = { minStalenessDays: min_staleness_days, minAlignment: min_alignment };
    const found = pruningCandidates(views, rules, nowMs);
    const by_reason: Record<string, number> = {};
    for (const { reason } of found) by_reason[reason] = (by_reason[reason] ?? 0) + 1;
    return {
      candidates: found.slice(0, limit),
      summary: {
        total_candidates: found.length,
        by_reason,
        thresholds_used: { min_staleness_days, min_alignment },
        fingerprints_analyzed: analyzed,
      },
      limit_applied: limit,
    };
  },
});
