import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

test("probe", async () => {
  const graph = await openFilledGraph();
  const out: string[] = [];
  const show = async (tool: string, args = {}) => {
    const t = performance.now();
    const a = await graph.ask(tool, args);
    delete a._cognitive_pulse;
    out.push(`${tool} ${Math.round(performance.now() - t)}ms ${JSON.stringify(a)}`);
    writeFileSync("/tmp/probe.txt", out.join("\n"));
    return a;
  };
  const { ids } = graph;
  out.push(JSON.stringify(ids));
  await show("omni_infer", { source: ids.rain, target: ids.road });
  await show("omni_infer", { source: ids.road, target: ids.rain });
  await show("omni_infer", { source: ids.road, target: ids.rain, direction: "backward" });
  await show("omni_infer", { source: ids.road, direction: "abduction" });
  await show("omni_infer", { source: ids.rain, direction: "bridge" });
  await show("omni_infer", { source: ids.odd, target: ids.rain });
  await show("get_alignment_drift", {});
  await show("auto_bootstrap_north_star");
  await show("auto_bootstrap_north_star", { confidence_threshold: 0.4 });
  await show("discover_sub_goals", { min_confidence: 0.3 });
  await show("get_alignment_drift", { include_history: true });
  await show("trigger_drift_correction");
  await show("trigger_drift_correction", { force: true });
  await show("get_pruning_candidates", { min_staleness_days: 0, min_alignment: 0.9 });
  const c = await show("trigger_consolidation", { min_similarity: 0.7 });
  await show("trigger_consolidation", { undo: c.consolidation_result.consolidation_id });
  await show("get_autonomous_status", { include_metrics: true, include_history: true });
  await show("update_synergy_matrix", {
    query_vector_id: ids.harbour1,
    result_vector_id: ids.harbour2,
    feedback: "relevant",
  });
  await show("get_calibration_metrics");
  await show("trigger_recalibration", { level: 2 });
  await show("get_threshold_status", { embedder_id: 1 });
  await show("get_steering_feedback");
  await show("manage_teleological_profile", { action: "find_best", context: "debug this function code" });
  await show("trigger_dream");
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
});
