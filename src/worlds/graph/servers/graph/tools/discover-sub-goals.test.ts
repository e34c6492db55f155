import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

const descriptions = (answer: { discovered_goals: { description: string }[] }) =>
  answer.discovered_goals.map(({ description }) => description);

test("names goals by what their memories are about, under both names of the tool", async () => {
  const graph = await openFilledGraph();
  const found = await graph.ask("discover_sub_goals", { min_confidence: 0.3 });
  expect(found).toEqual({
    discovered_goals: expect.any(Array),
    hierarchy_relationships: [],
    cluster_analysis: {
      clusters_found: 3,
      largest: expect.any(Number),
      best_confidence: expect.any(Number),
      below_min_confidence: 0,
    },
    discovery_metadata: { fingerprints_analyzed: 13, min_confidence: 0.3, max_goals: 5 },
    parent_goal_id: null,
    discovery_mode: "all",
    discovery_count: 3,
    _cognitive_pulse: expect.any(Object),
  });
  expect(found.discovered_goals[0]).toEqual({
    goal_id: expect.stringMatching(/^goal_/),
    description: "aldsund, granite, harbour, wall",
    level: "Operational",
    confidence: expect.any(Number),
    member_count: 4,
    coherence_score: expect.any(Number),
    dominant_embedders: expect.any(Array),
  });
  expect(descriptions(found).some((words) => words.includes("sourdough"))).toBe(true);
  expect(descriptions(found).some((words) => words.includes("flood"))).toBe(true);
  // The same memories come to the same goals.
  const again = await graph.ask("discover_goals", { min_confidence: 0.3 });
  expect(again.discovered_goals).toEqual(found.discovered_goals);
});

test("looks only at the memories of a goal, or at those that were named", async () => {
  const graph = await openFilledGraph();
  const { ids } = graph;
  const found = await graph.ask("discover_sub_goals", { min_confidence: 0.3 });
  const parent_goal_id = found.discovered_goals[0].goal_id;
  const inside = await graph.ask("discover_sub_goals", { min_confidence: 0, parent_goal_id });
  expect(inside).toMatchObject({ discovery_mode: "within_goal", discovery_metadata: { fingerprints_analyzed: 4 } });
  for (const { parent_id, child_id } of inside.hierarchy_relationships) {
    expect(parent_id).toBe(parent_goal_id);
    expect(child_id).not.toBe(parent_goal_id);
  }
  // Four memories come to one group, which is the parent again.
  expect(inside).toMatchObject({ discovered_goals: [], cluster_analysis: { clusters_found: 1 } });
  const named = await graph.ask("discover_sub_goals", {
    min_confidence: 0,
    memory_ids: [ids.bread1, ids.bread2, ids.bread3],
  });
  expect(named).toMatchObject({ discovery_mode: "given", discovery_metadata: { fingerprints_analyzed: 3 } });
});

test("writes nothing where no group is sure enough, and refuses unknown goals and memories", async () => {
  const graph = await openFilledGraph();
  const root = await graph.root();
  const none = await graph.ask("discover_sub_goals", { min_confidence: 1 });
  expect(none).toMatchObject({ discovered_goals: [], discovery_count: 0 });
  expect(none.cluster_analysis.below_min_confidence).toBe(3);
  expect(await graph.root()).toBe(root);
  expect(await graph.refused("discover_sub_goals", { parent_goal_id: "nobody" })).toMatchObject({
    code: -32602,
    data: { reason: "goal_not_found" },
  });
  expect(await graph.refused("discover_sub_goals", { memory_ids: ["nobody"] })).toMatchObject({
    code: -32602,
    data: { reason: "memory_not_found" },
  });
});
