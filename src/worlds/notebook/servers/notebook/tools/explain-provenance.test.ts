import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestNotebook } from "../../../../../../test/kit/notebook.ts";

const NOTE = "This provenance chain is descriptive only. No new interpretation has been added.";
const WATER = { notebook_id: "water", title: "Water", author: "Ada", created_at: Date.UTC(2025, 1, 3) };

async function openGarden() {
  const notebook = await openTestNotebook();
  await notebook.ask("enter_collection", { collection_id: "garden" });
  const { results } = await notebook.ask("semantic_search", { query: "seedlings tomatoes", k: 1 });
  return { notebook, id: results[0].reference_id as string };
}

test("tells the chain of a passage down to its bytes", async () => {
  const { notebook, id } = await openGarden();
  const file = readFileSync(join(notebook.root, "garden/notebooks/water.md"));
  const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");
  const timestamp = expect.any(Number);
  expect(await notebook.ask("explain_provenance", { id, id_type: "source" })).toEqual({
    id,
    id_type: "source",
    provenance: {
      origin_notebook: WATER,
      transformation_steps: [
        { step_order: 1, tool: "file_reader", parameters: { path: "water.md", sha256: sha256(file) }, timestamp },
        { step_order: 2, tool: "markdown_parser", parameters: { format: "markdown" }, timestamp },
        {
          step_order: 3,
          tool: "semantic_chunker",
          parameters: {
            chunk_size: 512,
            overlap: 0,
            part: "file",
            start: 146,
            end: 200,
            unit: "byte",
            checksum: sha256(file.subarray(146, 200)),
          },
          timestamp,
        },
      ],
      tools_involved: ["file_reader", "markdown_parser", "semantic_chunker"],
      confidence_notes: ["The quote was found in the notebook, unchanged, when this was asked."],
    },
    interpretation_note: NOTE,
  });
});

test("tells the chain of an artifact as its maker wrote it down", async () => {
  const { notebook } = await openGarden();
  const created = Date.UTC(2025, 2, 2);
  expect(await notebook.ask("explain_provenance", { id: "short", id_type: "artifact" })).toEqual({
    id: "short",
    id_type: "artifact",
    provenance: {
      origin_notebook: WATER,
      transformation_steps: [
        { step_order: 1, tool: "summary_generator", parameters: { max_length: 50 }, timestamp: created },
      ],
      tools_involved: ["summary_generator"],
      confidence_notes: ["The artifact was synthesized by a pipeline and carries no authority."],
    },
    interpretation_note: NOTE,
  });
});

test("says what it does not know", async () => {
  const { notebook, id } = await openGarden();
  notebook.write("garden/notebooks/water.md", "---\ntitle: [\n---\n# Barrel\n\nAll new.\n");
  const source = await notebook.ask("explain_provenance", { id, id_type: "source" });
  expect(source.provenance.confidence_notes).toEqual([
    "The notebook has changed since this passage was indexed; the quote is the indexed one.",
  ]);
  notebook.remove("garden/notebooks/water.md");
  const artifact = await notebook.ask("explain_provenance", { id: "short", id_type: "artifact" });
  expect(artifact.provenance).toMatchObject({
    origin_notebook: { notebook_id: "water", title: "water", author: null },
    confidence_notes: [expect.any(String), expect.stringContaining("not in the collection")],
  });
});

test("refuses ids of another collection, unknown ids, wrong kinds, and any without a collection", async () => {
  const { notebook, id } = await openGarden();
  const typeOf = async (args: Record<string, unknown>, connection?: string) =>
    (await notebook.ask("explain_provenance", args, connection)).error?.type;
  expect(await typeOf({ id: "ref_garden_0", id_type: "source" })).toBe("source_not_found");
  expect(await typeOf({ id, id_type: "artifact" })).toBe("artifact_not_found");
  expect(await typeOf({ id: "short", id_type: "source" })).toBe("source_not_found");
  expect(await typeOf({ id, id_type: "notebook" })).toBe("ambiguous_request");
  expect(await typeOf({ id })).toBe("ambiguous_request");
  await notebook.ask("enter_collection", { collection_id: "kitchen" });
  expect(await typeOf({ id, id_type: "source" })).toBe("source_outside_collection");
  expect(await typeOf({ id: "short", id_type: "artifact" })).toBe("artifact_not_found");
  expect(await typeOf({ id, id_type: "source" }, "another")).toBe("no_collection_context");
});
