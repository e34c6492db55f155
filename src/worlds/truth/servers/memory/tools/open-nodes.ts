import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { MemoryGraph } from "../../../model/memory/nodes.ts";
import { openNodes as openNamed } from "../../../read/memory-graph.ts";
import type { Truth } from "../../../truth.ts";

export const openNodes = defineTool({
  name: "open_nodes",
  title: "Open Nodes",
  description: [
    "Entities by their exact names, with every relation that begins or ends at one of them.",
    "Names that are not there are left out; to find a name use search_nodes.",
  ].join("\n"),
  effect: "read",
  // The original passes over arguments that it does not know.
  input: z.looseObject({ names: z.array(z.string()).describe("An array of entity names to retrieve") }),
  output: MemoryGraph,
  run: ({ names }, truth: Truth) => openNamed(truth, names),
});
