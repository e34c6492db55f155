import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

test("hears the winner for a tenth of a second, then nobody", async () => {
  const graph = await openFilledGraph();
  const { ids } = graph;
  const quiet = await graph.ask("get_workspace_status");
  expect(quiet).toEqual({
    active_memory: null,
    is_broadcasting: false,
    has_conflict: false,
    coherence_threshold: 0.8,
    conflict_memories: [],
    broadcast_duration_ms: 100,
    last_winner: ids.odd,
    winners_remembered: expect.any(Number),
    _cognitive_pulse: expect.any(Object),
  });
  await graph.ask("trigger_workspace_broadcast", { memory_id: ids.rain });
  expect(await graph.ask("get_workspace_status")).toMatchObject({
    active_memory: ids.rain,
    is_broadcasting: true,
    last_winner: ids.rain,
    winners_remembered: quiet.winners_remembered + 1,
  });
  await graph.ask("trigger_workspace_broadcast", { memory_id: ids.road, importance: 0.2 });
  expect(await graph.ask("get_workspace_status")).toMatchObject({
    active_memory: ids.rain,
    has_conflict: true,
    conflict_memories: [ids.rain, ids.road],
  });
  await graph.env.sleep(200);
  expect(await graph.ask("get_workspace_status")).toMatchObject({ active_memory: null, conflict_memories: [] });
});
