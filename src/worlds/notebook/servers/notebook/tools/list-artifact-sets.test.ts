import { expect, test } from "vitest";
import { openTestNotebook } from "../../../../../../test/kit/notebook.ts";

const CREATED = Date.UTC(2025, 2, 2);

test("lists the sets of the active collection without their contents", async () => {
  const notebook = await openTestNotebook();
  notebook.write("garden/artifacts/broken/set.json", "{");
  await notebook.ask("enter_collection", { collection_id: "garden" });
  expect(await notebook.ask("list_artifact_sets")).toEqual({
    collection_id: "garden",
    artifact_sets: [
      {
        artifact_set_id: "overview",
        artifact_type: "summary",
        created_at: CREATED,
        status: "offered",
        source_notebooks: ["water"],
        artifact_count: 1,
        artifact_ids: ["short"],
      },
    ],
    unreadable_sets: ["broken"],
  });
});

test("has none in a collection without artifacts", async () => {
  const notebook = await openTestNotebook();
  await notebook.ask("enter_collection", { collection_id: "kitchen" });
  expect(await notebook.ask("list_artifact_sets")).toEqual({ collection_id: "kitchen", artifact_sets: [] });
});

test("refuses without a collection, in the contract's words", async () => {
  const notebook = await openTestNotebook();
  expect(await notebook.ask("list_artifact_sets")).toEqual({
    error: {
      type: "no_collection_context",
      message: "No active collection. Invoke enter_collection first.",
      recovery: "Call list_collections, then enter_collection",
    },
  });
});

test("refuses a collection that was taken away after it was entered", async () => {
  const notebook = await openTestNotebook();
  await notebook.ask("enter_collection", { collection_id: "garden" });
  notebook.remove("garden");
  expect(await notebook.ask("list_artifact_sets")).toMatchObject({ error: { type: "collection_not_found" } });
});
