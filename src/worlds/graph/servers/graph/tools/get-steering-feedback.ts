import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import type { Part, Steering } from "../../../model/steering.ts";
import { dreamsOf } from "../../../read/dreams.ts";
import { rowOf } from "../../../read/rows.ts";
import { steeringNow } from "../../../read/steering.ts";
import type { Steered } from "../../../write/steer.ts";

const Score = z.number().nullable();

const ADVICE: Readonly<Record<Part, string>> = {
  gardener: "Few memories are tied to others: store what belongs together in one session, or let the graph dream.",
  curator: "Memories are weak: say how important they are, and prune what get_pruning_candidates names.",
  assessor: "Results miss: give feedback with update_synergy_matrix, then recalibrate.",
};

export const getSteeringFeedback = defineTool({
  name: "get_steering_feedback",
  title: "Look at how well the graph is doing",
  description: [
    "Three judges, each from -1 to 1: the gardener (how many memories are tied to others), the curator (how good they are), the assessor (how relevant results were, and how much is learned). reward.value is their mean.",
    "A score is null where nothing can be judged yet. neuromodulation tells what the last judgement did to the modulators; it is propagated by dreams and by feedback, never by looking.",
  ].join("\n"),
  effect: "read",
  input: z.object({}),
  output: z.object({
    reward: z.object({
      value: Score,
      gardener_score: Score,
      curator_score: Score,
      assessor_score: Score,
      dominant_factor: z.string().nullable(),
      limiting_factor: z.string().nullable(),
    }),
    gardener_details: z.object({
      edges_pruned: z.int(),
      dead_ends_removed: z.int(),
      connectivity: Score,
      is_healthy: z.boolean(),
    }),
    curator_details: z.object({
      avg_quality: Score,
      low_quality_count: z.int(),
      recommendations: z.array(z.string()),
      is_high_quality: z.boolean(),
      has_concerns: z.boolean(),
    }),
    assessor_details: z.object({
      retrieval_accuracy: Score,
      learning_efficiency: Score,
      trend: z.string(),
      trend_description: z.string(),
      is_performing_well: z.boolean(),
    }),
    summary: z.string(),
    needs_immediate_attention: z.boolean(),
    priority_improvement: z.string().nullable(),
    neuromodulation: z.object({
      propagated: z.boolean(),
      da_delta: Score,
      da_new: Score,
      serotonin_delta: Score,
      serotonin_new: Score,
      ne_delta: Score,
      ne_new: Score,
      cascades: z.int(),
    }),
  }),
  async run(_input, graph: Graph) {
    const steering = await steeringNow(graph);
    const dreamt = (await dreamsOf(graph)).last?.nrem;
    const last = await rowOf<Steered>(graph, "steering");
    const { scores, limiting } = steering;
    return {
      reward: {
        value: steering.value,
        gardener_score: scores.gardener,
        curator_score: scores.curator,
        assessor_score: scores.assessor,
        dominant_factor: steering.dominant,
        limiting_factor: limiting,
      },
      gardener_details: {
        edges_pruned: dreamt?.edges_pruned ?? 0,
        dead_ends_removed: dreamt?.dead_ends_removed ?? 0,
        connectivity: scores.gardener === null ? null : (scores.gardener + 1) / 2,
        is_healthy: steering.isHealthy,
      },
      curator_details: {
        avg_quality: steering.averageQuality,
        low_quality_count: steering.lowQualityCount,
        recommendations: steering.lowQualityCount > 0 ? [ADVICE.curator] : [],
        is_high_quality: steering.isHighQuality,
        has_concerns: steering.lowQualityCount > 0,
      },
      assessor_details: {
        retrieval_accuracy: steering.accuracy,
        learning_efficiency: steering.efficiency,
        trend: steering.trend,
        trend_description: trendInWords(steering),
        is_performing_well: steering.isPerforming,
      },
      summary: summaryOf(steering),
      needs_immediate_attention: steering.needsAttention,
      priority_improvement: limiting === null ? null : adviceOn(steering, limiting),
      neuromodulation: {
        propagated: last !== undefined,
        da_delta: last?.da_delta ?? null,
        da_new: last?.da_new ?? null,
        serotonin_delta: last?.serotonin_delta ?? null,
        serotonin_new: last?.serotonin_new ?? null,
        ne_delta: last?.ne_delta ?? null,
        ne_new: last?.ne_new ?? null,
        cascades: [last?.serotonin_delta, last?.ne_delta].filter((delta) => (delta ?? 0) !== 0).length,
      },
    };
  },
});

/** Where no result was judged yet, none is known to miss. */
function adviceOn({ accuracy }: Steering, part: Part): string {
  return part === "assessor" && accuracy === null ? NOT_JUDGED : ADVICE[part];
}

const NOT_JUDGED =
  "Little of what came lately was both new and fitting, and no result was judged yet: give feedback with update_synergy_matrix.";

function trendInWords({ trend }: Steering): string {
  if (trend === "unknown") return "Too few results were judged to tell where it goes.";
  return trend === "stable" ? "Results are as relevant as before." : `The relevance of results is ${trend}.`;
}

function summaryOf({ value, limiting, needsAttention }: Steering): string {
  if (value === null) return "There is nothing to judge yet.";
  const mood = value > 0 ? "doing well" : "not doing well";
  const least = needsAttention ? "what asks for attention now is" : "what holds it back most is";
  return `The graph is ${mood} on the whole; ${least} the ${limiting}.`;
}
