import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestNotebook, type TestNotebook } from "../../../../../../test/kit/notebook.ts";

async function openGarden(): Promise<TestNotebook> {
  const notebook = await openTestNotebook();
  await notebook.ask("enter_collection", { collection_id: "garden" });
  return notebook;
}

async function referenceOf(notebook: TestNotebook, query: string): Promise<string> {
  return (await notebook.ask("semantic_search", { query, k: 1 })).results[0].reference_id;
}

const DROUGHT = "# Drought\n\nSeedlings are watered first, then tomatoes.";

test("quotes to the letter, with context of the same page, provenance and integrity", async () => {
  const notebook = await openGarden();
  const source_id = await referenceOf(notebook, "seedlings tomatoes");
  const answer = await notebook.ask("fetch_passage", { source_id });
  expect(answer).toEqual({
    source_id,
    passage: {
      exact_text: DROUGHT,
      context_before: "",
      context_after: "\n\n## Mulch\n\nA mulch of cut grass kept the bed damp for four days.\n",
    },
    provenance: {
      notebook_id: "water",
      notebook_title: "Water",
      page: 2,
      timestamp: null,
      export_method: "markdown_parser",
      last_verified: expect.any(Number),
    },
    integrity: {
      checksum: createHash("sha256").update(DROUGHT).digest("hex"),
      verified: true,
      location: { path: "water.md", part: "file", start: 146, end: 200, unit: "byte" },
    },
    disclaimer: "This is a quoted passage from human-authored material. It is provided as-is with no interpretation.",
  });
});

test("quotes a cell from its source", async () => {
  const notebook = await openGarden();
  const answer = await notebook.ask("fetch_passage", { source_id: await referenceOf(notebook, "print") });
  expect(answer).toMatchObject({
    passage: { exact_text: "print('moisture')", context_before: "", context_after: "" },
    provenance: { page: 2, timestamp: Date.UTC(2025, 1, 10, 12), export_method: "jupyter_cell_source" },
    integrity: { verified: true, location: { part: "cell 2", start: 0, end: 17 } },
  });
});

test("keeps the context within the setting", async () => {
  const notebook = await openTestNotebook({ config: { constraints: { max_passage_context: 5 } } });
  await notebook.ask("enter_collection", { collection_id: "garden" });
  const source_id = await referenceOf(notebook, "seedlings tomatoes");
  const { passage } = await notebook.ask("fetch_passage", { source_id });
  expect(passage).toMatchObject({ context_before: "", context_after: "\n\n## " });
});

test("says out loud that the file has changed, and quotes what was indexed", async () => {
  const notebook = await openGarden();
  const source_id = await referenceOf(notebook, "seedlings tomatoes");
  const before = await notebook.ask("fetch_passage", { source_id });
  appendFileSync(join(notebook.root, "garden/notebooks/water.md"), "\nOne more line.\n");
  expect(await notebook.ask("fetch_passage", { source_id })).toEqual({
    ...before,
    passage: { exact_text: DROUGHT, context_before: "", context_after: "" },
    provenance: { ...before.provenance, last_verified: expect.any(Number) },
    integrity: { ...before.integrity, verified: false },
    warning: {
      type: "upstream_failure",
      message: "The notebook has changed since this passage was indexed. The text is the indexed one, not the file's.",
      recovery: "Call semantic_search to find the passage as the notebook has it now.",
    },
  });
});

const NOT_FOUND = (source_id: string) => ({
  error: {
    type: "source_not_found",
    message: "There is no passage with this id, or its notebook has been deleted.",
    recovery: "Call semantic_search and use one of its reference_id values.",
    source_id,
  },
});

test.each(["ref_garden_0123456789abcdef", "made up", "", "ref_garden_../../../etc/passwd"])(
  "refuses the invented id %j",
  async (source_id) => {
    const notebook = await openGarden();
    expect(await notebook.ask("fetch_passage", { source_id })).toEqual(NOT_FOUND(source_id));
  },
);

test("sends back no more of a long id than is needed", async () => {
  const notebook = await openGarden();
  const answer = await notebook.ask("fetch_passage", { source_id: "x".repeat(1_000_000) });
  expect(answer.error.source_id).toBe(`${"x".repeat(200)}…`);
});

test("quotes nothing of a deleted file", async () => {
  const notebook = await openGarden();
  const source_id = await referenceOf(notebook, "seedlings tomatoes");
  notebook.remove("garden/notebooks/water.md");
  expect(await notebook.ask("fetch_passage", { source_id })).toEqual(NOT_FOUND(source_id));
  await notebook.ask("semantic_search", { query: "anything" });
  expect(await notebook.ask("fetch_passage", { source_id })).toEqual(NOT_FOUND(source_id));
});

test("refuses a passage of another collection", async () => {
  const notebook = await openGarden();
  const source_id = await referenceOf(notebook, "seedlings tomatoes");
  await notebook.ask("enter_collection", { collection_id: "kitchen" });
  expect(await notebook.ask("fetch_passage", { source_id })).toEqual({
    error: {
      type: "source_outside_collection",
      message: "This passage belongs to another collection than the active one.",
      recovery: "Call enter_collection with the collection of the passage, then call again.",
      source_id,
    },
  });
});

test("refuses without a collection and still names the source", async () => {
  const notebook = await openTestNotebook();
  expect(await notebook.ask("fetch_passage", { source_id: "x" })).toEqual({
    error: {
      type: "no_collection_context",
      message: "No active collection. Invoke enter_collection first.",
      recovery: "Call list_collections, then enter_collection",
      source_id: "x",
    },
  });
});

test("says that a file cannot be read, without its address", async () => {
  const notebook = await openGarden();
  const source_id = await referenceOf(notebook, "seedlings tomatoes");
  notebook.remove("garden/notebooks/water.md");
  mkdirSync(join(notebook.root, "garden/notebooks/water.md"));
  expect(await notebook.ask("fetch_passage", { source_id })).toEqual({
    error: {
      type: "upstream_failure",
      message: "The notebook of this passage cannot be read.",
      recovery: "Ask the operator to make the file readable again.",
      source_id,
      context: { reason: "not_a_file" },
    },
  });
});
