import type { Event } from "../../../../../kernel/index.ts";
import {
  ENTITIES_MERGED,
  ENTITIES_UNMERGED,
  ENTITY_DELETED,
  ENTITY_RESTORED,
  ENTITY_SPLIT,
  FIELD_CORRECTED,
  payloadOf,
  RELATIONSHIP_DELETED,
  RELATIONSHIP_STATED,
  type RecordedObservation,
  type RelationshipStatement,
  SOURCE_READMITTED,
  SOURCE_STORED,
  SOURCE_WITHDRAWN,
  type Statement,
} from "../../../model/recorded.ts";
import { schemaFor } from "../../../model/schema/built-in.ts";
import { readDate } from "../../../model/schema/read-date.ts";
import { SCHEMA_REGISTERED } from "../../../model/schema/recorded-schema.ts";
import { fieldOf } from "../../../model/schema/types/entity-schema.ts";
import { isDateField } from "../../../model/timeline.ts";
import { addressOf } from "./addresses.ts";

const ANY_PERIOD = addressOf.timeline("*");
const ANY_TYPE = addressOf.relationshipsOfType("*");

/** Entries after which periods and types of relationships may come onto the list or leave it. */
const REARRANGING = new Set([
  ENTITY_DELETED,
  ENTITY_RESTORED,
  ENTITIES_MERGED,
  ENTITIES_UNMERGED,
  ENTITY_SPLIT,
  SOURCE_WITHDRAWN,
  SOURCE_READMITTED,
]);

/** The addresses that an entry may put on the list of resources; with `*`, some may have left it as well. */
export function listedBy(event: Event): readonly string[] {
  if (REARRANGING.has(event.kind)) return [ANY_PERIOD, ANY_TYPE];
  if (event.kind === SCHEMA_REGISTERED) return [ANY_PERIOD];
  if (event.kind === RELATIONSHIP_DELETED) return [ANY_TYPE];
  if (event.kind === RELATIONSHIP_STATED) {
    return [addressOf.relationshipsOfType(payloadOf<RelationshipStatement>(event).relationship.relationship_type)];
  }
  if (event.kind !== SOURCE_STORED && event.kind !== FIELD_CORRECTED) return [];
  // The month that a date was moved from is not in the entry.
  return payloadOf<Statement>(event).observations.some(speaksOfDates) ? [ANY_PERIOD] : [];
}

/** Whether a row has a field that may hold a date, whatever it says there: a text or a null takes the old date away. */
function speaksOfDates({ entity_type, fields, fragments }: RecordedObservation): boolean {
  const schema = schemaFor(entity_type);
  // A field that was added to the schema: which are dates is not in the entry, but what they say is.
  const isDate = (name: string) => fieldOf(schema, name) === undefined && readDate(fields[name]) !== undefined;
  if (Object.keys(fields).some(isDate)) return true;
  return [...Object.keys(fields), ...Object.keys(fragments)].some((field) => isDateField(schema, field));
}
