import { z } from "zod";
import { defineTool, type JsonObject } from "../../../../../kernel/index.ts";
import type { Home } from "../../../home.ts";
import { Time } from "../../../model/inputs.ts";
import { remember as keep, type RememberInput, storingOf } from "../../../write/remember.ts";

const NAME_CHARS_MAX = 200;
const TURNS_MAX = 5000;
const FACTS_MAX = 1000;

const Turn = z.object({
  speaker: z.string().trim().min(1).max(NAME_CHARS_MAX),
  text: z.string(),
  at: Time.optional().describe("When it was said"),
});

const FactRow = z.record(z.string(), z.unknown()).meta({
  type: "object",
  description: "entity_type and every field there is",
  properties: { entity_type: { type: "string" } },
  required: ["entity_type"],
});

export const remember = defineTool({
  name: "remember",
  title: "Remember",
  description: [
    "Keep what was said or learnt, word for word: text, a conversation, facts, or a file. Give exactly one of them.",
    "The answer says what was understood, what it joined or changed, and which secrets were held back.",
    "The same words twice are one memory. invalid_arguments keeps nothing and names what is wrong.",
    "To overrule a wrong value use correct.",
  ].join("\n"),
  effect: "write",
  permission: "CREATE",
  idempotent: true,
  input: z.object({
    text: z.string().optional().describe("One or more sentences, as they were said"),
    conversation: z.array(Turn).min(1).max(TURNS_MAX).optional().describe("Turns in the order they were said"),
    facts: z
      .array(FactRow)
      .min(1)
      .max(FACTS_MAX)
      .optional()
      .describe("What you know, structured: person, task, event …"),
    file_path: z.string().min(1).max(4096).optional().describe("A file below an allowed folder"),
    file_content: z
      .string()
      .optional()
      .describe("A file in base64, or its text where mime_type is one of text; needs mime_type"),
    mime_type: z.string().max(NAME_CHARS_MAX).optional(),
    title: z.string().trim().min(1).max(NAME_CHARS_MAX).optional().describe("What it is called"),
    when: Time.optional().describe("When it was said or was so; now unless said"),
    idempotency_key: z
      .string()
      .min(1)
      .max(NAME_CHARS_MAX)
      .optional()
      .describe("The same key and words answer the same"),
    keep_secrets: z.boolean().optional().describe("Keep keys, tokens and card numbers too (default false)"),
  }),
  output: z.object({
    memory_id: z.string(),
    source_ids: z.array(z.string()),
    turns: z.int().optional(),
    understood: z.array(
      z.object({
        entity_id: z.string(),
        entity_type: z.string(),
        name: z.string(),
        joined: z.enum(["new", "existing"]),
        changed: z.record(z.string(), z.array(z.unknown())).describe("field: [before, after]"),
        fields: z.array(z.object({ field: z.string(), value: z.unknown(), quote: z.string().nullable() })),
      }),
    ),
    withheld: z.array(z.object({ kind: z.string(), count: z.int() })),
    warnings: z.array(z.string()),
    already_known: z.boolean(),
  }),
  async prepare(input, home: Home) {
    const storing = storingOf(home, input as RememberInput & JsonObject);
    await home.scope.prepare("truth", storing.tool, storing.args);
    return storing;
  },
  run: (_input, home: Home, storing) => keep(home, storing),
});
