import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { Deleted } from "../../../model/memory/nodes.ts";
import type { Truth } from "../../../truth.ts";
import { deleteFromNodes } from "../../../write/memory.ts";

export const deleteObservations = defineTool({
  name: "delete_observations",
  title: "Delete Observations",
  description: [
    "Delete single observations of entities, each by its exact words.",
    "What is not there is passed over.",
  ].join("\n"),
  effect: "destructive",
  idempotent: true,
  input: z.object({
    deletions: z.array(
      z.object({
        entityName: z.string().describe("The name of the entity containing the observations"),
        observations: z.array(z.string()).describe("An array of observations to delete"),
      }),
    ),
  }),
  output: Deleted,
  async run({ deletions }, truth: Truth) {
    await deleteFromNodes(truth, deletions);
    return { success: true, message: "Observations deleted successfully" };
  },
});
