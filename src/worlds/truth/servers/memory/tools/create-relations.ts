import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { MemoryRelation } from "../../../model/memory/nodes.ts";
import type { Truth } from "../../../truth.ts";
import { relateNodes } from "../../../write/memory.ts";

export const createRelations = defineTool({
  name: "create_relations",
  title: "Create Relations",
  description: [
    "Keep how entities stand to each other, in active voice: works_at, knows, depends_on.",
    "Answers with those that were new.",
  ].join("\n"),
  effect: "write",
  permission: "CREATE",
  input: z.object({ relations: z.array(MemoryRelation) }),
  output: z.object({ relations: z.array(MemoryRelation) }),
  run: async ({ relations }, truth: Truth) => ({ relations: await relateNodes(truth, relations) }),
});
