import { describe, expect, test } from "vitest";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";

const TEXTS = [
  "Ada keeps bees behind the old mill.",
  "The quarterly tax report is due on Friday.",
  "function readFile(path) { return fs.readFileSync(path); }",
  "The bridge was closed because the river flooded the road.",
  "Grandmother bakes rye bread every Sunday morning.",
];

describe.each(ENGINES)("on %s", (engine) => {
  test("finds a memory at once by its words and by its meaning, with the whole result", async () => {
    const graph = await openTestGraph({ engine });
    const ids = await graph.put(...TEXTS);
    const answer = await graph.ask("search_graph", {
      query: "who raises honey insects?",
      topK: 2,
      includeContent: true,
    });
    expect(answer).toEqual({
      results: [
        {
          fingerprintId: ids[0],
          similarity: expect.any(Number),
          purposeAlignment: expect.any(Number),
          dominantEmbedder: expect.stringMatching(/^E\d+_/),
          thetaToNorthStar: expect.any(Number),
          content: TEXTS[0],
        },
        expect.any(Object),
      ],
      count: 2,
      _cognitive_pulse: expect.any(Object),
    });
    const first = async (query: string, more = {}) =>
      (await graph.ask("search_graph", { query, topK: 1, ...more })).results[0]?.fingerprintId;
    expect(await first("tax report")).toBe(ids[1]);
    expect(await first("why can we not cross the water by car?")).toBe(ids[3]);
    expect(await first("read a file")).toBe(ids[2]);
  });
});

test("honours topK, minSimilarity and modality, explains, and refuses what is out of range", async () => {
  const graph = await openTestGraph();
  const [text] = await graph.put(TEXTS[0] ?? "");
  await graph.ask("store_memory", { content: TEXTS[2], modality: "code" });
  await graph.vectorsMade();
  const find = (more: Record<string, unknown>) => graph.ask("search_graph", { query: "bees at the mill", ...more });
  expect(
    (await find({ modality: "text" })).results.map(({ fingerprintId }: { fingerprintId: string }) => fingerprintId),
  ).toEqual([text]);
  const all = (await find({})).results;
  expect(all).toHaveLength(2);
  expect((await find({ minSimilarity: (all[0].similarity + all[1].similarity) / 2 })).results).toHaveLength(1);
  expect((await find({ minSimilarity: 1 })).count).toBe(0);
  const [{ explanation }] = (await find({ explain: true })).results;
  expect(Object.keys(explanation.spaces)).toHaveLength(13);
  expect(explanation.stages).toEqual({
    index: expect.any(Number),
    head: expect.any(Number),
    fusion: expect.any(Number),
    tokens: expect.any(Number),
  });
  for (const args of [{ topK: 0 }, { topK: 101 }, { minSimilarity: 2 }, { modality: "smell" }, { query: "" }]) {
    expect((await find(args)).error).toMatchObject({ code: -32602 });
  }
});

test("finds nothing in an empty graph, and says so when there is no model", async () => {
  const graph = await openTestGraph();
  expect(await graph.ask("search_graph", { query: "bees" })).toMatchObject({ results: [], count: 0 });
  const bare = await openTestGraph({ embedder: "none" });
  expect((await bare.ask("search_graph", { query: "bees" })).error).toMatchObject({ code: -32002 });
});

test.each([" ", "\n\t", "\u200b\u2060"])("refuses a query that says nothing: %j", async (query) => {
  const graph = await openTestGraph();
  await graph.put("Ada keeps bees.");
  expect(await graph.refused("search_graph", { query })).toMatchObject({
    code: -32602,
    message: "query must hold some text",
    data: { reason: "query_empty" },
  });
});

describe.each(ENGINES)("on %s", (engine) => {
  test("finds only what is of the session, has the tags and is of the kind that were asked for", async () => {
    const graph = await openTestGraph({ engine });
    const store = async (content: string, more: Record<string, unknown>) =>
      (await graph.ask("store_memory", { content, ...more })).fingerprintId as string;
    const [home, work, both] = [
      await store("The mill wheel turns at home.", { session_id: "home", tags: ["mill", "50%_off"] }),
      await store("The mill wheel turns at work.", { session_id: "work", tags: ["mill"] }),
      await store("function millWheel() { turn(); }", { session_id: "work", tags: ["mill", "code"], modality: "code" }),
    ];
    const found = async (args: Record<string, unknown>): Promise<string[]> => {
      const { results } = await graph.ask("search_graph", { query: "mill wheel", ...args });
      return results.map(({ fingerprintId }: { fingerprintId: string }) => fingerprintId).sort();
    };
    expect(await found({})).toEqual([home, work, both].sort());
    expect(await found({ session_id: "home" })).toEqual([home]);
    expect(await found({ session_id: "work" })).toEqual([work, both].sort());
    expect(await found({ tags: ["mill"] })).toEqual([home, work, both].sort());
    expect(await found({ tags: ["code", "mill"] })).toEqual([both]);
    expect(await found({ tags: ["50%_off"] })).toEqual([home]);
    expect(await found({ tags: ["MILL"] })).toEqual([]);
    expect(await found({ session_id: "work", tags: ["mill"], modality: "text" })).toEqual([work]);
    expect(await found({ session_id: "nowhere" })).toEqual([]);
  });
});
