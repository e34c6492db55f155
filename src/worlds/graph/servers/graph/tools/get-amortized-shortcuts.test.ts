import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

test("lists the paths that the last dream walked often, the most walked first", async () => {
  const graph = await openFilledGraph();
  expect(await graph.ask("get_amortized_shortcuts")).toEqual({
    shortcuts: [],
    total_candidates: 0,
    returned_count: 0,
    shortcuts_created_this_cycle: 0,
    filters_applied: { min_confidence: 0.7, limit: 20 },
    constitution_reference: { min_hops: 3, min_traversals: 5, min_confidence: 0.7 },
    _cognitive_pulse: expect.any(Object),
  });
  const { report } = await graph.ask("trigger_dream");
  const all = await graph.ask("get_amortized_shortcuts", { min_confidence: 0, limit: 100 });
  expect(all.total_candidates).toBe(report.nrem.shortcut_candidates);
  expect(all.shortcuts_created_this_cycle).toBe(report.shortcuts_created);
  const counts = all.shortcuts.map(({ traversal_count }: { traversal_count: number }) => traversal_count);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
  for (const shortcut of all.shortcuts) {
    expect(shortcut).toMatchObject({ path_length: shortcut.hop_count + 1, source: shortcut.path[0] });
    expect(shortcut.hop_count).toBeGreaterThanOrEqual(3);
    expect(shortcut.traversal_count).toBeGreaterThanOrEqual(5);
  }
  const sure = await graph.ask("get_amortized_shortcuts", { min_confidence: 0.9 });
  expect(sure.total_candidates).toBeLessThanOrEqual(all.total_candidates);
  expect((await graph.refused("get_amortized_shortcuts", { limit: 0 })).code).toBe(-32602);
});
