import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";
import { query } from "../../../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../../../kernel/installation.ts";

const PULSE = expect.any(Object);

test("goes through the memories, changes the edges as it reports, and leaves the same from the log", async () => {
  const graph = await openFilledGraph();
  const edges = async () => {
    const database = await graph.parts.database();
    return database.read(EVERY_TENANT, (sql) =>
      sql.all<{ weight: number; is_shortcut: number; original_path: string }>(
        query`select weight, is_shortcut, original_path from graph_edge order by source, target, edge_type`,
      ),
    );
  };
  const before = await edges();
  const answer = await graph.ask("trigger_dream");
  expect(answer).toEqual({
    triggered: true,
    reason: "dream ended",
    current_state: "awake",
    activity_level: 0,
    report: {
      cycle: 1,
      completed: true,
      wake_reason: "dream ended",
      nrem: {
        memories_replayed: 13,
        edges_strengthened: expect.any(Number),
        edges_weakened: expect.any(Number),
        edges_pruned: 0,
        dead_ends_removed: 0,
        clusters_consolidated: expect.any(Number),
        compression_ratio: expect.any(Number),
        shortcut_candidates: expect.any(Number),
        average_weight_delta: expect.any(Number),
        order_after: expect.any(Number),
        simulated_duration_s: 180,
        completed: true,
      },
      rem: {
        queries_generated: 100,
        blind_spots_found: expect.any(Number),
        new_edges_created: expect.any(Number),
        average_semantic_leap: expect.any(Number),
        exploration_coverage: 1,
        unique_nodes_visited: 13,
        order_after: expect.any(Number),
        simulated_duration_s: 120,
        completed: true,
      },
      shortcuts_created: expect.any(Number),
    },
    _cognitive_pulse: PULSE,
  });
  const { nrem, rem, shortcuts_created } = answer.report;
  expect(nrem.edges_strengthened + nrem.edges_weakened).toBe(before.length);
  // Sleep brings the oscillators together, dreaming lets them go.
  expect(nrem.order_after).toBeGreaterThan(rem.order_after);
  const after = await edges();
  expect(after.length).toBe(before.length + rem.new_edges_created + shortcuts_created - nrem.edges_pruned);
  const shortcuts = after.filter(({ is_shortcut }) => is_shortcut === 1);
  expect(shortcuts).toHaveLength(shortcuts_created);
  for (const { original_path } of shortcuts) expect(JSON.parse(original_path).length).toBeGreaterThanOrEqual(4);
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
});

test("waits half an hour after a dream unless it is forced, and the next one dreams on from there", async () => {
  const graph = await openFilledGraph();
  await graph.ask("trigger_dream");
  const root = await graph.root();
  expect(await graph.ask("trigger_dream")).toEqual({
    triggered: false,
    reason: expect.stringMatching(/^The last dream was not long ago: 1[78]\d\d seconds are left/),
    current_state: "awake",
    activity_level: 0,
    force_available: true,
    _cognitive_pulse: PULSE,
  });
  expect(await graph.root()).toBe(root);
  expect(await graph.ask("trigger_dream", { force: true })).toMatchObject({ triggered: true, report: { cycle: 2 } });
  await graph.env.sleep(31 * 60_000);
  expect(await graph.ask("trigger_dream")).toMatchObject({ triggered: true, report: { cycle: 3 } });
});

test("has nothing to dream of in an empty graph, and writes nothing", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  const root = await graph.root();
  expect(await graph.ask("trigger_dream", { force: true })).toEqual({
    triggered: false,
    reason: "There is no memory to dream of.",
    current_state: "awake",
    activity_level: 0,
    force_available: false,
    _cognitive_pulse: PULSE,
  });
  expect(await graph.root()).toBe(root);
});

test("refuses a second dream while one runs", async () => {
  const graph = await openFilledGraph();
  const [one, other] = await Promise.all([graph.ask("trigger_dream"), graph.ask("trigger_dream", { force: true })]);
  expect(one.triggered).toBe(true);
  expect(other.error).toEqual({
    code: -32008,
    message: "A dream is running: wait for it, or end it with abort_dream.",
    data: expect.objectContaining({ name: "DREAM_ERROR", reason: "already_dreaming", current_state: "nrem" }),
  });
  expect(await graph.ask("get_dream_status")).toMatchObject({ started_cycles: 1, completed_cycles: 1 });
});

test("the same graph dreams the same", async () => {
  const dreams = await Promise.all(
    [openFilledGraph(), openFilledGraph()].map(async (opening) => {
      const graph = await opening;
      return { report: (await graph.ask("trigger_dream")).report, root: await graph.root() };
    }),
  );
  expect(dreams[0]).toEqual(dreams[1]);
});
