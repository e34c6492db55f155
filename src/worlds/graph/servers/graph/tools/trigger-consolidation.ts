import { z } from "zod";
import { defineTool, KernelError } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { CONSOLIDATION_STRATEGIES } from "../../../model/goals/consolidation.ts";
import { CONSOLIDATION_UNDONE, MEMORIES_CONSOLIDATED, toPayload } from "../../../model/recorded.ts";
import { ACTIVITY } from "../../../model/utl/activity.ts";
import { mergeChanges, planConsolidation, undoChanges } from "../../../write/consolidate.ts";

const SAMPLE_MAX = 10;
const Merge = z.object({
  source_ids: z.array(z.string()),
  target_id: z.string(),
  similarity: z.number(),
  combined_alignment: z.number(),
});

export const triggerConsolidation = defineTool({
  name: "trigger_consolidation",
  title: "Merge memories that say the same",
  description: [
    "Merge memories that are alike in meaning and words: the most used stays as it is, the others leave and lead to it, and their edges go over. What denies the other, or names other numbers, stays apart. Nothing is lost for 30 days: call again with undo and the consolidation_id to have all of it back.",
    "dry_run tells what would be merged and writes nothing. At most 50 memories leave in a day. redundancy is the share of memories that have another as alike as min_similarity, before and after.",
    "Also known as consolidate_memories.",
  ].join("\n"),
  effect: "destructive",
  aliases: ["consolidate_memories"],
  input: z.object({
    max_memories: z.int().min(1).max(10_000).default(100).describe("So many of the newest are looked at"),
    strategy: z
      .enum(CONSOLIDATION_STRATEGIES)
      .default("similarity")
      .describe("similarity: all pairs; temporal: less than a day apart; semantic: both serve the goal"),
    min_similarity: z.number().min(0).max(1).default(0.85),
    undo: z.string().optional().describe("A consolidation_id: take that consolidation back instead"),
  }),
  output: z.object({
    consolidation_result: z.object({
      status: z.enum(["consolidated", "nothing_to_do", "undone"]),
      consolidation_id: z.string().nullable(),
      candidate_count: z.int(),
      memories_merged: z.int(),
      memories_restored: z.int(),
      redundancy_before: z.number().nullable(),
      redundancy_after: z.number().nullable(),
      action_required: z.boolean(),
    }),
    statistics: z.object({
      pairs_evaluated: z.int(),
      pairs_consolidated: z.int(),
      strategy: z.string(),
      similarity_threshold: z.number(),
      max_memories_limit: z.int(),
      fingerprints_analyzed: z.int(),
      merges_left_today: z.int().nullable(),
    }),
    candidates_sample: z.array(Merge),
  }),
  async prepare(input, graph: Graph) {
    if (input.undo !== undefined) return { version: undefined, plan: undefined };
    return { version: await graph.state.version(ACTIVITY), plan: await planConsolidation(graph, input) };
  },
  async run(input, graph: Graph, { version, plan }) {
    const asked = {
      strategy: input.strategy,
      similarity_threshold: input.min_similarity,
      max_memories_limit: input.max_memories,
    };
    if (plan === undefined) {
      const { undone, changes } = await undoChanges(graph, input.undo ?? "");
      await graph.scope.record({ kind: CONSOLIDATION_UNDONE, payload: toPayload(changes, { undone: undone.id }) });
      return {
        consolidation_result: {
          status: "undone" as const,
          consolidation_id: undone.id,
          candidate_count: 0,
          memories_merged: 0,
          memories_restored: changes.restored?.length ?? 0,
          redundancy_before: null,
          redundancy_after: null,
          action_required: false,
        },
        statistics: {
          pairs_evaluated: 0,
          pairs_consolidated: 0,
          ...asked,
          fingerprints_analyzed: 0,
          merges_left_today: null,
        },
        candidates_sample: undone.merges.slice(0, SAMPLE_MAX),
      };
    }
    // What was compared may have changed: it is compared again.
    if ((await graph.state.version(ACTIVITY)) !== version) {
      throw new KernelError("outdated", "Memories came or went while they were compared");
    }
    const merged = plan.merges.flatMap(({ source_ids }) => source_ids).length;
    let id: string | null = null;
    if (merged > 0) {
      const { consolidation, changes } = await mergeChanges(graph, plan.merges, graph.scope.env.now());
      id = consolidation.id;
      await graph.scope.record({ kind: MEMORIES_CONSOLIDATED, payload: toPayload(changes, { consolidation_id: id }) });
    }
    return {
      consolidation_result: {
        status: merged > 0 ? ("consolidated" as const) : ("nothing_to_do" as const),
        consolidation_id: id,
        candidate_count: plan.fitting,
        memories_merged: merged,
        memories_restored: 0,
        redundancy_before: plan.redundancy_before,
        redundancy_after: plan.redundancy_after,
        // A rehearsal merged nothing, and what is beyond today's number waits.
        action_required: plan.fitting > merged || (graph.scope.dryRun && merged > 0),
      },
      statistics: {
        pairs_evaluated: plan.pairs.length,
        pairs_consolidated: merged,
        ...asked,
        fingerprints_analyzed: plan.analyzed,
        merges_left_today: plan.left_today - merged,
      },
      candidates_sample: plan.merges.slice(0, SAMPLE_MAX),
    };
  },
});
