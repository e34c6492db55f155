import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Truth } from "../../../truth.ts";
import { addToNodes } from "../../../write/memory.ts";

export const addObservations = defineTool({
  name: "add_observations",
  title: "Add Observations",
  description: [
    "Add what you learnt to entities that are there, by name. Answers with what was new of it.",
    "If one of the names is unknown nothing is added: use create_entities first.",
  ].join("\n"),
  effect: "write",
  permission: "MODIFY",
  input: z.object({
    observations: z.array(
      z.object({
        entityName: z.string().describe("The name of the entity to add the observations to"),
        contents: z.array(z.string()).describe("An array of observation contents to add"),
      }),
    ),
  }),
  output: z.object({
    results: z.array(z.object({ entityName: z.string(), addedObservations: z.array(z.string()) })),
  }),
  run: async ({ observations }, truth: Truth) => ({ results: await addToNodes(truth, observations) }),
});
