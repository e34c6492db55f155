import type { Resources } from "../../../../kernel/index.ts";
import { isMemory } from "../../model/memory/recorded.ts";
import { readGraph } from "../../read/memory-graph.ts";
import type { Truth } from "../../truth.ts";

const GRAPH = {
  uri: "memory://knowledge-graph",
  name: "knowledge-graph",
  title: "Knowledge Graph",
  description: "The whole memory: all entities and relations.",
  mimeType: "application/json",
};

/** The one address of the original: the memory as a whole, and whoever subscribes is told of every change. */
export const resources: Resources<Truth> = {
  templates: [],
  list: () => ({ items: [GRAPH] }),
  async read(uri, truth) {
    if (uri !== GRAPH.uri) return undefined;
    const text = JSON.stringify(await readGraph(truth), null, 2);
    return { contents: [{ uri, mimeType: GRAPH.mimeType, text }] };
  },
  changedBy: (event) => (isMemory(event) ? [GRAPH.uri] : []),
};
