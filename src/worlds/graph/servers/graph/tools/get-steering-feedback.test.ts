import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

test("judges how the graph is kept, filled and used, and looking moves nothing", async () => {
  const graph = await openFilledGraph();
  const root = await graph.root();
  const steering = await graph.ask("get_steering_feedback");
  const { gardener_score, curator_score, assessor_score } = steering.reward;
  expect(steering).toEqual({
    reward: {
      value: expect.closeTo((gardener_score + curator_score + assessor_score) / 3, 12),
      gardener_score: expect.any(Number),
      curator_score: expect.any(Number),
      assessor_score: expect.any(Number),
      dominant_factor: "gardener",
      limiting_factor: "assessor",
    },
    gardener_details: {
      edges_pruned: 0,
      dead_ends_removed: 0,
      connectivity: expect.closeTo((gardener_score + 1) / 2, 12),
      is_healthy: true,
    },
    curator_details: {
      avg_quality: expect.closeTo((curator_score + 1) / 2, 12),
      low_quality_count: 1,
      recommendations: [expect.stringContaining("get_pruning_candidates")],
      is_high_quality: false,
      has_concerns: true,
    },
    assessor_details: {
      retrieval_accuracy: null,
      learning_efficiency: expect.closeTo((assessor_score + 1) / 2, 12),
      trend: "unknown",
      trend_description: expect.any(String),
      is_performing_well: false,
    },
    summary: expect.any(String),
    needs_immediate_attention: expect.any(Boolean),
    priority_improvement: expect.stringContaining("no result was judged yet"),
    neuromodulation: {
      propagated: false,
      da_delta: null,
      da_new: null,
      serotonin_delta: null,
      serotonin_new: null,
      ne_delta: null,
      ne_new: null,
      cascades: 0,
    },
    _cognitive_pulse: expect.any(Object),
  });
  expect(await graph.root()).toBe(root);
});

test("relevant results raise the assessor's score, irrelevant ones lower it, and feedback is propagated", async () => {
  const graph = await openFilledGraph();
  const score = async () => (await graph.ask("get_steering_feedback")).reward.assessor_score;
  const judge = (feedback: string) =>
    graph.ask("update_synergy_matrix", {
      query_vector_id: graph.ids.rain,
      result_vector_id: graph.ids.flood,
      feedback,
    });
  const before = await score();
  await judge("relevant");
  const good = await score();
  expect(good).toBeGreaterThan(before);
  await judge("not_relevant");
  expect(await score()).toBeLessThan(good);
  const { neuromodulation } = await graph.ask("get_steering_feedback");
  expect(neuromodulation).toMatchObject({ propagated: true, da_delta: expect.any(Number) });
  const { dopamine } = await graph.ask("get_neuromodulation_state");
  expect(dopamine.level).toBeCloseTo(neuromodulation.da_new, 2);
});

test("has nothing to judge in an empty graph", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  expect(await graph.ask("get_steering_feedback")).toMatchObject({
    reward: { value: null, gardener_score: null, limiting_factor: null },
    summary: "There is nothing to judge yet.",
    priority_improvement: null,
    needs_immediate_attention: false,
  });
});
