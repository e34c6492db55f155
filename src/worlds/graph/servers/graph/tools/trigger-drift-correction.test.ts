import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

test("drift falls after a correction, by as much as it says", async () => {
  const graph = await openFilledGraph();
  await graph.ask("auto_bootstrap_north_star");
  const before = (await graph.ask("get_alignment_drift")).overall_drift;
  const corrected = await graph.ask("trigger_drift_correction", { force: true });
  const { correction_result } = corrected;
  expect(corrected).toEqual({
    correction_result: {
      strategy_applied: "ReinforceGoal",
      alignment_before: expect.closeTo(before.similarity, 3),
      alignment_after: expect.any(Number),
      improvement: expect.closeTo(correction_result.alignment_after - correction_result.alignment_before, 12),
      success: correction_result.improvement >= 0.01,
      steps: 1,
    },
    before_state: { alignment: correction_result.alignment_before, level: expect.any(String), goal_weight: 1 },
    after_state: { alignment: correction_result.alignment_after, level: expect.any(String), goal_weight: 1.1 },
    severity: "None",
    forced: true,
    reference_type: "north_star",
    _cognitive_pulse: expect.any(Object),
  });
  const after = (await graph.ask("get_alignment_drift")).overall_drift;
  expect(after.drift_score).toBeLessThan(before.drift_score);
  expect(after.similarity).toBeCloseTo(correction_result.alignment_after, 3);
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
});

test("goes on until the wanted alignment is reached, or as far as it gets", async () => {
  const graph = await openFilledGraph();
  await graph.ask("auto_bootstrap_north_star");
  const now = (await graph.ask("get_alignment_drift")).overall_drift.similarity;
  const { correction_result } = await graph.ask("trigger_drift_correction", {
    force: true,
    target_alignment: now + 0.01,
  });
  expect(correction_result.steps).toBeGreaterThan(1);
  expect(correction_result.alignment_after).toBeGreaterThanOrEqual(now + 0.01);
});

test("is skipped without a star or without drift, and writes nothing", async () => {
  const graph = await openFilledGraph();
  let root = await graph.root();
  expect(await graph.ask("trigger_drift_correction", { force: true })).toMatchObject({
    skipped: true,
    reason: expect.stringContaining("auto_bootstrap_north_star"),
    reference_type: "computed_centroid",
  });
  expect(await graph.root()).toBe(root);
  await graph.ask("auto_bootstrap_north_star");
  root = await graph.root();
  expect(await graph.ask("trigger_drift_correction")).toMatchObject({
    skipped: true,
    reason: "There is no drift to correct.",
    severity: "None",
  });
  expect(await graph.root()).toBe(root);
  expect((await graph.refused("trigger_drift_correction", { target_alignment: 2 })).code).toBe(-32602);
});

test("a reinforced goal counts more in a search: whoever serves it better gains on the others", async () => {
  const graph = await openTestGraph();
  const [granite = "", bread = ""] = await graph.put(
    "The harbour wall of Aldsund is of granite.",
    "The sourdough bread of Aldsund is of rye.",
    "The harbour wall of Aldsund was built of granite blocks.",
    "A harbour wall of granite keeps Aldsund safe.",
  );
  await graph.vectorsMade();
  await graph.ask("auto_bootstrap_north_star", { confidence_threshold: 0.1 });
  const lead = async () => {
    const { results } = await graph.ask("search_graph", { query: "What is of Aldsund?" });
    const of = (id: string) => results.find(({ fingerprintId }: { fingerprintId: string }) => fingerprintId === id);
    expect(of(granite).thetaToNorthStar).toBeGreaterThan(of(bread).thetaToNorthStar);
    return of(granite).similarity / of(bread).similarity;
  };
  const before = await lead();
  for (let time = 0; time < 5; time++) await graph.ask("trigger_drift_correction", { force: true });
  expect(await lead()).toBeGreaterThan(before);
});
