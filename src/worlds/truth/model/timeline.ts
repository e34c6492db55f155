import type { Json, JsonObject } from "../../../kernel/index.ts";
import type { Folded } from "./entity.ts";
import { timelineEventId } from "./ids.ts";
import { showValue } from "./schema/fit-value.ts";
import { readDate } from "./schema/read-date.ts";
import { type EntitySchema, fieldOf, ruleTypeOf } from "./schema/types/entity-schema.ts";

export interface TimelineEvent {
  readonly id: string;
  readonly event_type: string;
  readonly event_timestamp: number;
  readonly source_id: string;
  readonly entity_id: string;
  readonly entity_type: string;
  readonly field: string;
  readonly observation_id: string;
  readonly properties: JsonObject;
}

/** Which events are asked for; times are included on both sides. */
export interface TimelineFilter {
  readonly event_type?: string | undefined;
  readonly source_id?: string | undefined;
  readonly entity_id?: string | undefined;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** The contract's names of events; every other date is named after its field. */
const EVENT_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  event: { start_time: "EventStart", start_date: "EventStart", end_time: "EventEnd", end_date: "EventEnd" },
  income: { date: "IncomeDate" },
  invoice: { invoice_date: "InvoiceIssued", date_due: "InvoiceDue", due_date: "InvoiceDue" },
  task: { start_date: "TaskStart", due_date: "TaskDue", completed_date: "TaskCompleted" },
  transaction: { date: "TransactionDate" },
  travel: {
    departure: "FlightDeparture",
    departure_date: "FlightDeparture",
    departure_time: "FlightDeparture",
    arrival: "FlightArrival",
    arrival_date: "FlightArrival",
    arrival_time: "FlightArrival",
  },
};

/** When a row was moved or touched is no event in the life of the thing. */
const BOOKKEEPING = new Set(["import_date", "updated_date", "updated_at"]);

/** A field without a schema is a date by its name and its value together. */
const DATE_NAME = /(?:^|_)(?:date|time|at|on|departure|arrival)$|^date_/;

interface DatedEntity {
  readonly id: string;
  readonly entity_type: string;
  readonly canonical_name: string;
}

/** One event for each date that holds now, in order of time and id. A deleted entity has none. */
export function timelineOf(
  schema: EntitySchema,
  entity: DatedEntity,
  folded: Folded,
  sourceOf: (observationId: string) => string,
): readonly TimelineEvent[] {
  if (folded.deletion?.deleted) return [];
  const events = [
    ...datesIn(schema, folded.snapshot, folded.provenance),
    ...datesIn(schema, folded.fragments, folded.fragment_provenance),
  ].map(({ field, time, value, observationId }) => {
    const source = sourceOf(observationId);
    return {
      id: timelineEventId(source, entity.id, field, new Date(time).toISOString()),
      event_type: eventType(ruleTypeOf(schema), field),
      event_timestamp: time,
      source_id: source,
      entity_id: entity.id,
      entity_type: entity.entity_type,
      field,
      observation_id: observationId,
      properties: { field, value, entity_type: entity.entity_type, canonical_name: entity.canonical_name },
    };
  });
  return events.sort((a, b) => a.event_timestamp - b.event_timestamp || (a.id < b.id ? -1 : 1));
}

interface DatedValue {
  readonly field: string;
  readonly time: number;
  readonly value: Json;
  readonly observationId: string;
}

function datesIn(schema: EntitySchema, values: JsonObject, provenance: Readonly<Record<string, string>>): DatedValue[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const observationId = Object.hasOwn(provenance, field) ? provenance[field] : undefined;
    const time = isDateField(schema, field) ? dateOf(schema, field, value) : undefined;
    if (time === undefined || observationId === undefined) return [];
    return [{ field, time, value: showValue(schema, field, value ?? null), observationId }];
  });
}

/** Whether what a field says may be an event: by its type, or where it has none, by its name. */
export function isDateField(schema: EntitySchema, field: string): boolean {
  if (BOOKKEEPING.has(field)) return false;
  const type = fieldOf(schema, field)?.type;
  return type === undefined ? DATE_NAME.test(field) : type === "date";
}

function dateOf(schema: EntitySchema, field: string, value: Json | undefined): number | undefined {
  // A number is a time only where the schema says so.
  const isDate = typeof value === "string" || fieldOf(schema, field) !== undefined;
  return isDate ? readDate(value) : undefined;
}

function eventType(ruleType: string, field: string): string {
  const names = Object.hasOwn(EVENT_NAMES, ruleType) ? EVENT_NAMES[ruleType] : undefined;
  return (names && Object.hasOwn(names, field) ? names[field] : undefined) ?? pascalCase(field);
}

function pascalCase(field: string): string {
  return field
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}

/** Whether an event is asked for; the same rule as in the table, for events that are in none. */
export function fitsFilter(event: TimelineEvent, filter: TimelineFilter): boolean {
  return (
    (filter.event_type === undefined || event.event_type === filter.event_type) &&
    (filter.source_id === undefined || event.source_id === filter.source_id) &&
    (filter.entity_id === undefined || event.entity_id === filter.entity_id) &&
    (filter.from === undefined || event.event_timestamp >= filter.from) &&
    (filter.until === undefined || event.event_timestamp <= filter.until)
  );
}
