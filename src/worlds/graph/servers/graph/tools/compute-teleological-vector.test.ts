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

test("computes and keeps the vector of a text, with the whole result, and it finds memories", async () => {
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
  expect(byVector).toMatchObject({ query_type: "vector", num_results: 3 });
  const meanings = Object.fromEntries(
    byVector.results.map(({ id, breakdown }: { id: string; breakdown: { embedder_scores: number[] } }) => [
      id,
      breakdown.embedder_scores[0],
    ]),
  );
  expect(meanings[bees]).toBeGreaterThan(meanings[code]);

  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
  for (const [args, reason] of [
    [{ content: " " }, "content_length"],
    [{ content: "bees", profile_id: "none" }, "profile_not_found"],
  ] as const) {
    expect(await graph.refused("compute_teleological_vector", args)).toMatchObject({ code: -32602, data: { reason } });
  }
});
