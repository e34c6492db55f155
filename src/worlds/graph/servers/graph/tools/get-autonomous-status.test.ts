import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

test("is not configured before there is a star, and healthy while memories keep to it", async () => {
  const graph = await openFilledGraph();
  expect(await graph.ask("get_autonomous_status")).toEqual({
    north_star: { configured: false, goal_id: null, description: null, level: null },
    services: {
      DriftDetector: { ready: false },
      DriftCorrector: { ready: false },
      PruningService: { ready: true },
      ConsolidationService: { ready: true },
      SubGoalDiscovery: { ready: true },
      ThresholdLearner: { ready: true },
    },
    overall_health: { score: 0, status: "not_configured", severity: "None" },
    recommendations: [{ priority: "high", action: "auto_bootstrap_north_star", description: expect.any(String) }],
    _cognitive_pulse: expect.any(Object),
  });
  const { bootstrap_result } = await graph.ask("auto_bootstrap_north_star");
  await graph.ask("discover_sub_goals", { min_confidence: 0.3 });
  const status = await graph.ask("get_autonomous_status", {
    include_metrics: true,
    include_history: true,
    history_count: 2,
  });
  expect(status).toMatchObject({
    north_star: { configured: true, goal_id: bootstrap_result.goal_id, description: bootstrap_result.goal_text },
    overall_health: { score: 1, status: "healthy", severity: "None" },
    recommendations: [],
    metrics: {
      memories: 13,
      analyzed: 13,
      alignment: expect.closeTo(bootstrap_result.baseline_alignment, 3),
      baseline: bootstrap_result.baseline_alignment,
      goal_weight: 1,
      sub_goals: 3,
      consolidations: 0,
    },
  });
  expect(status.services.DriftDetector.ready).toBe(true);
  expect(status.history).toHaveLength(2);
  expect((await graph.refused("get_autonomous_status", { history_count: 0 })).code).toBe(-32602);
});
