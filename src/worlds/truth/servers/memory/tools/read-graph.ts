import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { MemoryGraph } from "../../../model/memory/nodes.ts";
import { readGraph as readWhole } from "../../../read/memory-graph.ts";
import type { Truth } from "../../../truth.ts";

export const readGraph = defineTool({
  name: "read_graph",
  title: "Read Graph",
  description: "Everything in the memory, in the order it came. For a large one use search_nodes or open_nodes.",
  effect: "read",
  // The original passes over arguments that it does not know.
  input: z.looseObject({}),
  output: MemoryGraph,
  run: (_input, truth: Truth) => readWhole(truth),
});
