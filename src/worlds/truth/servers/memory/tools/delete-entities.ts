import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { Deleted } from "../../../model/memory/nodes.ts";
import type { Truth } from "../../../truth.ts";
import { deleteNodes } from "../../../write/memory.ts";

export const deleteEntities = defineTool({
  name: "delete_entities",
  title: "Delete Entities",
  description: [
    "Delete entities by name, with their observations and every relation that names them.",
    "Names that are not there are passed over. What was known stays in the log.",
  ].join("\n"),
  effect: "destructive",
  idempotent: true,
  input: z.object({ entityNames: z.array(z.string()).describe("An array of entity names to delete") }),
  output: Deleted,
  async run({ entityNames }, truth: Truth) {
    await deleteNodes(truth, entityNames);
    return { success: true, message: "Entities deleted successfully" };
  },
});
