import { expect, test } from "vitest";
import { type FilledGraph, openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

const NAMES = ["EWMA Drift Tracker", "Temperature Scaling", "Thompson Sampling Bandit", "Bayesian Meta-Optimizer"];

/** Feedback that the similarity does not deserve: what is alike is wrong, what is not is right, most of the time. */
async function misled(graph: FilledGraph): Promise<void> {
  const { harbour1, harbour2, harbour3, bread1, bread2, rain } = graph.ids;
  const wrong = [harbour2, harbour3].map((id) => ({ query_vector_id: harbour1, result_vector_id: id }));
  const right = [rain, bread1, bread2].map((id) => ({ query_vector_id: harbour1, result_vector_id: id }));
  for (let round = 0; round < 3; round++) {
    for (const pair of wrong) await graph.ask("update_synergy_matrix", { ...pair, feedback: "not_relevant" });
    for (const pair of right) await graph.ask("update_synergy_matrix", { ...pair, feedback: "relevant" });
  }
}

test("changes nothing and says how much is missing while too little was judged", async () => {
  const graph = await openFilledGraph();
  const root = await graph.root();
  for (const level of [1, 2, 3, 4]) {
    const answer = await graph.ask("trigger_recalibration", { level });
    expect(answer).toMatchObject({
      success: false,
      recalibration: { level, level_name: NAMES[level - 1], samples_found: 0, domain: "General" },
      metrics_before: { ece: null, status: "Unknown" },
    });
    expect(answer.recalibration.theta_acc_after).toBe(answer.recalibration.theta_acc_before);
  }
  expect(await graph.root()).toBe(root);
});

test("each level learns from what was judged: temperatures lower the error, the others move a threshold", async () => {
  const graph = await openFilledGraph();
  await misled(graph);
  const before = await graph.ask("get_threshold_status");
  const two = await graph.ask("trigger_recalibration", { level: 2 });
  expect(two).toEqual({
    success: true,
    recalibration: {
      level: 2,
      level_name: "Temperature Scaling",
      action: "recalibrated",
      description: expect.any(String),
      domain: "General",
      samples_needed: 10,
      samples_found: 15,
      theta_acc_before: 0.74,
      theta_acc_after: 0.74,
      temperature_losses: expect.objectContaining({ E1_semantic: expect.any(Object) }),
    },
    metrics_before: { ...before.calibration },
    metrics_after: expect.any(Object),
    _cognitive_pulse: expect.any(Object),
  });
  expect(two.metrics_after.brier).toBeLessThan(two.metrics_before.brier);
  const one = await graph.ask("trigger_recalibration", { level: 1 });
  expect(Object.keys(one.recalibration.drift_scores)).toContain("E1_semantic");
  expect(one.recalibration.theta_acc_after).not.toBe(one.recalibration.theta_acc_before);
  const three = await graph.ask("trigger_recalibration", { level: 3 });
  expect(three.recalibration.threshold_candidates).toHaveLength(5);
  expect(three.recalibration.selected_threshold).toBe(three.recalibration.theta_acc_after);
  const four = await graph.ask("trigger_recalibration", { level: 4 });
  expect(four.recalibration).toMatchObject({ should_optimize: expect.any(Boolean), looks: expect.any(Array) });
  const after = await graph.ask("get_threshold_status");
  expect(after.thresholds.learned).toBe(true);
  expect(after.thresholds.domain_thresholds.theta_acc).toBe(four.recalibration.theta_acc_after);
  expect(after.thresholds.temperature).not.toBe(before.thresholds.temperature);
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
});

test("refuses a level outside 1 to 4 and an unknown domain, and changes nothing", async () => {
  const graph = await openFilledGraph();
  for (const level of [0, 5, 1.5, undefined]) {
    expect((await graph.refused("trigger_recalibration", { level })).code).toBe(-32602);
  }
  expect(await graph.refused("trigger_recalibration", { level: 2, domain: "Cooking" })).toMatchObject({
    code: -32010,
    data: { name: "THRESHOLD_ERROR", reason: "unknown_domain" },
  });
});
