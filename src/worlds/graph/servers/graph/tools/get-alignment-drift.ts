import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { memoryNotFound } from "../../../errors.ts";
import type { Graph } from "../../../graph.ts";
import { driftLevel, isDrifted } from "../../../model/goals/drift.ts";
import { SPACES } from "../../../model/spaces/names.ts";
import { Timeframe } from "../../../model/timeframe.ts";
import { driftIn } from "../../../read/drift.ts";

const MOST_DRIFTED = 5;

export const getAlignmentDrift = defineTool({
  name: "get_alignment_drift",
  title: "Look at how far memories moved from the goal",
  description: [
    "How near the memories of a time are to the north star, on the whole and in each space; without a north star, to their own middle. Where it goes is told from at least three parts of that time in which memories came.",
    "level says how near they are, severity how far they fell since the star was found, which is what trigger_drift_correction acts on. overall_drift is null where no memory came in that time.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    timeframe: Timeframe.default("24h"),
    include_history: z.boolean().default(false),
    memory_ids: z.array(z.string()).min(1).max(500).optional().describe("Only these, whenever they came"),
  }),
  output: z.object({
    overall_drift: z
      .object({
        level: z.string(),
        similarity: z.number(),
        drift_score: z.number(),
        has_drifted: z.boolean(),
        severity: z.string(),
      })
      .nullable(),
    per_embedder_drift: z.array(
      z.object({
        embedder: z.string(),
        embedder_index: z.int(),
        similarity: z.number(),
        drift_score: z.number(),
        drift_level: z.string(),
      }),
    ),
    most_drifted_embedders: z.array(z.string()),
    recommendations: z.array(
      z.object({ embedder: z.string(), priority: z.string(), issue: z.string(), suggestion: z.string() }),
    ),
    trend: z
      .object({
        direction: z.string(),
        velocity: z.number(),
        samples: z.int(),
        projected_critical_in: z.number().nullable(),
      })
      .nullable(),
    analyzed_count: z.int(),
    timestamp: z.string(),
    timeframe: z.string(),
    reference_type: z.enum(["north_star", "computed_centroid"]),
    reference_id: z.string().nullable(),
    history: z.array(z.object({ at: z.string(), similarity: z.number(), memories: z.int() })).optional(),
  }),
  async run({ timeframe, include_history, memory_ids }, graph: Graph) {
    if (memory_ids !== undefined) await requireAll(graph, memory_ids);
    const drift = await driftIn(graph, timeframe, memory_ids);
    const some = drift.aligned.length > 0;
    const spaces = drift.perSpace.map((similarity, embedder_index) => ({
      embedder: SPACES[embedder_index]?.label ?? "",
      embedder_index,
      similarity,
      drift_score: 1 - similarity,
      drift_level: driftLevel(similarity),
    }));
    const drifted = spaces
      .filter(({ drift_level }) => isDrifted(drift_level))
      .sort((one, other) => other.drift_score - one.drift_score || one.embedder_index - other.embedder_index);
    const { north_star } = drift.goals;
    const level = driftLevel(drift.similarity);
    const suggestion = north_star === null ? SUGGESTIONS.noStar : SUGGESTIONS[drift.correction.strategy];
    return {
      overall_drift: some
        ? {
            level,
            similarity: drift.similarity,
            drift_score: 1 - drift.similarity,
            has_drifted: isDrifted(level),
            severity: drift.severity,
          }
        : null,
      per_embedder_drift: some ? spaces : [],
      most_drifted_embedders: some ? drifted.slice(0, MOST_DRIFTED).map(({ embedder }) => embedder) : [],
      recommendations: some ? drifted.slice(0, MOST_DRIFTED).map((space) => adviceOn(space, suggestion)) : [],
      trend: drift.trend,
      analyzed_count: drift.aligned.length,
      timestamp: timeOf(drift.nowMs),
      timeframe,
      reference_type: north_star === null ? ("computed_centroid" as const) : ("north_star" as const),
      reference_id: north_star?.goal_id ?? null,
      ...(include_history && { history: drift.history.map((point) => ({ ...point, at: timeOf(point.at) })) }),
    };
  },
});

/** What a person can do about it: no correction is promised that would be skipped. */
const SUGGESTIONS = {
  noStar: "There is no goal yet: let auto_bootstrap_north_star find one.",
  NoAction:
    "On the whole they are as near to the goal as when it was found; store what serves it to bring them nearer.",
  ReinforceGoal: "Store what serves the goal, or reinforce it with trigger_drift_correction.",
  AdjustThreshold: "Store what serves the goal; trigger_drift_correction raises what counts as acceptable.",
  Emergency: "Look at what came lately: trigger_drift_correction moves the goal only with force.",
} as const;

async function requireAll(graph: Graph, ids: readonly string[]): Promise<void> {
  const living = new Set((await graph.memories.byIds(ids)).map(({ id }) => id));
  const missing = ids.find((id) => !living.has(id));
  if (missing !== undefined) throw memoryNotFound(missing);
}

function adviceOn({ embedder, drift_level }: { embedder: string; drift_level: string }, suggestion: string) {
  return {
    embedder,
    priority: drift_level === "Critical" ? "high" : drift_level === "High" ? "medium" : "low",
    issue: `Memories are far from what they are measured by in ${embedder}.`,
    suggestion,
  };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
