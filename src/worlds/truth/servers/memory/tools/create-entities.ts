import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { MemoryEntity } from "../../../model/memory/nodes.ts";
import type { Truth } from "../../../truth.ts";
import { createNodes } from "../../../write/memory.ts";

export const createEntities = defineTool({
  name: "create_entities",
  title: "Create Entities",
  description: [
    "Keep new entities with what is known of them, each under a name of its own.",
    "Answers with those that were new; a name that is there already stays as it is: use add_observations.",
  ].join("\n"),
  effect: "write",
  permission: "CREATE",
  input: z.object({ entities: z.array(MemoryEntity) }),
  output: z.object({ entities: z.array(MemoryEntity) }),
  run: async ({ entities }, truth: Truth) => ({ entities: await createNodes(truth, entities) }),
});
