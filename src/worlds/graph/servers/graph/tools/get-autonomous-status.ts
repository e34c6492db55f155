import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { HEALTH } from "../../../model/goals/correction.ts";
import { driftIn } from "../../../read/drift.ts";
import { SERVICES } from "../../../read/services.ts";
import { consolidationsOf } from "../../../write/consolidate.ts";

const HEALTHY_FROM = 0.8;
const DEGRADED_FROM = 0.5;

export const getAutonomousStatus = defineTool({
  name: "get_autonomous_status",
  title: "Look at goals and their health",
  description: [
    "The north star, whether the services around it have what they need, and how healthy alignment is: 1 without drift, 0.85 mild, 0.6 moderate, 0.3 severe, 0 without a north star.",
    "With include_metrics the figures behind it, with include_history how alignment went over the last week.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    include_metrics: z.boolean().default(false),
    include_history: z.boolean().default(false),
    history_count: z.int().min(1).max(100).default(10),
  }),
  output: z.object({
    north_star: z.object({
      configured: z.boolean(),
      goal_id: z.string().nullable(),
      description: z.string().nullable(),
      level: z.string().nullable(),
    }),
    services: z.record(z.string(), z.object({ ready: z.boolean() })),
    overall_health: z.object({
      score: z.number(),
      status: z.enum(["healthy", "degraded", "critical", "not_configured"]),
      severity: z.string(),
    }),
    recommendations: z.array(z.object({ priority: z.string(), action: z.string(), description: z.string() })),
    metrics: z
      .object({
        memories: z.int(),
        analyzed: z.int(),
        alignment: z.number().nullable(),
        baseline: z.number().nullable(),
        goal_weight: z.number().nullable(),
        sub_goals: z.int(),
        consolidations: z.int(),
      })
      .optional(),
    history: z.array(z.object({ at: z.string(), similarity: z.number(), memories: z.int() })).optional(),
  }),
  async run(input, graph: Graph) {
    const drift = await driftIn(graph, "7d");
    const { north_star, sub_goals } = drift.goals;
    const { memories } = await graph.features.totals();
    const score = north_star === null ? 0 : HEALTH[drift.severity];
    return {
      north_star: {
        configured: north_star !== null,
        goal_id: north_star?.goal_id ?? null,
        description: north_star?.description ?? null,
        level: north_star?.level ?? null,
      },
      services: Object.fromEntries(
        SERVICES.map((name) => [name, { ready: isReady(name, north_star !== null, memories) }]),
      ),
      overall_health: { score, status: statusOf(score), severity: drift.severity },
      recommendations: adviceOn(north_star !== null, drift.correction.strategy),
      ...(input.include_metrics && {
        metrics: {
          memories,
          analyzed: drift.aligned.length,
          alignment: drift.aligned.length === 0 ? null : drift.similarity,
          baseline: north_star?.baseline ?? null,
          goal_weight: north_star?.weight ?? null,
          sub_goals: sub_goals.length,
          consolidations: (await consolidationsOf(graph)).done.length,
        },
      }),
      ...(input.include_history && {
        history: drift.history
          .slice(-input.history_count)
          .map((point) => ({ ...point, at: new Date(point.at).toISOString() })),
      }),
    };
  },
});

/** Those about the goal need one; the others need memories. */
function isReady(service: (typeof SERVICES)[number], hasStar: boolean, memories: number): boolean {
  return service === "DriftDetector" || service === "DriftCorrector" ? hasStar : memories > 0;
}

function statusOf(score: number) {
  if (score >= HEALTHY_FROM) return "healthy" as const;
  if (score >= DEGRADED_FROM) return "degraded" as const;
  return score > 0 ? ("critical" as const) : ("not_configured" as const);
}

function adviceOn(hasStar: boolean, strategy: string) {
  if (!hasStar) {
    const description = "There is no north star yet: let the memories find one.";
    return [{ priority: "high", action: "auto_bootstrap_north_star", description }];
  }
  if (strategy === "NoAction") return [];
  const priority = strategy === "Emergency" ? "high" : "medium";
  return [
    { priority, action: "trigger_drift_correction", description: "Memories have moved away from the north star." },
  ];
}
