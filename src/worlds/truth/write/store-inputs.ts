import { z } from "zod";
import { IdempotencyKey, UserId } from "../model/inputs.ts";
import { ROWS_MAX } from "../model/row.ts";
import { Provenance, SourcePriority } from "./provenance.ts";

// The arguments of the three ways to store.

const NAME_CHARS_MAX = 1000;
const PATH_CHARS_MAX = 4096;

/** Rows are checked by hand, so that a refusal names the row; the schema tells models what a row is. */
const Row = z.unknown().meta({
  type: "object",
  description: "entity_type and every field the source has, also those no schema knows",
  properties: { entity_type: { type: "string" } },
  required: ["entity_type"],
  additionalProperties: true,
});

export const SHARED = { user_id: UserId, idempotency_key: IdempotencyKey };

export const STRUCTURED = {
  entities: z.array(Row).min(1).max(ROWS_MAX).describe(`1 to ${ROWS_MAX} rows; all are stored or none`),
  source_priority: SourcePriority,
  provenance: Provenance.optional(),
  offset: z
    .int()
    .min(0)
    .optional()
    .describe("Go on in a truncated answer: its next_offset, with the same key and payload"),
};

/** How a file is to be read. */
export const InterpretationConfig = z
  .strictObject({
    provider: z.string().max(NAME_CHARS_MAX).optional().describe("rules (default), openai, or client"),
    model_id: z.string().max(NAME_CHARS_MAX).optional(),
    temperature: z.number().min(0).max(2).optional(),
    prompt_hash: z.string().max(NAME_CHARS_MAX).optional(),
    code_version: z.string().max(NAME_CHARS_MAX).optional(),
    feature_flags: z.record(z.string(), z.boolean()).optional(),
  })
  .describe("Kept with the run. A model's values are stored only where their quotes stand in the file");

export const UNSTRUCTURED = {
  file_content: z.string().optional().describe("The file in base64; needs mime_type"),
  file_path: z
    .string()
    .min(1)
    .max(PATH_CHARS_MAX)
    .optional()
    .describe("A file on the server's machine, below an allowed folder"),
  mime_type: z
    .string()
    .max(NAME_CHARS_MAX)
    .optional()
    .describe("Such as application/pdf; of a file_path told by its extension"),
  interpret: z.boolean().optional().describe("Read entities from it now (default true)"),
  interpretation_config: InterpretationConfig.optional(),
};

export const ORIGINAL_FILENAME = z
  .string()
  .min(1)
  .max(NAME_CHARS_MAX)
  .optional()
  .describe("The file's own name; leave it out for what was said in a conversation");
