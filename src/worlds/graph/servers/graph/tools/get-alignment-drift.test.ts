import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

test("measures memories by the north star in every space, with where it goes", async () => {
  const graph = await openFilledGraph();
  const { ids } = graph;
  const { bootstrap_result } = await graph.ask("auto_bootstrap_north_star");
  const drift = await graph.ask("get_alignment_drift", { include_history: true });
  expect(drift).toEqual({
    overall_drift: {
      level: expect.any(String),
      similarity: expect.any(Number),
      drift_score: expect.closeTo(1 - drift.overall_drift.similarity, 12),
      has_drifted: expect.any(Boolean),
      severity: "None",
    },
    per_embedder_drift: expect.any(Array),
    most_drifted_embedders: expect.any(Array),
    recommendations: expect.any(Array),
    trend: {
      direction: expect.any(String),
      velocity: expect.any(Number),
      samples: drift.history.length,
      projected_critical_in: expect.toBeOneOf([null, expect.any(Number)]),
    },
    analyzed_count: 13,
    timestamp: expect.stringMatching(/^2026-01-01T/),
    timeframe: "24h",
    reference_type: "north_star",
    reference_id: bootstrap_result.goal_id,
    history: expect.any(Array),
    _cognitive_pulse: expect.any(Object),
  });
  expect(drift.per_embedder_drift).toHaveLength(13);
  expect(drift.overall_drift.similarity).toBeCloseTo(bootstrap_result.baseline_alignment, 3);
  const of = async (...memory_ids: string[]) =>
    (await graph.ask("get_alignment_drift", { memory_ids })).overall_drift.similarity;
  // What the star was made of is nearer to it than bread is.
  expect(await of(ids.harbour1, ids.harbour2)).toBeGreaterThan(await of(ids.bread1, ids.bread2));
});

test("measures by the middle of the memories while there is no star, and by nothing where none came", async () => {
  const graph = await openFilledGraph();
  expect(await graph.ask("get_alignment_drift")).toMatchObject({
    reference_type: "computed_centroid",
    reference_id: null,
    analyzed_count: 13,
  });
  await graph.env.sleep(2 * 3_600_000);
  expect(await graph.ask("get_alignment_drift", { timeframe: "1h" })).toMatchObject({
    overall_drift: null,
    per_embedder_drift: [],
    trend: null,
    analyzed_count: 0,
  });
  expect(await graph.refused("get_alignment_drift", { memory_ids: ["nobody"] })).toMatchObject({
    code: -32602,
    data: { reason: "memory_not_found" },
  });
});

test("advises no correction that would be skipped, and calls nothing moved that always lay there", async () => {
  const graph = await openFilledGraph();
  const advice = async () => (await graph.ask("get_alignment_drift")).recommendations;
  expect((await advice())[0].suggestion).toContain("auto_bootstrap_north_star");
  await graph.ask("auto_bootstrap_north_star");
  expect(await graph.ask("trigger_drift_correction")).toMatchObject({ skipped: true });
  const [first] = await advice();
  expect(first).toEqual({
    embedder: expect.any(String),
    priority: "high",
    issue: `Memories are far from what they are measured by in ${first.embedder}.`,
    suggestion: expect.stringMatching(/^On the whole they are as near to the goal as when it was found/),
  });
});
