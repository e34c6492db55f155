import { z } from "zod";
import { defineTool, type Json } from "../../../../../kernel/index.ts";
import type { Home } from "../../../home.ts";
import { EntityId, ProofId } from "../../../model/inputs.ts";
import { correct as overrule } from "../../../write/correct.ts";

export const correct = defineTool({
  name: "correct",
  title: "Correct",
  description: [
    "Overrule a wrong value. A correction wins over everything else said about the field; what was said stays in its history.",
    "Give the proof_id of a fact, or entity_id and field. reasoning is needed: say why.",
    "not_found: there is no such entity or fact. To add what is new use remember; undo takes a correction back.",
  ].join("\n"),
  effect: "write",
  permission: "MODIFY",
  input: z.object({
    entity_id: EntityId.optional(),
    proof_id: ProofId.optional(),
    field: z.string().min(1).max(200).optional(),
    value: z.unknown().describe("The right value; null clears the field"),
  }),
  output: z.object({
    entity_id: z.string(),
    field: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    proof_id: z.string(),
    event_id: z.string(),
  }),
  run: ({ value, ...input }, home: Home) => overrule(home, { ...input, value: (value ?? null) as Json }),
});
