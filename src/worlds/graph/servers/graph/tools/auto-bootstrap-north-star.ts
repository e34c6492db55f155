import { z } from "zod";
import { defineTool, KernelError } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { rowsOf } from "../../../model/mind/impress.ts";
import { NORTH_STAR_FOUND, toPayload } from "../../../model/recorded.ts";
import { goalsOf } from "../../../read/goal.ts";
import { SERVICES } from "../../../read/services.ts";
import { chooseNorthStar } from "../../../write/north-star.ts";

export const autoBootstrapNorthStar = defineTool({
  name: "auto_bootstrap_north_star",
  title: "Find what the memories are about",
  description: [
    "Group memories by what they are about and make the surest group the north star: from then on, alignment means nearness to its middle. Nobody sets it by hand.",
    "It needs at least three memories, and a group that holds together by confidence_threshold; otherwise status is not_found, with the best that was found, and nothing is written.",
    "Once there is one, status is already_bootstrapped: use discover_sub_goals for more goals, trigger_drift_correction to move it.",
  ].join("\n"),
  effect: "write",
  input: z.object({
    confidence_threshold: z.number().min(0).max(1).default(0.7).describe("How alike the members must be on average"),
    max_candidates: z.int().min(1).max(100).default(10),
  }),
  output: z.object({
    status: z.enum(["bootstrapped", "already_bootstrapped", "not_found"]),
    bootstrap_result: z
      .object({
        goal_id: z.string(),
        goal_text: z.string(),
        level: z.string(),
        confidence: z.number(),
        coherence_score: z.number(),
        source: z.string(),
        dominant_embedders: z.array(z.string()),
        member_count: z.int(),
        baseline_alignment: z.number(),
      })
      .nullable(),
    discovery_metadata: z.object({
      fingerprints_analyzed: z.int(),
      clusters_found: z.int(),
      goals_discovered: z.int(),
      best_coherence: z.number().nullable(),
      algorithm: z.string(),
    }),
    candidates: z.array(
      z.object({
        goal_id: z.string(),
        goal_text: z.string(),
        confidence: z.number(),
        coherence_score: z.number(),
        member_count: z.int(),
      }),
    ),
    initialized_services: z.array(z.string()),
    recommendations: z.array(z.string()),
    note: z.string(),
  }),
  async prepare(input, graph: Graph) {
    const version = await graph.state.version("goals");
    return { version, found: await chooseNorthStar(graph, input) };
  },
  async run(_input, graph: Graph, { version, found }) {
    if ((await graph.state.version("goals")) !== version) {
      throw new KernelError("outdated", "Goals were changed while memories were grouped");
    }
    const goals = await goalsOf(graph);
    const before = goals.north_star;
    const star = before ?? found.star;
    if (before === null && star !== null) {
      const state = rowsOf({ goals: { ...goals, north_star: star } });
      await graph.scope.record({ kind: NORTH_STAR_FOUND, payload: toPayload({ state }, { goal_id: star.goal_id }) });
    }
    const status = before !== null ? "already_bootstrapped" : star === null ? "not_found" : "bootstrapped";
    return {
      status,
      bootstrap_result:
        star === null
          ? null
          : {
              goal_id: star.goal_id,
              goal_text: star.description,
              level: star.level,
              confidence: star.confidence,
              coherence_score: star.coherence_score,
              source: "clusters of memories",
              dominant_embedders: star.dominant_embedders,
              member_count: star.member_count,
              baseline_alignment: star.baseline,
            },
      discovery_metadata: found.metadata,
      candidates: found.candidates,
      initialized_services: star === null ? [] : SERVICES,
      recommendations: star === null ? [found.advice] : ["Watch get_alignment_drift as memories come."],
      note: NOTES[status],
    };
  },
});

const NOTES = {
  bootstrapped: "The surest group of memories is the north star now.",
  already_bootstrapped: "There is a north star already; it was left as it is.",
  not_found: "No group of memories holds together well enough to be a goal; nothing was written.",
} as const;
