import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

const PULSE = expect.any(Object);
const dopamine = async (graph: Awaited<ReturnType<typeof openFilledGraph>>) =>
  (await graph.ask("get_neuromodulation_state")).dopamine.level;

test("lets a memory win the workspace, which raises dopamine and counts as a use", async () => {
  const graph = await openFilledGraph();
  const memory_id = graph.ids.flood;
  const before = await dopamine(graph);
  const answer = await graph.ask("trigger_workspace_broadcast", { memory_id, importance: 0.9, alignment: 0.5 });
  expect(answer).toEqual({
    success: true,
    memory_id,
    new_r: expect.any(Number),
    was_selected: true,
    is_broadcasting: true,
    dopamine_triggered: true,
    score: expect.closeTo(answer.new_r * 0.9 * 0.5, 12),
    _cognitive_pulse: PULSE,
  });
  expect(await dopamine(graph)).toBeGreaterThan(before);
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
});

test("admits nothing while the oscillators are apart, and writes nothing; with force it does", async () => {
  const graph = await openFilledGraph();
  const memory_id = graph.ids.flood;
  await graph.ask("trigger_dream");
  const root = await graph.root();
  expect(await graph.ask("trigger_workspace_broadcast", { memory_id })).toEqual({
    success: false,
    memory_id,
    new_r: expect.any(Number),
    was_selected: false,
    score: expect.any(Number),
    reason: expect.stringContaining("not in step"),
    _cognitive_pulse: PULSE,
  });
  expect(await graph.root()).toBe(root);
  expect(await graph.ask("trigger_workspace_broadcast", { memory_id, force: true })).toMatchObject({
    success: true,
    was_selected: true,
  });
});

test("who loses lowers dopamine", async () => {
  const graph = await openFilledGraph();
  await graph.ask("trigger_workspace_broadcast", { memory_id: graph.ids.rain });
  const before = await dopamine(graph);
  const lost = await graph.ask("trigger_workspace_broadcast", { memory_id: graph.ids.road, importance: 0.1 });
  expect(lost).toMatchObject({ success: true, was_selected: false, dopamine_triggered: false });
  expect(await dopamine(graph)).toBeLessThan(before);
});

test("refuses memories that are not there, were merged away, or shares outside their range", async () => {
  const graph = await openFilledGraph();
  const unknown = await graph.refused("trigger_workspace_broadcast", { memory_id: "nobody" });
  expect(unknown).toMatchObject({ code: -32602, data: { reason: "memory_not_found", memory_id: "nobody" } });
  const merged = await graph.ask("trigger_consolidation", { min_similarity: 0.8 });
  const [gone] = merged.candidates_sample[0].source_ids;
  const deleted = await graph.refused("trigger_workspace_broadcast", { memory_id: gone });
  expect(deleted).toMatchObject({ code: -32006, data: { name: "WORKSPACE_ERROR", reason: "memory_deleted" } });
  const outside = await graph.refused("trigger_workspace_broadcast", { memory_id: graph.ids.rain, importance: 2 });
  expect(outside.code).toBe(-32602);
});
