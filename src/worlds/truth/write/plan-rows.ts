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
import type { NamedRow } from "./resolve-rows.ts";

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

/** A row with whom it means by itself. */
export interface ReadRow extends NamedRow {
  readonly placed: PlacedRow;
  readonly split: SplitRow;
}

export function readRow(
  tenant: string,
  book: SchemaBook,
  placed: PlacedRow,
  weighing: Weighing,
  sourceIsKnown: boolean,
): ReadRow {
  const { row: checked, index } = placed;
  const data = dataOf(checked);
  const schema = book.of(checked.entity_type);
  const split = splitRow(schema, data);
  const read = { row: index, schema, data, identity: identify(tenant, schema, data), placed, split };
  if (!sourceIsKnown) return read;
  return { ...read, observationIdFor: (id) => observationId(saidOf(read, id, weighing)) };
}

export function planRow(read: ReadRow, identity: Identity, weighing: Weighing): PlannedRow {
  const { schema, split, placed } = read;
  const { start, quotes } = placed;
  const said = saidOf(read, identity.entity_id, weighing);
  return {
    row: read.row,
    entity_type: schema.entity_type,
    schema,
    identity,
    split,
    again: (n) => observationId({ ...said, again: n }),
    observation: {
      id: observationId(said),
      rule_id: identity.entity_id,
      entity_type: schema.entity_type,
      schema_version: schema.schema_version,
      kind: "store",
      fields: split.fields,
      fragments: split.fragments,
      source_priority: weighing.source_priority,
      specificity_score: weighing.specificity_score,
      declared_at: weighing.declared_at,
      identifiers: identity.identifiers,
      row: read.row,
      ...(start !== undefined && { start }),
      ...(quotes !== undefined && { quotes }),
    },
  };
}

/** What the id of a row's observation is taken over. */
function saidOf({ schema, split }: Pick<ReadRow, "schema" | "split">, entityId: string, weighing: Weighing) {
  return {
    source_id: weighing.source_id,
    interpretation_id: weighing.interpretation_id,
    entity_id: entityId,
    fields: canonicalRow(schema, split),
    ...(weighing.declared_at !== null && { declared_at: weighing.declared_at }),
    ...(weighing.priorityGiven && { source_priority: weighing.source_priority }),
  };
}

/** What was said, in the form that ids are taken over: what no schema claims counts as it was given. */
export function canonicalRow(
  schema: EntitySchema,
  { fields, fragments }: Pick<SplitRow, "fields" | "fragments">,
): JsonObject {
  return { ...canonicalFields(schema, fields), ...fragments };
}
