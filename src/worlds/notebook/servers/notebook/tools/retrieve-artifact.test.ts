import { expect, test } from "vitest";
import { FILE_TIME, openTestNotebook } from "../../../../../../test/kit/notebook.ts";

const CREATED = Date.UTC(2025, 2, 2);

async function openGarden() {
  const notebook = await openTestNotebook();
  await notebook.ask("enter_collection", { collection_id: "garden" });
  return notebook;
}

const SHORT = {
  artifact_id: "short",
  artifact_type: "summary",
  status: "offered",
  contents: "Water in the evening.",
  provenance: {
    source_notebooks: ["water"],
    transformation_steps: [
      { step_order: 1, tool: "summary_generator", timestamp: CREATED, parameters: { max_length: 50 } },
    ],
    created_at: CREATED,
    created_by: "synthesis_pipeline",
  },
  synthesis_metadata: {
    synthesized: true,
    confidence_note:
      "Synthesized by a pipeline from the source notebooks. No confidence was measured; verify against the sources.",
    last_refreshed: null,
    staleness_indicator: "fresh",
  },
  disclaimer:
    "This artifact is derived material. It is offered for inspection only and carries no authority. Verify against source notebooks for authoritative content.",
  immutable: true,
};

test("gives the whole artifact with provenance, label and disclaimer, by bare and by full id", async () => {
  const notebook = await openGarden();
  expect(await notebook.ask("retrieve_artifact", { artifact_id: "short" })).toEqual(SHORT);
  expect(await notebook.ask("retrieve_artifact", { artifact_id: "overview/short" })).toEqual({
    ...SHORT,
    artifact_id: "overview/short",
  });
});

test("gives the manifest for the id of a set", async () => {
  const notebook = await openGarden();
  expect(await notebook.ask("retrieve_artifact", { artifact_id: "overview" })).toEqual({
    ...SHORT,
    artifact_id: "overview",
    contents: {
      artifact_set_id: "overview",
      artifact_type: "summary",
      created_at: CREATED,
      status: "offered",
      source_notebooks: ["water"],
      created_by: "synthesis_pipeline",
      last_refreshed: null,
      artifact_ids: ["short"],
    },
    provenance: { ...SHORT.provenance, transformation_steps: [] },
  });
});

test("is stale when a source is newer and unknown when one is missing", async () => {
  const notebook = await openGarden();
  const staleness = async () =>
    (await notebook.ask("retrieve_artifact", { artifact_id: "short" })).synthesis_metadata.staleness_indicator;
  notebook.write("garden/notebooks/water.md", "---\nnotebook_id: water\n---\nNew.\n", CREATED + 1000);
  expect(await staleness()).toBe("stale");
  notebook.write("garden/notebooks/water.md", "---\nnotebook_id: water\n---\nNew.\n", CREATED);
  expect(await staleness()).toBe("fresh");
  notebook.remove("garden/notebooks/water.md");
  expect(await staleness()).toBe("unknown");
});

test("labels what a person made as not synthesized, and gives JSON as what it holds", async () => {
  const notebook = await openGarden();
  const set = { artifact_type: "index", created_at: "2025-03-02", source_notebooks: [], created_by: "human_export" };
  notebook.write("garden/artifacts/by-hand/set.json", JSON.stringify(set));
  notebook.write("garden/artifacts/by-hand/words.json", '{"water": ["page 1"]}');
  notebook.write("garden/artifacts/by-hand/torn.json", '{"water": ');
  notebook.write("garden/artifacts/by-hand/torn.provenance.json", "{");
  expect(await notebook.ask("retrieve_artifact", { artifact_id: "words" })).toMatchObject({
    status: "canonical",
    contents: { water: ["page 1"] },
    provenance: { transformation_steps: [], created_by: "human_export" },
    synthesis_metadata: { synthesized: false, staleness_indicator: "unknown" },
  });
  expect(await notebook.ask("retrieve_artifact", { artifact_id: "torn" })).toMatchObject({
    contents: '{"water": ',
    synthesis_metadata: { confidence_note: expect.stringContaining("provenance file cannot be read") },
  });
});

test("asks which one is meant when two sets have the id", async () => {
  const notebook = await openGarden();
  const set = { artifact_type: "index", created_at: "2025-03-02" };
  notebook.write("garden/artifacts/second/set.json", JSON.stringify(set));
  notebook.write("garden/artifacts/second/short.md", "Another.");
  expect(await notebook.ask("retrieve_artifact", { artifact_id: "short" })).toEqual({
    error: {
      type: "ambiguous_request",
      message: "Several artifact sets of this collection have an artifact with this id.",
      recovery: "Call again with one of context.candidates.",
      context: { candidates: ["overview/short", "second/short"] },
    },
  });
  const { artifact_sets } = await notebook.ask("list_artifact_sets");
  expect(artifact_sets.flatMap((one: { artifact_ids: string[] }) => one.artifact_ids)).toEqual([
    "overview/short",
    "second/short",
  ]);
});

test("pages an artifact that is too long for one answer", async () => {
  const notebook = await openGarden();
  const text = "“Zeile”\n".repeat(20_000);
  notebook.write("garden/artifacts/overview/long.md", text, FILE_TIME);
  let whole = "";
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const part = await notebook.ask("retrieve_artifact", { artifact_id: "long", offset });
    expect(part.total_chars).toBe(text.length);
    whole += part.contents;
    offset = part.next_offset;
  }
  expect(whole).toBe(text);
});

test.each(["none", "", "../overview/short", "overview/../overview/short", "overview/set", "set", "short.provenance"])(
  "refuses the unknown id %j",
  async (artifact_id) => {
    const notebook = await openGarden();
    expect(await notebook.ask("retrieve_artifact", { artifact_id })).toEqual({
      error: {
        type: "artifact_not_found",
        message: "There is no artifact with this id in the active collection.",
        recovery: "Call list_artifact_sets and use one of its artifact_set_id or artifact_ids values.",
        context: { artifact_id },
      },
    });
  },
);

test("refuses an artifact of another collection, and any without a collection", async () => {
  const notebook = await openTestNotebook();
  expect(await notebook.ask("retrieve_artifact", { artifact_id: "short" })).toMatchObject({
    error: { type: "no_collection_context" },
  });
  await notebook.ask("enter_collection", { collection_id: "kitchen" });
  expect(await notebook.ask("retrieve_artifact", { artifact_id: "short" })).toMatchObject({
    error: { type: "artifact_not_found" },
  });
});
