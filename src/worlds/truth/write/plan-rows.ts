import type { JsonObject } from "../../../kernel/index.ts";
import { canonicalFields } from "../model/identity/canonical-fields.ts";
import { type Identity, identify } from "../model/identity/identify.ts";
import { observationId } from "../model/ids.ts";
import type { RecordedQuotes } from "../model/quote.ts";
import type { RecordedObservation } from "../model/recorded.ts";
import { type CheckedRow, dataOf } from "../model/row.ts";
import type { SchemaBook } from "../model/schema/schema-book.ts";
import { type SplitRow, splitRow } from "../model/schema/split-row.ts";
import type { EntitySchema } from "../model/schema/types/entity-schema.ts";

/** How much the rows of one source weigh, and when they were observed. */
export interface Weighing {
  readonly source_id: string;
  readonly interpretation_id: string;
  readonly source_priority: number;
  readonly specificity_score: number;
  readonly declared_at: number | null;
  /** Whether the caller chose the priority: then it is part of what was said. */
  readonly priorityGiven: boolean;
}

/** A row with everything worked out that does not depend on what is known already. */
export interface PlannedRow {
  /** Its place in the source, counted from 0. */
  readonly row: number;
  readonly entity_type: string;
  readonly schema: EntitySchema;
  readonly identity: Identity;
  readonly split: SplitRow;
  readonly observation: RecordedObservation;
  /** The id of the same statement, made again after something else was said. */
  again(n: number): string;
}

/** A row and where it stands in its source. */
export interface PlacedRow {
  readonly row: CheckedRow;
  readonly index: number;
  /** Where it begins in the JSON of the call, in bytes. */
  readonly start?: number;
  /** Where its values stand in the source. */
  readonly quotes?: RecordedQuotes;
}

export function planRow(
  tenant: string,
  book: SchemaBook,
  { row: checked, index, start, quotes }: PlacedRow,
  weighing: Weighing,
): PlannedRow {
  const { entity_type } = checked;
  const data = dataOf(checked);
  const schema = book.of(entity_type);
  const identity = identify(tenant, schema, data);
  const split = splitRow(schema, data);
  const said = {
    source_id: weighing.source_id,
    interpretation_id: weighing.interpretation_id,
    entity_id: identity.entity_id,
    fields: canonicalRow(schema, split),
    ...(weighing.declared_at !== null && { declared_at: weighing.declared_at }),
    ...(weighing.priorityGiven && { source_priority: weighing.source_priority }),
  };
  return {
    row: index,
    entity_type,
    schema,
    identity,
    split,
    again: (n) => observationId({ ...said, again: n }),
    observation: {
      id: observationId(said),
      rule_id: identity.entity_id,
      entity_type,
      schema_version: schema.schema_version,
      kind: "store",
      fields: split.fields,
      fragments: split.fragments,
      source_priority: weighing.source_priority,
      specificity_score: weighing.specificity_score,
      declared_at: weighing.declared_at,
      identifiers: identity.identifiers,
      row: index,
      ...(start !== undefined && { start }),
      ...(quotes !== undefined && { quotes }),
    },
  };
}

/** What was said, in the form that ids are taken over: what no schema claims counts as it was given. */
export function canonicalRow(
  schema: EntitySchema,
  { fields, fragments }: Pick<SplitRow, "fields" | "fragments">,
): JsonObject {
  return { ...canonicalFields(schema, fields), ...fragments };
}
