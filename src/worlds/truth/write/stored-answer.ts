import { z } from "zod";
import type { JsonObject } from "../../../kernel/index.ts";
import { EntityAnswer, NextOffset, Truncated } from "../read/answers.ts";
import { fitList, LIST_CHARS_MAX } from "../read/paging.ts";
import { Replayed } from "./kept-answer.ts";
import { WarningAnswer } from "./warnings.ts";

/** What every store answers. Lists that only structured rows have are absent for files. */
export const StoredAnswer = z.object({
  source_id: z.string(),
  content_hash: z.string(),
  storage_path: z.string().describe("What retrieve_file_url takes"),
  file_size: z.int().optional(),
  deduplicated: z.boolean().describe("Whether the same content was stored before"),
  interpretation: z
    .object({ run_id: z.string(), entities_created: z.int(), observations_created: z.int() })
    .nullable()
    .optional(),
  entities: z
    .array(
      z.object({
        entity_id: z.string(),
        entity_type: z.string(),
        observation_id: z.string(),
        joined: z.enum(["new", "existing"]).optional().describe("Whether the row made the entity or adds to one"),
        rule: z.string().optional().describe("The fields that decided which entity is meant"),
        words: z.string().optional().describe("What they say, as it is compared"),
        changed: z
          .record(z.string(), z.array(z.unknown()))
          .optional()
          .describe("Values that were replaced, by field: [before, after]"),
      }),
    )
    .optional(),
  unknown_fields_count: z.int().optional().describe("How many fields were kept as raw fragments"),
  related_entities: z.array(EntityAnswer).optional(),
  related_relationships: z
    .array(
      z.object({
        id: z.string(),
        relationship_type: z.string(),
        source_entity_id: z.string(),
        target_entity_id: z.string(),
        metadata: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
  related_truncated: z.boolean().optional().describe("Whether more is related than fits here"),
  warnings: z.array(WarningAnswer).optional(),
  replayed: Replayed,
  truncated: Truncated,
  next_offset: NextOffset,
});

export type Stored = z.output<typeof StoredAnswer>;

/** What is related is a hint of where to look on: a hub with many neighbours answers as briefly as any other. */
const RELATED_CHARS_MAX = 800;

/** The part of the answer that fits into one result, from a place in its entities on. */
export function pageOfAnswer(answer: Stored, offset: number): JsonObject {
  const { entities, related_entities = [], related_relationships = [], ...rest } = answer;
  if (entities === undefined) return rest as JsonObject;
  const related = fitList(related_entities, 0, RELATED_CHARS_MAX);
  const relationships = fitList(related_relationships, 0, RELATED_CHARS_MAX - related.chars);
  const room = LIST_CHARS_MAX - related.chars - relationships.chars - JSON.stringify(rest).length;
  const { items, cut } = fitList(entities.slice(offset), offset, room);
  return {
    ...rest,
    entities: items,
    related_entities: related.items,
    related_relationships: relationships.items,
    ...((related.cut.truncated || relationships.cut.truncated) && { related_truncated: true }),
    ...cut,
  } as JsonObject;
}
