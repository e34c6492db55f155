import { expect, test } from "vitest";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

const numbers = (count: number) => Array.from({ length: count }, () => expect.any(Number));
const VECTOR = {
  purpose_vector: numbers(13),
  cross_correlations: numbers(78),
  group_alignments: numbers(6),
  confidence: expect.any(Number),
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
};
const COMPONENTS = {
  purpose_vector: expect.any(Number),
  correlations: expect.any(Number),
  groups: expect.any(Number),
};

test("a text, a memory and their vectors: computed, fused, kept and searched, with whole results", async () => {
  const graph = await openTestGraph();
  const [bees = "", , code = ""] = await graph.put(
    "Ada keeps bees behind the old mill.",
    "The quarterly tax report is due on Friday.",
    "export function readFile(path) { return open(path).read(); }",
  );
  const computed = await graph.ask("compute_teleological_vector", {
    content: "Bees live behind the mill.",
    compute_tucker: true,
    include_per_embedder: true,
  });
  expect(computed).toEqual({
    success: true,
    vector: {
      ...VECTOR,
      tucker: { core: numbers(4), explained_energy: expect.any(Number), rank: 4 },
    },
    embedding_latency_ms: expect.any(Number),
    fusion_confidence: computed.vector.confidence,
    component_scores: COMPONENTS,
    metadata: {
      active_embedders: expect.any(Number),
      strongest_pair: [expect.stringMatching(/^E/), expect.stringMatching(/^E/)],
      dominant_group: expect.any(String),
    },
    per_embedder: expect.objectContaining({ e1_semantic: numbers(1024), e9_hdc: numbers(1024) }),
    _cognitive_pulse: expect.any(Object),
  });
  const profiled = await graph.ask("compute_teleological_vector", {
    content: "Bees live behind the mill.",
    profile_id: "code_implementation",
  });
  expect(profiled.vector.cross_correlations).not.toEqual(computed.vector.cross_correlations);

  // The kept vector of a text finds memories, and its own scores per space tell which is nearest.
  const byVector = await graph.ask("search_teleological", { query_vector_id: computed.vector.id, min_similarity: 0 });
  expect(byVector).toEqual({
    success: true,
    strategy: "adaptive",
    scope: "full",
    query_type: "vector",
    search_latency_ms: expect.any(Number),
    num_results: 3,
    results: [1, 2, 3].map((rank) => ({
      rank,
      id: expect.any(String),
      similarity: expect.any(Number),
      purpose_alignment: expect.any(Number),
      dominant_embedder: expect.stringMatching(/^E/),
      breakdown: {
        similarity: expect.any(Number),
        purpose_alignment: expect.any(Number),
        embedder_scores: Array.from({ length: 13 }, () => expect.toSatisfy((score) => score === null || score >= 0)),
        stage_scores: {
          purpose_vector: expect.any(Number),
          cross_correlations: expect.any(Number),
          group_alignments: expect.any(Number),
        },
      },
    })),
    _cognitive_pulse: expect.any(Object),
  });
  const meanings = Object.fromEntries(
    byVector.results.map(({ id, breakdown }: { id: string; breakdown: { embedder_scores: number[] } }) => [
      id,
      breakdown.embedder_scores[0],
    ]),
  );
  expect(meanings[bees]).toBeGreaterThan(meanings[code]);

  // A memory is not found by itself; a space alone, groups and each strategy change the order or the score.
  const byMemory = await graph.ask("search_teleological", { query_vector_id: bees, min_similarity: 0 });
  expect(byMemory.query_type).toBe("memory");
  expect(byMemory.results.map(({ id }: { id: string }) => id)).not.toContain(bees);
  const scores = new Set<string>();
  const ways = [
    ...["cosine", "euclidean", "synergy_weighted", "group_hierarchical", "cross_correlation_dominant"].map(
      (strategy) => ({
        strategy,
      }),
    ),
    { scope: "purpose_vector_only" },
    { scope: "cross_correlations_only" },
    { scope: "group_alignments_only" },
    { specific_embedder: 6 },
    { specific_groups: ["causal", "implementation"] },
  ];
  for (const way of ways) {
    const { results } = await graph.ask("search_teleological", { query_content: "bees", min_similarity: 0, ...way });
    scores.add(results.map(({ similarity }: { similarity: number }) => similarity).join());
  }
  expect(scores.size).toBe(ways.length);

  const fused = await graph.ask("fuse_embeddings", { memory_id: bees });
  expect(fused).toEqual({
    success: true,
    vector: VECTOR,
    confidence: fused.vector.confidence,
    component_scores: COMPONENTS,
    metadata: {
      fusion_method: "hierarchical",
      profile_applied: null,
      active_embedders: expect.any(Number),
      pairs_with_synergy: expect.any(Number),
    },
    _cognitive_pulse: expect.any(Object),
  });
  expect((await graph.ask("search_teleological", { query_vector_id: fused.vector.id })).query_type).toBe("vector");
  const vectors = new Set<string>();
  for (const fusion_method of ["linear", "attention", "gated", "hierarchical", "tucker"]) {
    const { vector } = await graph.ask("fuse_embeddings", {
      memory_id: bees,
      fusion_method,
      profile_id: "creative_writing",
    });
    vectors.add(vector.purpose_vector.map((value: number) => value.toFixed(9)).join());
  }
  expect(vectors.size).toBe(5);

  const before = await graph.root();
  expect((await graph.ask("fuse_embeddings", { memory_id: bees, store_result: false })).vector.id).toBeNull();
  expect(await graph.root()).toBe(before);

  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
  const refusals: [string, Record<string, unknown>, string][] = [
    ["compute_teleological_vector", { content: " " }, "content_length"],
    ["compute_teleological_vector", { content: "bees", profile_id: "none" }, "profile_not_found"],
    ["fuse_embeddings", { memory_id: "none" }, "memory_not_found"],
    ["fuse_embeddings", { memory_id: bees, custom_weights: Array.from({ length: 13 }, () => 0) }, "weights_empty"],
    ["fuse_embeddings", { memory_id: bees, profile_id: "none" }, "profile_not_found"],
    ["search_teleological", {}, "query_missing"],
    ["search_teleological", { query_content: "a", query_vector_id: bees }, "query_missing"],
    ["search_teleological", { query_content: " " }, "query_empty"],
    ["search_teleological", { query_vector_id: "none" }, "vector_not_found"],
  ];
  for (const [tool, args, reason] of refusals) {
    expect(await graph.refused(tool, args)).toMatchObject({ code: -32602, data: { reason } });
  }
  expect(await graph.refused("fuse_embeddings", { memory_id: bees, custom_weights: [1] })).toMatchObject({
    code: -32602,
  });
});
