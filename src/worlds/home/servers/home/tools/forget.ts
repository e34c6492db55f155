import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Home } from "../../../home.ts";
import { EntityId, MemoryId, ProofId } from "../../../model/inputs.ts";
import { forget as takeOut } from "../../../write/forget.ts";

export const forget = defineTool({
  name: "forget",
  title: "Forget",
  description: [
    "Take a memory, or a person or thing, out of every answer: no quote of it is returned again. The receipt stands in the log.",
    "memory_id or proof_id forgets the whole memory it stands in; entity_id forgets the entity and the memories that speak of nothing else. reasoning is needed.",
    "undo takes it back. Erasing the words for good is the operator's `bailiwick erase`.",
  ].join("\n"),
  effect: "destructive",
  input: z.object({ memory_id: MemoryId.optional(), entity_id: EntityId.optional(), proof_id: ProofId.optional() }),
  output: z.object({
    receipt: z.object({
      event_id: z.string(),
      at: z.string(),
      what: z.enum(["memory", "entity"]),
      hash: z.string().describe("Of its entry in the log, which `verify` checks"),
    }),
    removed: z.object({
      memories: z.int(),
      statements: z.int(),
      entities: z.int().describe("How many were spoken of, or forgotten themselves"),
      left: z.array(z.string()).describe("Memories that also speak of others and stay"),
    }),
  }),
  run: (input, home: Home) => takeOut(home, input),
});
