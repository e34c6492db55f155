import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

const TARGETS = {
  ece_target: 0.05,
  ece_acceptable: 0.1,
  mce_target: 0.1,
  mce_acceptable: 0.2,
  brier_target: 0.1,
  brier_acceptable: 0.15,
};

test("says nothing before anything was judged, and follows the feedback from then on", async () => {
  const graph = await openFilledGraph();
  expect(await graph.ask("get_calibration_metrics")).toEqual({
    timeframe: "24h",
    metrics: { ece: null, mce: null, brier: null, sample_count: 0, ...TARGETS },
    status: "Unknown",
    status_description: expect.stringContaining("update_synergy_matrix"),
    should_recalibrate: false,
    drift_scores: {},
    poorly_calibrated_embedders: [],
    recommendations: {
      level2_recalibration_needed: false,
      level3_exploration_needed: false,
      level4_optimization_needed: false,
    },
    _cognitive_pulse: expect.any(Object),
  });
  const judge = (feedback: string) =>
    graph.ask("update_synergy_matrix", {
      query_vector_id: graph.ids.harbour1,
      result_vector_id: graph.ids.harbour2,
      feedback,
    });
  const { prediction } = await judge("relevant");
  const right = (await graph.ask("get_calibration_metrics")).metrics;
  expect(right).toMatchObject({ sample_count: 1, ece: expect.closeTo(1 - prediction.confidence, 9) });
  expect(right.brier).toBeCloseTo((1 - prediction.confidence) ** 2, 9);
  await judge("not_relevant");
  // The same similarity was right once and wrong once: nothing can be sure of it.
  const both = (await graph.ask("get_calibration_metrics")).metrics;
  expect(both.brier).toBeGreaterThan(right.brier);
  await graph.env.sleep(2 * 3_600_000);
  expect((await graph.ask("get_calibration_metrics", { timeframe: "1h" })).metrics.sample_count).toBe(0);
  expect((await graph.ask("get_calibration_metrics", { timeframe: "7d" })).metrics.sample_count).toBe(2);
  expect((await graph.refused("get_calibration_metrics", { timeframe: "2y" })).code).toBe(-32602);
});
