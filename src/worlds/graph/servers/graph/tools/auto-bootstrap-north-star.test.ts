import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

test("makes the surest group of memories the north star, named by its words, once", async () => {
  const graph = await openFilledGraph();
  const found = await graph.ask("auto_bootstrap_north_star");
  expect(found).toEqual({
    status: "bootstrapped",
    bootstrap_result: {
      goal_id: expect.stringMatching(/^goal_[0-9a-f]{24}$/),
      goal_text: "aldsund, granite, harbour, wall",
      level: "Operational",
      confidence: expect.any(Number),
      coherence_score: expect.any(Number),
      source: "clusters of memories",
      dominant_embedders: expect.any(Array),
      member_count: 4,
      baseline_alignment: expect.any(Number),
    },
    discovery_metadata: {
      fingerprints_analyzed: 13,
      clusters_found: 3,
      goals_discovered: expect.any(Number),
      best_coherence: expect.any(Number),
      algorithm: expect.any(String),
    },
    candidates: expect.any(Array),
    initialized_services: expect.arrayContaining(["DriftDetector", "ThresholdLearner"]),
    recommendations: expect.any(Array),
    note: expect.any(String),
    _cognitive_pulse: expect.any(Object),
  });
  expect(found.bootstrap_result.coherence_score).toBeGreaterThan(0.7);
  expect(found.bootstrap_result.confidence).toBe(found.candidates[0].confidence);
  const root = await graph.root();
  const again = await graph.ask("auto_bootstrap_north_star", { confidence_threshold: 0.1 });
  expect(again).toMatchObject({ status: "already_bootstrapped", bootstrap_result: found.bootstrap_result });
  expect(await graph.root()).toBe(root);
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
});

test("finds none where nothing holds together well enough, tells the best, and writes nothing", async () => {
  const graph = await openFilledGraph();
  const root = await graph.root();
  const none = await graph.ask("auto_bootstrap_north_star", { confidence_threshold: 0.99 });
  expect(none).toMatchObject({ status: "not_found", bootstrap_result: null, initialized_services: [] });
  expect(none.discovery_metadata.best_coherence).toBeLessThan(0.99);
  expect(await graph.root()).toBe(root);
  expect((await graph.refused("auto_bootstrap_north_star", { confidence_threshold: 2 })).code).toBe(-32602);
});

test("needs three memories", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  expect(await graph.ask("auto_bootstrap_north_star")).toMatchObject({
    status: "not_found",
    recommendations: ["Store at least 3 memories first."],
    discovery_metadata: { fingerprints_analyzed: 0, clusters_found: 0, best_coherence: null },
  });
});
