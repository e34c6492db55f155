import { describe, expect, test } from "vitest";
import { openTestNotebook } from "../../../../test/kit/notebook.ts";
import type { VectorDocument, VectorSearchAdapter } from "../model/vector-search.ts";

/** The worked example of the guide: everything in memory, scored by shared words. */
function createMemoryVectors(): VectorSearchAdapter {
  const collections = new Map<string, Map<string, VectorDocument>>();
  const documentsOf = (id: string) => collections.get(id) ?? collections.set(id, new Map()).get(id) ?? new Map();
  const words = (text: string) => [...new Set(text.toLowerCase().match(/\w+/g))];
  return {
    async search(query, collectionId, k) {
      const asked = words(query);
      const hits = [...documentsOf(collectionId).values()]
        .map(({ referenceId, text }: VectorDocument) => ({
          referenceId,
          score: words(text).filter((word) => asked.includes(word)).length / Math.max(1, asked.length),
        }))
        .filter((hit) => hit.score > 0)
        .sort((a, b) => b.score - a.score || (a.referenceId < b.referenceId ? -1 : 1));
      return { hits: hits.slice(0, k), totalMatches: hits.length, note: null };
    },
    async index(collectionId, documents) {
      for (const document of documents) documentsOf(collectionId).set(document.referenceId, document);
    },
    async remove(collectionId, referenceIds) {
      for (const id of referenceIds) documentsOf(collectionId).delete(id);
    },
  };
}

describe("vector storage", () => {
  test.each(["pinecone", "weaviate"])("%s is recognised, and the answer says where to go", async (type) => {
    const notebook = await openTestNotebook({ config: { vector_storage: { type, connection: "x" } } });
    await notebook.ask("enter_collection", { collection_id: "garden" });
    const refused = {
      error: {
        type: "upstream_failure",
        message: `The vector storage ${type} is not built in.`,
        recovery:
          "Set notebook.vector_storage.type to embedded or pgvector, or write an adapter: docs/guide/notebook.md#your-own-vector-storage has the interface and a worked example.",
        context: { vector_storage: type, guide: "docs/guide/notebook.md#your-own-vector-storage" },
      },
    };
    expect(await notebook.ask("semantic_search", { query: "water" })).toEqual(refused);
    expect(await notebook.ask("begin_result_stream", { query: "water" })).toEqual(refused);
    expect(await notebook.ask("list_artifact_sets")).toMatchObject({ collection_id: "garden" });
  });

  test("an adapter of one's own takes the place, and follows the files", async () => {
    const notebook = await openTestNotebook({
      config: { vector_storage: { type: "weaviate", connection: "memory" } },
      vectorAdapters: { weaviate: createMemoryVectors },
    });
    await notebook.ask("enter_collection", { collection_id: "garden" });
    const found = async () =>
      (await notebook.ask("semantic_search", { query: "spade shed" })).results.map(
        (one: { source_pointer: { notebook_id: string } }) => one.source_pointer.notebook_id,
      );
    expect(await found()).toEqual(["deep/tools"]);
    notebook.remove("garden/notebooks/deep");
    expect(await found()).toEqual([]);
  });

  test("pgvector is the PostgreSQL database of the installation, and SQLite is not", async () => {
    const notebook = await openTestNotebook({ config: { vector_storage: { type: "pgvector", connection: "x" } } });
    await notebook.ask("enter_collection", { collection_id: "garden" });
    expect(await notebook.ask("semantic_search", { query: "water" })).toMatchObject({
      error: { type: "upstream_failure", recovery: expect.stringContaining("--database") },
    });
  });
});
