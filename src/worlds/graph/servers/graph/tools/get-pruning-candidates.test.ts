import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

test("names what is old, hardly tied and far from the goal, the least needed first, and deletes nothing", async () => {
  const graph = await openFilledGraph();
  expect((await graph.ask("get_pruning_candidates")).candidates).toEqual([]);
  await graph.ask("auto_bootstrap_north_star");
  await graph.env.sleep(40 * 24 * 3_600_000);
  const root = await graph.root();
  const found = await graph.ask("get_pruning_candidates", { min_alignment: 0.9 });
  expect(found).toEqual({
    candidates: expect.any(Array),
    summary: {
      total_candidates: found.candidates.length,
      by_reason: expect.any(Object),
      thresholds_used: { min_staleness_days: 30, min_alignment: 0.9 },
      fingerprints_analyzed: 13,
    },
    limit_applied: 20,
    _cognitive_pulse: expect.any(Object),
  });
  expect(found.candidates[0]).toEqual({
    memory_id: expect.any(String),
    age_days: expect.closeTo(40, 1),
    alignment: expect.any(Number),
    connections: expect.any(Number),
    reason: "LowAlignment",
    byte_size: expect.any(Number),
    priority_score: expect.any(Number),
  });
  expect(found.candidates.map(({ memory_id }: { memory_id: string }) => memory_id)).toContain(graph.ids.odd);
  const scores = found.candidates.map(({ priority_score }: { priority_score: number }) => priority_score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  const fewer = await graph.ask("get_pruning_candidates", { min_alignment: 0.05 });
  expect(found.summary.by_reason.LowAlignment).toBeGreaterThan(0);
  expect(fewer.summary.by_reason.LowAlignment).toBeUndefined();
  expect(await graph.root()).toBe(root);
  expect((await graph.refused("get_pruning_candidates", { limit: 0 })).code).toBe(-32602);
});
