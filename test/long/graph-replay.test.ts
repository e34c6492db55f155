import { expect, test } from "vitest";
import type { Env } from "../../src/kernel/env.ts";
import { graph } from "../../src/worlds/graph/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { openTestGraph, type TestGraph } from "../kit/graph.ts";
import { openTestKernel } from "../kit/kernel.ts";
import { createSimulatedEnv } from "../kit/simulated-env.ts";
import { createSeededRandom, type SeededRandom } from "../reliability/seeded-random.ts";

const CALLS = 1000;
const NAMES = ["Ada", "Tom", "Ines", "Mill Lane", "Harbour Street"];
const THINGS = ["bees", "bread", "the flood", "the bridge", "an oven", "the road", "honey", "a report"];

/** A call that is good or bad as chance has it, from one seed. */
async function callSomething(world: TestGraph, random: SeededRandom, ids: string[]): Promise<void> {
  const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)] as Item;
  const text = () => `${pick(NAMES)} says that ${pick(THINGS)} comes because of ${pick(THINGS)}.`;
  const id = () => (ids.length === 0 || random.below(10) === 0 ? "no such memory" : pick(ids));
  const calls: (() => Promise<unknown>)[] = [
    async () => {
      const { fingerprintId } = await world.ask("store_memory", { content: text(), session_id: pick(["a", "b"]) });
      if (fingerprintId !== undefined) ids.push(fingerprintId);
    },
    () => world.ask("inject_context", { content: text(), rationale: "Chance wants it kept" }),
    () => world.ask("search_graph", { query: text() }),
    () => world.ask("compute_teleological_vector", { content: text() }),
    () => world.ask("fuse_embeddings", { memory_id: id() }),
    () => world.ask("get_johari_classification", { memory_id: id() }),
    () => world.ask("update_synergy_matrix", { query_vector_id: id(), result_vector_id: id(), feedback: "relevant" }),
    () => world.ask("adjust_neuromodulator", { modulator: "dopamine", delta: random.below(5) - 2 }),
    () => world.ask("utl_status"),
    () => world.ask("store_memory", { content: "" }),
  ];
  await pick(calls)();
}

/** A call of the tools that think long or change much, good or bad as chance has it. */
async function changeSomething(world: TestGraph, random: SeededRandom, ids: readonly string[]): Promise<void> {
  const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)] as Item;
  const id = () => (ids.length === 0 || random.below(10) === 0 ? "no such memory" : pick(ids));
  const text = () => `${pick(NAMES)} says that ${pick(THINGS)} comes because of ${pick(THINGS)}.`;
  const calls: (() => Promise<unknown>)[] = [
    () => world.ask("adjust_coupling", { new_K: random.below(14) - 2 }),
    () => world.ask("trigger_workspace_broadcast", { memory_id: id(), force: random.below(2) === 0 }),
    () => world.ask("trigger_recalibration", { level: 1 + random.below(5) }),
    () => world.ask("trigger_dream", { force: random.below(3) === 0 }),
    () => world.ask("abort_dream"),
    () => world.ask("auto_bootstrap_north_star", { confidence_threshold: random.below(10) / 10 }),
    () => world.ask("discover_goals", { min_confidence: random.below(10) / 10 }),
    () => world.ask("trigger_drift_correction", { force: random.below(2) === 0 }),
    async () => {
      const min_similarity = 0.5 + random.below(5) / 10;
      const { consolidation_result } = await world.ask("consolidate_memories", { min_similarity });
      const undo = consolidation_result?.consolidation_id;
      if (undo !== null && random.below(2) === 0) await world.ask("trigger_consolidation", { undo });
    },
    () =>
      world.ask("manage_teleological_profile", {
        action: pick(["create", "update", "delete", "read"]),
        profile_id: pick(["one", "two", "code_implementation"]),
        name: pick(NAMES),
        embedder_weights: Array.from({ length: 13 }, () => random.below(4)),
      }),
    () => world.ask("compute_delta_sc", { old_fingerprint: id(), new_fingerprint: { content: text() } }),
    () => world.ask("omni_infer", { source: id(), direction: pick(["bridge", "abduction"]) }),
    () => world.ask("get_alignment_drift", { include_history: true }),
  ];
  await pick(calls)();
}

const somethingOf = (random: SeededRandom) => (random.below(4) === 0 ? changeSomething : callSomething);

test("a thousand random calls of one seed come to one root, twice and by replay", async () => {
  const roots: string[] = [];
  for (const _run of [1, 2]) {
    const clock = { ms: Date.UTC(2026, 0, 1) };
    // Time passes with the calls alone: work that no call waits for looks at the clock as often as the machine lets it.
    const env: Env = { ...createSimulatedEnv("one seed"), now: () => clock.ms };
    const world = await openTestGraph({ env });
    const random = createSeededRandom(7);
    const ids: string[] = [];
    for (let call = 0; call < CALLS; call++) {
      clock.ms += 1000;
      await somethingOf(random)(world, random, ids);
    }
    const { live, rebuilt } = await world.replay();
    expect(rebuilt).toEqual(live);
    roots.push(await world.root());
  }
  expect(roots[0]).toBe(roots[1]);
});

test("two kernels share one graph and lose no update", async () => {
  const folder = temporaryFolder();
  const one = await openTestGraph({ folder, seed: "one" });
  const other = await openTestKernel({ folder, seed: "other", worlds: [graph], embedder: { provider: "bundled" } });
  const store = (n: number) =>
    (n % 2 === 0 ? one : other).callTool("store_memory", { content: `Wheel ${n} of the mill turns.` });
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, n) => store(n)));
  for (const outcome of outcomes) expect(outcome).not.toHaveProperty("isError");
  const { fingerprintCount, layers } = await one.ask("get_memetic_status");
  const { interaction_count } = await one.ask("utl_status");
  expect({ fingerprintCount, interaction_count, memory: layers.memory }).toEqual({
    fingerprintCount: 40,
    interaction_count: 40,
    memory: "active",
  });
  const { live, rebuilt } = await one.replay();
  expect(rebuilt).toEqual(live);
});
