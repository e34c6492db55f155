import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

interface Result {
  readonly rank: number;
  readonly id: string;
  readonly similarity: number;
  readonly content?: string;
}

test("finds memories of the same purpose as a memory, never that memory, with the whole result", async () => {
  const graph = await openFilledGraph();
  const answer = await graph.ask("search_teleological", {
    query_vector_id: graph.ids.harbour1,
    min_similarity: 0,
    max_results: 3,
  });
  expect(answer).toEqual({
    success: true,
    strategy: "adaptive",
    scope: "full",
    query_type: "memory",
    search_latency_ms: expect.any(Number),
    num_results: 3,
    results: [1, 2, 3].map((rank) => ({
      rank,
      id: expect.any(String),
      similarity: expect.any(Number),
      purpose_alignment: expect.any(Number),
      dominant_embedder: expect.stringMatching(/^E\d+_/),
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
  const all: Result[] = (
    await graph.ask("search_teleological", { query_vector_id: graph.ids.harbour1, min_similarity: 0 })
  ).results;
  expect(all.map(({ id }) => id)).not.toContain(graph.ids.harbour1);
  const scores = all.map(({ similarity }) => similarity);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

test("honours what it is narrowed to, and leaves out what was not asked for", async () => {
  const graph = await openFilledGraph();
  const find = async (way: Record<string, unknown>): Promise<Result[]> => {
    const asked = { query_vector_id: graph.ids.rain, min_similarity: 0, ...way };
    return (await graph.ask("search_teleological", asked)).results;
  };
  const ways = [
    ...["cosine", "euclidean", "synergy_weighted", "group_hierarchical", "cross_correlation_dominant"].map(
      (strategy) => ({ strategy }),
    ),
    { scope: "purpose_vector_only" },
    { scope: "cross_correlations_only" },
    { scope: "group_alignments_only" },
    { specific_embedder: 6 },
    { specific_groups: ["causal", "implementation"] },
    { strategy: "cosine", weight_purpose: 1, weight_correlations: 0, weight_groups: 0.5 },
  ];
  const scores = new Set<string>();
  for (const way of ways) scores.add((await find(way)).map(({ similarity }) => similarity).join());
  expect(scores.size).toBe(ways.length);

  const [best, next] = await find({});
  const between = ((best?.similarity ?? 0) + (next?.similarity ?? 0)) / 2;
  expect((await find({ min_similarity: between })).map(({ id }) => id)).toEqual([best?.id]);
  const [bare] = await find({ include_breakdown: false, include_content: true, max_results: 1 });
  expect(Object.keys(bare ?? {}).sort()).toEqual([
    "content",
    "dominant_embedder",
    "id",
    "purpose_alignment",
    "rank",
    "similarity",
  ]);
});

test("refuses no query, two, an empty one, one without a model, and an id that stands for nothing", async () => {
  const graph = await openFilledGraph();
  const { rain } = graph.ids;
  const refusals: [Record<string, unknown>, number, string][] = [
    [{}, -32602, "query_missing"],
    [{ query_content: "a", query_vector_id: rain }, -32602, "query_missing"],
    [{ query_content: " " }, -32602, "query_empty"],
    [{ query_vector_id: "none" }, -32602, "vector_not_found"],
    [{ query_content: "floods" }, -32002, "model_absent"],
  ];
  for (const [args, code, reason] of refusals) {
    expect(await graph.refused("search_teleological", args)).toMatchObject({ code, data: { reason } });
  }
  for (const way of [
    { strategy: "magic" },
    { scope: "all" },
    { specific_embedder: 13 },
    { specific_groups: ["smell"] },
    { weight_purpose: 2 },
    { max_results: 0 },
  ]) {
    expect(await graph.refused("search_teleological", { query_vector_id: rain, ...way })).toMatchObject({
      code: -32602,
    });
  }
});
