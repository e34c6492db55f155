import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { Deleted, MemoryRelation } from "../../../model/memory/nodes.ts";
import type { Truth } from "../../../truth.ts";
import { deleteRelationsOf } from "../../../write/memory.ts";

export const deleteRelations = defineTool({
  name: "delete_relations",
  title: "Delete Relations",
  description: ["Delete relations, each by both names and its type.", "What is not there is passed over."].join("\n"),
  effect: "destructive",
  idempotent: true,
  input: z.object({ relations: z.array(MemoryRelation).describe("An array of relations to delete") }),
  output: Deleted,
  async run({ relations }, truth: Truth) {
    await deleteRelationsOf(truth, relations);
    return { success: true, message: "Relations deleted successfully" };
  },
});
