import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

const numbers = (count: number) => Array.from({ length: count }, () => expect.any(Number));
const thirteen = (value: (space: number) => number) => Array.from({ length: 13 }, (_, space) => value(space));

test("fuses the spaces of a memory and keeps the vector, with the whole result", async () => {
  const graph = await openFilledGraph();
  const fused = await graph.ask("fuse_embeddings", { memory_id: graph.ids.rain });
  expect(fused).toEqual({
    success: true,
    vector: {
      purpose_vector: numbers(13),
      cross_correlations: numbers(78),
      group_alignments: numbers(6),
      confidence: expect.any(Number),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
    confidence: fused.vector.confidence,
    component_scores: {
      purpose_vector: expect.any(Number),
      correlations: expect.any(Number),
      groups: expect.any(Number),
    },
    metadata: {
      fusion_method: "hierarchical",
      profile_applied: null,
      active_embedders: expect.any(Number),
      pairs_with_synergy: expect.any(Number),
    },
    _cognitive_pulse: expect.any(Object),
  });
  expect((await graph.ask("search_teleological", { query_vector_id: fused.vector.id })).query_type).toBe("vector");
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
});

test("each method, weight, profile and the synergy make another vector", async () => {
  const graph = await openFilledGraph();
  const fuse = async (args: Record<string, unknown>) =>
    (await graph.ask("fuse_embeddings", { memory_id: graph.ids.rain, ...args })).vector;
  const shown = (values: readonly number[]) => values.map((value) => value.toFixed(9)).join();
  const ways: Record<string, unknown>[] = [
    ...["linear", "attention", "gated", "hierarchical", "tucker"].map((fusion_method) => ({ fusion_method })),
    { fusion_method: "linear", custom_weights: thirteen((space) => (space === 0 ? 1 : 0.1)) },
    { fusion_method: "linear", profile_id: "creative_writing" },
  ];
  const vectors = new Set<string>();
  for (const way of ways) vectors.add(shown((await fuse(way)).purpose_vector));
  expect(vectors.size).toBe(ways.length);
  const [tied, loose] = [await fuse({}), await fuse({ apply_synergy: false })];
  expect(loose.purpose_vector).toEqual(tied.purpose_vector);
  expect(loose.cross_correlations).not.toEqual(tied.cross_correlations);
});

test("keeps nothing without store_result, and refuses what it cannot weigh", async () => {
  const graph = await openFilledGraph();
  const memory_id = graph.ids.rain;
  const before = await graph.root();
  expect((await graph.ask("fuse_embeddings", { memory_id, store_result: false })).vector.id).toBeNull();
  expect(await graph.root()).toBe(before);
  const reasoned: [Record<string, unknown>, string][] = [
    [{ memory_id: "none" }, "memory_not_found"],
    [{ memory_id, profile_id: "constructor" }, "profile_not_found"],
    [{ memory_id, custom_weights: thirteen(() => 0) }, "weights_empty"],
    [{ memory_id, profile_id: "none" }, "profile_not_found"],
  ];
  for (const [args, reason] of reasoned) {
    expect(await graph.refused("fuse_embeddings", args)).toMatchObject({ code: -32602, data: { reason } });
  }
  for (const args of [
    {},
    { memory_id, custom_weights: [1] },
    { memory_id, custom_weights: thirteen(() => -1) },
    { memory_id, fusion_method: "magic" },
  ]) {
    expect(await graph.refused("fuse_embeddings", args)).toMatchObject({ code: -32602 });
  }
});
