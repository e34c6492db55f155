import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../test/kit/filled-graph.ts";
import { openTestGraph } from "../../../../../test/kit/graph.ts";

// Each number is asked before and after what it is computed from has moved.

const DAY_MS = 24 * 3_600_000;
const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

test("counts, bytes and quadrants follow what is stored, merged and brought back", async () => {
  const graph = await openTestGraph();
  const status = () => graph.ask("get_memetic_status");
  const empty = await status();
  await graph.put("The brass clock is slow.", "The brass clock is slow.", "Bees swarm in May.");
  const full = await status();
  expect(full.fingerprintCount - empty.fingerprintCount).toBe(3);
  expect(full.storageSizeBytes).toBeGreaterThan(empty.storageSizeBytes);
  expect(sumOf(full.quadrantCounts)).toBe(3);
  const { consolidation_result } = await graph.ask("trigger_consolidation");
  const merged = await status();
  expect(merged.fingerprintCount).toBe(2);
  expect(merged.storageSizeBytes).toBeLessThan(full.storageSizeBytes);
  expect(sumOf(merged.quadrantCounts)).toBe(2);
  await graph.ask("trigger_consolidation", { undo: consolidation_result.consolidation_id });
  const { fingerprintCount, storageSizeBytes, quadrantCounts } = await status();
  expect({ fingerprintCount, storageSizeBytes, quadrantCounts }).toEqual({
    fingerprintCount: full.fingerprintCount,
    storageSizeBytes: full.storageSizeBytes,
    quadrantCounts: full.quadrantCounts,
  });
});

test("what is told again is less of a surprise, and what is new more", async () => {
  const graph = await openTestGraph();
  await graph.put("Ada keeps bees behind the old mill.", "The bees of Ada swarm in May.", "Honey is sold in June.");
  const surprise = async (content: string) =>
    (await graph.ask("inject_context", { content, rationale: "To see what is new", dry_run: true })).utl.surprise;
  const again = await surprise("Ada keeps bees behind the old mill.");
  const near = await surprise("Behind the old mill Ada keeps some bees.");
  const far = await surprise("The parliament of Norway passed a law on trawling.");
  expect(again).toBeLessThan(near);
  expect(near).toBeLessThan(far);
});

test("rhythm, identity, workspace and activity move with writes and rest without", async () => {
  const graph = await openFilledGraph();
  const look = async () => {
    const [sync, ego, workspace, whole, dreams] = [
      await graph.ask("get_kuramoto_sync"),
      await graph.ask("get_ego_state"),
      await graph.ask("get_workspace_status"),
      await graph.ask("get_consciousness_state"),
      await graph.ask("get_dream_status"),
    ];
    const { winners_remembered } = workspace;
    return { sync, trajectory: ego.trajectory_length, winners_remembered, whole, idle: dreams.scheduler };
  };
  const before = await look();
  await graph.env.sleep(5000);
  const rested = await look();
  // A second after the last write they stand still.
  expect(rested.sync.elapsed_seconds - before.sync.elapsed_seconds).toBeLessThanOrEqual(1);
  expect(rested.idle.current_idle_duration_secs).toBeGreaterThan(before.idle.current_idle_duration_secs);
  await graph.ask("trigger_workspace_broadcast", { memory_id: graph.ids.rain, force: true });
  const heard = await look();
  expect(heard.winners_remembered).toBe(before.winners_remembered + 1);
  expect(heard.trajectory).toBe(before.trajectory);
  await graph.ask("trigger_dream", { force: true });
  const dreamt = await look();
  expect(dreamt.sync.r).not.toBeCloseTo(before.sync.r, 3);
  // What was learned and what it is about are the same: only the part of the rhythm moved.
  expect(dreamt.whole.C / dreamt.whole.r).toBeCloseTo(before.whole.C / before.whole.r, 6);
});

test("samples and what is made of them follow feedback; ages follow the clock", async () => {
  const graph = await openFilledGraph();
  const { rain, flood, odd, road } = graph.ids;
  const judged = async () => (await graph.ask("get_calibration_metrics", { timeframe: "24h" })).metrics;
  expect(await judged()).toMatchObject({ sample_count: 0, ece: null, brier: null });
  const judge = (result_vector_id: string, feedback: string) =>
    graph.ask("update_synergy_matrix", { query_vector_id: rain, result_vector_id, feedback });
  await judge(flood, "relevant");
  const right = await judged();
  await judge(odd, "relevant");
  const worse = await judged();
  expect([right.sample_count, worse.sample_count]).toEqual([1, 2]);
  // That the unlike one should be relevant was not foreseen.
  expect(worse.brier).toBeGreaterThan(right.brier);
  await graph.env.sleep(2 * DAY_MS);
  expect(await judged()).toMatchObject({ sample_count: 0, ece: null });
  const { candidates } = await graph.ask("get_pruning_candidates", { min_staleness_days: 0, min_alignment: 1 });
  const [first] = candidates;
  await graph.env.sleep(30 * DAY_MS);
  const later = await graph.ask("get_pruning_candidates", { min_staleness_days: 0, min_alignment: 1 });
  const aged = later.candidates.find(({ memory_id }: { memory_id: string }) => memory_id === first.memory_id);
  expect(aged.age_days - first.age_days).toBeCloseTo(30, 3);
  expect(aged.priority_score).toBeGreaterThan(first.priority_score);
  expect((await graph.ask("get_alignment_drift", { timeframe: "24h" })).analyzed_count).toBe(0);
  expect((await graph.ask("get_alignment_drift", { memory_ids: [rain, road] })).analyzed_count).toBe(2);
});

test("the best match leads by more the more dopamine there is", async () => {
  const graph = await openTestGraph();
  await graph.put("Ada keeps bees behind the old mill.", "The quarterly tax report is due on Friday.");
  const scores = async () =>
    (await graph.ask("search_graph", { query: "bees at the mill" })).results.map(
      ({ similarity }: { similarity: number }) => similarity,
    );
  await graph.vectorsMade();
  const lead = ([first = 0, second = 0]: number[]): number => first / Math.max(second, 1e-12);
  await graph.ask("adjust_neuromodulator", { modulator: "dopamine", delta: -2 });
  const dull = await scores();
  await graph.ask("adjust_neuromodulator", { modulator: "dopamine", delta: 4 });
  const sharp = await scores();
  expect(lead(sharp)).toBeGreaterThan(lead(dull));
});
