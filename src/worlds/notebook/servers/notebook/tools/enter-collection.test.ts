import { expect, test } from "vitest";
import { openTestNotebook } from "../../../../../../test/kit/notebook.ts";

test("establishes the context and loads nothing", async () => {
  const notebook = await openTestNotebook();
  expect(await notebook.ask("enter_collection", { collection_id: "garden" })).toEqual({
    collection_id: "garden",
    title: "Garden",
    context_established: true,
    scope_note: "All subsequent operations restricted to this collection until exit or new enter_collection call",
    available_operations: [
      "list_artifact_sets",
      "semantic_search",
      "fetch_passage",
      "retrieve_artifact",
      "begin_result_stream",
    ],
    preload_note: "No data preloaded. Invoke retrieval tools explicitly.",
  });
});

test.each(["nowhere", "", "..", "../secret", "garden/notebooks", ".", "GARDEN", "links.json", "constructor"])(
  "refuses %j, and the context stays as it was",
  async (collection_id) => {
    const notebook = await openTestNotebook();
    expect(await notebook.ask("enter_collection", { collection_id })).toEqual({
      error: {
        type: "collection_not_found",
        message: "There is no collection with this id.",
        recovery: "Call list_collections and use one of its collection_id values.",
        context: { collection_id },
      },
    });
    expect(await notebook.ask("list_artifact_sets")).toMatchObject({ error: { type: "no_collection_context" } });
  },
);
