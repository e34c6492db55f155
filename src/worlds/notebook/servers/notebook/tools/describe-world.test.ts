import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestNotebook } from "../../../../../../test/kit/notebook.ts";

/** What the contract promises for describe_world, in its own words; the eleven names in the order of its sections. */
const PROMISED = {
  world: {
    name: "Open Notebook",
    type: "read-only knowledge jurisdiction",
    authority_level: "none",
    mutation: "forbidden",
    persistence: "external only (artifacts, vectors)",
  },
  purpose: [
    "preserve human-authored cognition",
    "enable safe inspection and retrieval",
    "prevent ungoverned synthesis",
  ],
  boundaries: {
    scope: "previously authored notebooks and derived artifacts only",
    reasoning: "forbidden",
    learning: "forbidden",
    decisions: "forbidden",
  },
  available_affordances: [
    "describe_world",
    "list_collections",
    "enter_collection",
    "list_artifact_sets",
    "semantic_search",
    "fetch_passage",
    "retrieve_artifact",
    "begin_result_stream",
    "next_stream_chunk",
    "explain_provenance",
    "list_constraints",
  ],
  citation_requirements: { passages_must_quote: true, artifacts_must_disclaim: true, synthesis_must_label: true },
  provenance_available: true,
};

test("describes the world in the contract's words, as structured content, as text and with the result's metadata", async () => {
  const notebook = await openTestNotebook();
  const metadata = { provenance_available: true, constraints_checkable: true };
  expect(await notebook.callTool("describe_world", {})).toEqual({
    content: [{ type: "text", text: JSON.stringify(PROMISED) }],
    structuredContent: PROMISED,
    metadata,
    _meta: { metadata },
  });
});

test("says the same of every library, before and after a collection is entered: no content is in it", async () => {
  const [garden, empty] = await Promise.all([openTestNotebook(), openTestNotebook({ files: {} })]);
  await garden.ask("enter_collection", { collection_id: "garden" });
  await garden.ask("semantic_search", { query: "seedlings" });
  expect([await garden.ask("describe_world"), await empty.ask("describe_world")]).toEqual([PROMISED, PROMISED]);
});

test("names the tools that a client is offered, and nothing outside of them is allowed", async () => {
  const notebook = await openTestNotebook();
  const { available_affordances: named } = await notebook.ask("describe_world");
  const offered = (await notebook.server("notebook")).listed();
  expect(offered.map((tool) => tool.name)).toEqual([...named].sort());
  const typeOf = async (tool: string) => (await notebook.ask(tool, {})).error?.type ?? "answered";
  // Called without arguments: refused for what is missing or not yet entered, never for what the tool is.
  const outcomes: [string, string][] = [];
  for (const name of named) outcomes.push([name, await typeOf(name)]);
  expect(Object.fromEntries(outcomes)).toEqual({
    describe_world: "answered",
    list_collections: "answered",
    enter_collection: "ambiguous_request",
    list_artifact_sets: "no_collection_context",
    semantic_search: "ambiguous_request",
    fetch_passage: "ambiguous_request",
    retrieve_artifact: "ambiguous_request",
    begin_result_stream: "ambiguous_request",
    next_stream_chunk: "ambiguous_request",
    explain_provenance: "ambiguous_request",
    list_constraints: "answered",
  });
  expect(await typeOf("write_notebook")).toBe("operation_forbidden");
});

test("keeps what it requires of citations: quotes stand in the file, artifacts disclaim, synthesis is labelled", async () => {
  const notebook = await openTestNotebook();
  await notebook.ask("enter_collection", { collection_id: "garden" });
  const { results } = await notebook.ask("semantic_search", { query: "seedlings", k: 1 });
  const source = results[0].reference_id;
  const { passage, disclaimer } = await notebook.ask("fetch_passage", { source_id: source });
  expect(readFileSync(join(notebook.root, "garden/notebooks/water.md"), "utf8")).toContain(passage.exact_text);
  expect(disclaimer).toBe(
    "This is a quoted passage from human-authored material. It is provided as-is with no interpretation.",
  );
  expect(await notebook.ask("retrieve_artifact", { artifact_id: "short" })).toMatchObject({
    synthesis_metadata: { synthesized: true },
    disclaimer:
      "This artifact is derived material. It is offered for inspection only and carries no authority. Verify against source notebooks for authoritative content.",
    immutable: true,
  });
  expect(await notebook.ask("explain_provenance", { id: source, id_type: "source" })).toMatchObject({
    provenance: { origin_notebook: { notebook_id: "water", title: "Water", author: "Ada" } },
    interpretation_note: "This provenance chain is descriptive only. No new interpretation has been added.",
  });
});
