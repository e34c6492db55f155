import { expect, test } from "vitest";
import { openTestNotebook } from "../../../../../../test/kit/notebook.ts";

const WORLD = {
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
    content: [{ type: "text", text: JSON.stringify(WORLD) }],
    structuredContent: WORLD,
    metadata,
    _meta: { metadata },
  });
});
