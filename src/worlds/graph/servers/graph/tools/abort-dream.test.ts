import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";
import { query } from "../../../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../../../kernel/installation.ts";

test("ends a running dream at its next pause, which leaves every edge as it was and says so", async () => {
  const graph = await openFilledGraph();
  const database = await graph.parts.database();
  const edges = () =>
    database.read(EVERY_TENANT, (sql) => sql.all(query`select * from graph_edge order by source, target, edge_type`));
  const before = await edges();
  const { r } = await graph.ask("get_kuramoto_sync");
  const dreaming = graph.ask("trigger_dream");
  while (!(await graph.ask("get_dream_status")).is_dreaming) await graph.env.turn();
  const answer = await graph.ask("abort_dream", { reason: "somebody came" });
  expect(answer).toEqual({
    aborted: true,
    abort_latency_ms: expect.any(Number),
    previous_state: expect.stringMatching(/^n?rem$/),
    mandate_met: true,
    reason: "somebody came",
    _cognitive_pulse: expect.any(Object),
  });
  expect(answer.abort_latency_ms).toBeLessThan(100);
  expect(await dreaming).toMatchObject({
    triggered: true,
    report: {
      completed: false,
      wake_reason: "aborted: somebody came",
      nrem: { completed: false, order_after: r },
      rem: { order_after: r },
    },
  });
  expect(await edges()).toEqual(before);
  expect(await graph.ask("get_dream_status")).toMatchObject({
    is_dreaming: false,
    started_cycles: 1,
    completed_cycles: 0,
    last_dream_completed: false,
  });
});

test("says that there is nothing to end while no dream runs, and writes nothing", async () => {
  const graph = await openFilledGraph();
  const root = await graph.root();
  expect(await graph.ask("abort_dream")).toEqual({
    aborted: false,
    abort_latency_ms: null,
    previous_state: "awake",
    mandate_met: null,
    reason: "No dream is running in this process: there is nothing to end.",
    _cognitive_pulse: expect.any(Object),
  });
  expect(await graph.root()).toBe(root);
});

test("tells the phase of sleep wherever it is told, and keeps no secret of why it was ended", async () => {
  const graph = await openFilledGraph();
  const phase = async () => [
    (await graph.ask("utl_status")).consolidation_phase,
    (await graph.ask("get_memetic_status")).utl.consolidationPhase,
  ];
  expect(await phase()).toEqual(["Wake", "Wake"]);
  const dreaming = graph.ask("trigger_dream");
  while (!(await graph.ask("get_dream_status")).is_dreaming) await graph.env.turn();
  expect((await phase())[0]).toMatch(/^N?REM$/);
  await graph.ask("abort_dream", { reason: "my password is hunter22" });
  expect((await dreaming).report.wake_reason).toBe("aborted: my [password]");
  expect(await phase()).toEqual(["Wake", "Wake"]);
});
