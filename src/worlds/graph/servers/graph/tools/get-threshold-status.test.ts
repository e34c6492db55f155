import { expect, test } from "vitest";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

test("shows the thresholds of a domain before anything was learned, stricter where the domain is", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  expect(await graph.ask("get_threshold_status", { embedder_id: 9 })).toEqual({
    domain: "General",
    thresholds: {
      domain_thresholds: {
        theta_opt: expect.closeTo(0.8, 9),
        theta_acc: expect.closeTo(0.74, 9),
        theta_warn: expect.closeTo(0.575, 9),
        theta_dup: 0.9,
        theta_edge: 0.7,
      },
      temperature: 1,
      learned: false,
    },
    calibration: { ece: null, mce: null, brier: null, sample_count: 0, status: "Unknown" },
    drift_scores: {},
    should_recalibrate_level2: false,
    should_explore_level3: false,
    should_optimize_level4: false,
    embedder_detail: {
      embedder_id: 9,
      embedder_name: "E9_hdc",
      temperature: 1.5,
      is_poorly_calibrated: false,
      needs_recalibration: false,
    },
    _cognitive_pulse: expect.any(Object),
  });
  const [medical, creative] = [
    await graph.ask("get_threshold_status", { domain: "medical" }),
    await graph.ask("get_threshold_status", { domain: "Creative" }),
  ];
  expect(medical.domain).toBe("Medical");
  expect(medical.thresholds.domain_thresholds.theta_acc).toBeGreaterThan(
    creative.thresholds.domain_thresholds.theta_acc,
  );
  expect(await graph.refused("get_threshold_status", { domain: "Cooking" })).toMatchObject({
    code: -32010,
    data: { reason: "unknown_domain" },
  });
  expect((await graph.refused("get_threshold_status", { embedder_id: 14 })).code).toBe(-32602);
});
