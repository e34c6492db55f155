import { expect, test } from "vitest";
import { graph } from "../../src/worlds/graph/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { openTestGraph, type TestGraph } from "../kit/graph.ts";
import { openTestKernel } from "../kit/kernel.ts";
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

test("a thousand random calls of one seed come to one root, twice and by replay", async () => {
  const roots: string[] = [];
  for (const _run of [1, 2]) {
    const world = await openTestGraph({ seed: "one seed" });
    const random = createSeededRandom(7);
    const ids: string[] = [];
    for (let call = 0; call < CALLS; call++) await callSomething(world, random, ids);
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
