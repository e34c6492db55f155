import { z } from "zod";
import { defineTool, KernelError } from "../../../../../kernel/index.ts";
import { memoryNotFound, refuse } from "../../../errors.ts";
import type { Graph } from "../../../graph.ts";
import { isAbove, parentOf } from "../../../model/goals/goal.ts";
import { rowsOf } from "../../../model/mind/impress.ts";
import { GOALS_DISCOVERED, toPayload } from "../../../model/recorded.ts";
import { type FoundGoal, findGoals, likenessBetween } from "../../../read/find-goals.ts";
import { goalsOf } from "../../../read/goal.ts";
import { type Survey, survey } from "../../../read/survey.ts";

const GoalOutput = z.object({
  goal_id: z.string(),
  description: z.string(),
  level: z.string(),
  confidence: z.number(),
  member_count: z.int(),
  coherence_score: z.number(),
  dominant_embedders: z.array(z.string()),
});

export const discoverSubGoals = defineTool({
  name: "discover_sub_goals",
  title: "Find sub-goals",
  description: [
    "Group memories by what they are about and keep the groups as goals, named by the words that tell them from the rest. With parent_goal_id only memories of that goal are looked at.",
    "discovered_goals is empty where no group reaches min_confidence; nothing is written then. An unknown goal or memory is refused (-32602).",
    "Also known as discover_goals.",
  ].join("\n"),
  effect: "write",
  aliases: ["discover_goals"],
  input: z.object({
    min_confidence: z.number().min(0).max(1).default(0.6),
    max_goals: z.int().min(1).max(20).default(5),
    parent_goal_id: z.string().optional(),
    memory_ids: z.array(z.string()).min(1).max(300).optional().describe("Only these memories"),
  }),
  output: z.object({
    discovered_goals: z.array(GoalOutput),
    hierarchy_relationships: z.array(z.object({ parent_id: z.string(), child_id: z.string(), similarity: z.number() })),
    cluster_analysis: z.object({
      clusters_found: z.int(),
      largest: z.int(),
      best_confidence: z.number().nullable(),
      below_min_confidence: z.int(),
    }),
    discovery_metadata: z.object({ fingerprints_analyzed: z.int(), min_confidence: z.number(), max_goals: z.int() }),
    parent_goal_id: z.string().nullable(),
    discovery_mode: z.string(),
    discovery_count: z.int(),
  }),
  async prepare({ parent_goal_id, memory_ids }, graph: Graph) {
    const version = await graph.state.version("goals");
    const ids = await memoriesAsked(graph, parent_goal_id, memory_ids);
    const surveyed = await survey(graph, ids);
    return { version, surveyed, ...findGoals(surveyed) };
  },
  async run(input, graph: Graph, { version, surveyed, goals, clusters }) {
    if ((await graph.state.version("goals")) !== version) {
      throw new KernelError("outdated", "Goals were changed while memories were grouped");
    }
    // A group that is all of the parent is the parent, and stands under nobody.
    const others = goals.filter(({ goal_id }) => goal_id !== input.parent_goal_id);
    const sure = others.filter(({ confidence }) => confidence >= input.min_confidence);
    const chosen = sure.slice(0, input.max_goals);
    const relations = hierarchy(chosen, surveyed, input.parent_goal_id);
    if (chosen.length > 0) {
      const known = await goalsOf(graph);
      const kept = chosen.map(({ cluster: _cluster, ...goal }) => {
        const above = relations.find(({ child_id }) => child_id === goal.goal_id);
        return { ...goal, parent_id: above?.parent_id ?? null, parent_similarity: above?.similarity ?? null };
      });
      const before = known.sub_goals.filter(({ goal_id }) => !kept.some((goal) => goal.goal_id === goal_id));
      const state = rowsOf({ goals: { ...known, sub_goals: [...before, ...kept].slice(-100) } });
      await graph.scope.record({ kind: GOALS_DISCOVERED, payload: toPayload({ state }) });
    }
    return {
      discovered_goals: chosen.map(({ cluster: _cluster, member_ids: _ids, ...goal }) => goal),
      hierarchy_relationships: relations,
      cluster_analysis: {
        clusters_found: clusters.length,
        largest: Math.max(0, ...clusters.map(({ members }) => members.length)),
        best_confidence: others[0]?.confidence ?? null,
        below_min_confidence: others.length - sure.length,
      },
      discovery_metadata: {
        fingerprints_analyzed: surveyed.memories.length,
        min_confidence: input.min_confidence,
        max_goals: input.max_goals,
      },
      parent_goal_id: input.parent_goal_id ?? null,
      discovery_mode:
        input.parent_goal_id !== undefined ? "within_goal" : input.memory_ids !== undefined ? "given" : "all",
      discovery_count: chosen.length,
    };
  },
});

async function memoriesAsked(graph: Graph, parent?: string, asked?: readonly string[]) {
  if (asked !== undefined) {
    const living = new Set((await graph.memories.byIds(asked)).map(({ id }) => id));
    const missing = asked.find((id) => !living.has(id));
    if (missing !== undefined) throw memoryNotFound(missing);
  }
  if (parent === undefined) return asked;
  const { north_star, sub_goals } = await goalsOf(graph);
  const goal = [...(north_star === null ? [] : [north_star]), ...sub_goals].find(({ goal_id }) => goal_id === parent);
  if (goal === undefined) {
    throw refuse("INVALID_PARAMS", "There is no goal with this id. See discover_sub_goals.", "goal_not_found", {
      goal_id: parent,
    });
  }
  return asked === undefined ? goal.member_ids : goal.member_ids.filter((id) => asked.includes(id));
}

/** Which goal stands above which: the given one above all, else the most similar of a higher level. */
function hierarchy(goals: readonly FoundGoal[], { likeness }: Survey, parent: string | undefined) {
  return goals.flatMap((child) => {
    if (parent !== undefined) {
      return [{ parent_id: parent, child_id: child.goal_id, similarity: child.coherence_score }];
    }
    const above = goals.filter((goal) => isAbove(goal.level, child.level));
    const alike = above.map((goal) => likenessBetween(goal.cluster, child.cluster, likeness));
    const best = parentOf(alike);
    if (best === undefined) return [];
    return [{ parent_id: above[best]?.goal_id ?? "", child_id: child.goal_id, similarity: alike[best] ?? 0 }];
  });
}
