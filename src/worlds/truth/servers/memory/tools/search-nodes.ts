import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { MemoryGraph } from "../../../model/memory/nodes.ts";
import { graphOf, holding, readGraph } from "../../../read/memory-graph.ts";
import { searchMemory } from "../../../search/memory-search.ts";
import type { Truth } from "../../../truth.ts";

export const searchNodes = defineTool({
  name: "search_nodes",
  title: "Search Nodes",
  description: [
    "Entities whose name, type or observations hold the text as it stands, with their relations.",
    "Where none does, the query is read as a question: by its words and its meaning, the best first.",
    "No entities means that nothing in the memory is about it.",
  ].join("\n"),
  effect: "read",
  // The original passes over arguments that it does not know.
  input: z.looseObject({
    query: z.string().describe("The search query to match against entity names, types, and observation content"),
  }),
  output: MemoryGraph,
  async run({ query }, truth: Truth) {
    const found = holding(await readGraph(truth), query);
    if (found.entities.length > 0) return found;
    const keys = await searchMemory(truth, query);
    const place = new Map(keys.map((key, n) => [key, n]));
    const nodes = await truth.memoryEntities.withKeys(keys);
    return graphOf(
      truth,
      [...nodes].sort((a, b) => (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0)),
    );
  },
});
