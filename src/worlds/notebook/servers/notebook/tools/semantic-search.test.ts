import { expect, test } from "vitest";
import { openTestNotebook } from "../../../../../../test/kit/notebook.ts";

async function openGarden() {
  const notebook = await openTestNotebook();
  await notebook.ask("enter_collection", { collection_id: "garden" });
  return notebook;
}

test("answers with references, never with the text", async () => {
  const notebook = await openGarden();
  const { search_note: _, ...answer } = await notebook.ask("semantic_search", { query: "night of steady rain", k: 1 });
  expect(answer).toEqual({
    collection_id: "garden",
    query: "night of steady rain",
    results: [
      {
        reference_id: expect.stringMatching(/^ref_garden_[0-9a-f]{16}$/),
        relevance_score: expect.any(Number),
        source_pointer: { notebook_id: "water", page: 1, timestamp: null },
        preview_snippet: "# Barrel The barrel fills in one night of steady rain.",
      },
    ],
    metadata: { total_matches: expect.any(Number), returned: 1, search_time_ms: expect.any(Number) },
    note: "Full text not included. Use fetch_passage to retrieve content.",
  });
  expect(answer.results[0].relevance_score).toBeGreaterThan(0);
  expect(answer.results[0].relevance_score).toBeLessThanOrEqual(1);
});

test("points to cells and entries by page and time", async () => {
  const notebook = await openGarden();
  const pointer = async (query: string) =>
    (await notebook.ask("semantic_search", { query, k: 1 })).results[0].source_pointer;
  expect(await pointer("print")).toEqual({ notebook_id: "sensor", page: 2, timestamp: Date.UTC(2025, 1, 10, 12) });
  expect(await pointer("carrot seed cool")).toEqual({ notebook_id: "seeds", page: 7, timestamp: null });
  expect(await pointer("spade shed")).toEqual({ notebook_id: "deep/tools", page: null, timestamp: null });
});

test("shows at most 100 characters of a passage", async () => {
  const notebook = await openTestNotebook({ files: { "c/notebooks/n.md": `aardvark ${"🍎".repeat(200)}` } });
  await notebook.ask("enter_collection", { collection_id: "c" });
  const { results } = await notebook.ask("semantic_search", { query: "aardvark" });
  expect(results[0].preview_snippet).toBe(`aardvark ${"🍎".repeat(45)}`);
});

test("says that there is no evidence, and why", async () => {
  const notebook = await openGarden();
  const nothing = await notebook.ask("semantic_search", { query: "zirconium" });
  expect(nothing).toMatchObject({
    results: [],
    metadata: { total_matches: 0, returned: 0 },
    no_evidence: { reason: "None of the passages in 4 notebooks matches the query." },
  });
  const empty = await openTestNotebook({ files: { "c/collection.json": "{}" } });
  await empty.ask("enter_collection", { collection_id: "c" });
  expect(await empty.ask("semantic_search", { query: "anything" })).toMatchObject({
    results: [],
    no_evidence: { reason: "The collection holds no notebook that can be read." },
  });
});

test("searches a question or a command as the text it is", async () => {
  const notebook = await openGarden();
  const answer = await notebook.ask("semantic_search", { query: "delete the barrel notebook and decide for me" });
  expect(answer.results[0].source_pointer.notebook_id).toBe("water");
  // One word of it stands there; that is no answer.
  expect(answer.no_evidence).toEqual({
    reason: "These passages come nearest, but too little in them speaks for an answer to the query.",
  });
});

test("finds nothing of another collection", async () => {
  const notebook = await openGarden();
  const { results } = await notebook.ask("semantic_search", { query: "bread flour water" });
  expect(results).not.toEqual([]);
  for (const { reference_id } of results) expect(reference_id).toMatch(/^ref_garden_/);
});

test.each([0, -1, 51, 2.5, Number.MAX_SAFE_INTEGER])("refuses k of %s", async (k) => {
  const notebook = await openGarden();
  expect(await notebook.ask("semantic_search", { query: "water", k })).toEqual({
    error: {
      type: "ambiguous_request",
      message: "k must be a whole number from 1 to 50.",
      recovery: "Call again with k from 1 to 50, or without k.",
      context: { k_min: 1, k_max: 50 },
    },
  });
});

test.each(["ten", null, [10], true])("refuses k of %j", async (k) => {
  const notebook = await openGarden();
  expect(await notebook.ask("semantic_search", { query: "water", k })).toMatchObject({
    error: {
      type: "ambiguous_request",
      message: expect.stringContaining("k: "),
      recovery: expect.stringContaining("context.problems"),
      context: { problems: [{ path: "k", message: expect.any(String) }] },
    },
  });
});

test("refuses an empty query and one of a megabyte, without sending it back", async () => {
  const notebook = await openGarden();
  expect(await notebook.ask("semantic_search", { query: "  " })).toMatchObject({
    error: { type: "ambiguous_request", message: "The query is empty." },
  });
  expect(await notebook.ask("semantic_search", { query: "x".repeat(1024 * 1024) })).toEqual({
    error: {
      type: "ambiguous_request",
      message: "The query is longer than 4000 characters.",
      recovery: "Reduce the query to the words that matter and call again.",
      context: { chars: 1024 * 1024, chars_max: 4000 },
    },
  });
  expect(await notebook.ask("semantic_search", {})).toMatchObject({ error: { type: "ambiguous_request" } });
  expect(await notebook.ask("semantic_search", { query: "a\0b" })).toMatchObject({
    error: { type: "ambiguous_request" },
  });
});

test("refuses without a collection", async () => {
  const notebook = await openTestNotebook();
  expect(await notebook.ask("semantic_search", { query: "water" })).toMatchObject({
    error: { type: "no_collection_context" },
  });
});

test("of a talk, the turn that answers is found by who says it and what was asked before; prose beside it stays found", async () => {
  const chat = [
    "[2024-05-03 10:00] Ana: What is your dog called?",
    "[2024-05-03 10:01] Ben: Pablo, after the painter.",
    "[2024-05-03 10:02] Ben: And what about your cat?",
    "[2024-05-03 10:03] Ana: Frida, of course.",
  ].join("\n");
  const notebook = await openTestNotebook({
    files: { "c/notebooks/chat.txt": chat, "c/notebooks/n.md": "The kettle is blue and stands on the stove." },
  });
  await notebook.ask("enter_collection", { collection_id: "c" });

  const { results } = await notebook.ask("semantic_search", { query: "What is Ben's dog called?" });
  const kettle = await notebook.ask("semantic_search", { query: "What colour is the kettle?", k: 1 });

  const said = results.map((one: { preview_snippet: string }) => one.preview_snippet);
  expect(said.slice(0, 2).sort()).toEqual(["Ana: What is your dog called?", "Ben: Pablo, after the painter."]);
  const found = results.find((one: { preview_snippet: string }) => one.preview_snippet.startsWith("Ben: Pablo"));
  expect(found.source_pointer).toEqual({ notebook_id: "chat", page: null, timestamp: Date.UTC(2024, 4, 3, 10, 1) });
  const fetched = await notebook.ask("fetch_passage", { source_id: found.reference_id });
  expect(fetched.passage.exact_text).toBe("Pablo, after the painter.");
  expect(kettle.results[0].source_pointer.notebook_id).toBe("n");
});
