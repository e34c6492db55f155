import { expect, test } from "vitest";
import type { JsonObject } from "../../../kernel/index.ts";
import type { Folded } from "./entity.ts";
import { timelineEventId } from "./ids.ts";
import { NOTHING } from "./reduce/fold.ts";
import { schemaFor } from "./schema/built-in.ts";
import { timelineOf } from "./timeline.ts";

function folded(snapshot: JsonObject, fragments: JsonObject = {}): Folded {
  const by = (values: JsonObject) => Object.fromEntries(Object.keys(values).map((field) => [field, "o1"]));
  return { ...NOTHING, snapshot, provenance: by(snapshot), fragments, fragment_provenance: by(fragments) };
}

const events = (type: string, said: Folded) =>
  timelineOf(
    schemaFor(type),
    { id: "ent_1", entity_type: type, canonical_name: "It" },
    said,
    (id) => `source of ${id}`,
  );

const names = (type: string, snapshot: JsonObject, fragments: JsonObject = {}) =>
  events(type, folded(snapshot, fragments)).map((event) => [
    event.event_type,
    new Date(event.event_timestamp).toISOString(),
  ]);

test("an event says what, when, of whom, and by whose word", () => {
  const said = { ...folded({ invoice_date: "2024-05-01" }), provenance: { invoice_date: "o7" } };
  expect(events("invoice", said)).toEqual([
    {
      id: timelineEventId("source of o7", "ent_1", "invoice_date", "2024-05-01T00:00:00.000Z"),
      event_type: "InvoiceIssued",
      event_timestamp: Date.UTC(2024, 4, 1),
      source_id: "source of o7",
      entity_id: "ent_1",
      entity_type: "invoice",
      field: "invoice_date",
      observation_id: "o7",
      properties: { field: "invoice_date", value: "2024-05-01", entity_type: "invoice", canonical_name: "It" },
    },
  ]);
});

test.each<[string, JsonObject, [string, string][]]>([
  ["invoice", { date_due: "2024-06-01" }, [["InvoiceDue", "2024-06-01T00:00:00.000Z"]]],
  [
    "event",
    { start_time: "2024-05-01T10:00:00+02:00", end_time: 1_714_557_600 },
    [
      ["EventStart", "2024-05-01T08:00:00.000Z"],
      ["EventEnd", "2024-05-01T10:00:00.000Z"],
    ],
  ],
  [
    "task",
    { due_date: "2024-05-02", completed_date: "2024-05-01", created_date: "2024-04-01" },
    [
      ["CreatedDate", "2024-04-01T00:00:00.000Z"],
      ["TaskCompleted", "2024-05-01T00:00:00.000Z"],
      ["TaskDue", "2024-05-02T00:00:00.000Z"],
    ],
  ],
  [
    "transaction",
    { date: "2024-05-01", posting_date: "2024-05-03" },
    [
      ["TransactionDate", "2024-05-01T00:00:00.000Z"],
      ["PostingDate", "2024-05-03T00:00:00.000Z"],
    ],
  ],
  ["income", { income_date: "2024-05-01" }, [["IncomeDate", "2024-05-01T00:00:00.000Z"]]],
  ["contract", { signed_date: "2024-05-01" }, [["SignedDate", "2024-05-01T00:00:00.000Z"]]],
  ["email", { sent_at: "2024-05-01T07:00:00Z" }, [["SentAt", "2024-05-01T07:00:00.000Z"]]],
  [
    "contact",
    { first_contact_date: "2024-05-01", last_contact_date: "2024-05-02" },
    [
      ["FirstContactDate", "2024-05-01T00:00:00.000Z"],
      ["LastContactDate", "2024-05-02T00:00:00.000Z"],
    ],
  ],
  ["meeting", { start_time: "2024-05-01T10:00Z" }, [["EventStart", "2024-05-01T10:00:00.000Z"]]],
  [
    "travel",
    { departure: "2024-05-01", arrival_time: "2024-05-01T09:00" },
    [
      ["FlightDeparture", "2024-05-01T00:00:00.000Z"],
      ["FlightArrival", "2024-05-01T09:00:00.000Z"],
    ],
  ],
])("the dates of %s have their names", (type, snapshot, expected) => {
  expect(names(type, snapshot)).toEqual(expected);
});

test("dates without a schema count where name and value say so", () => {
  const fragments = {
    paid_date: "2024-05-01",
    paid_at: 1_714_521_600,
    code: "2024-05-01",
    date_due: "2024-02-30",
    last_time: "x",
  };
  expect(names("invoice", {}, fragments)).toEqual([["PaidDate", "2024-05-01T00:00:00.000Z"]]);
  expect(names("spaceship", { launch_date: "2024-05-01", call_sign: "2024-05-01" })).toEqual([
    ["LaunchDate", "2024-05-01T00:00:00.000Z"],
  ]);
});

test("bookkeeping is no event", () => {
  expect(
    names("task", { import_date: "2024-05-01", updated_date: "2024-05-01" }, { updated_at: "2024-05-01" }),
  ).toEqual([]);
});

test("a deleted entity has no timeline, a restored one has it again", () => {
  const said = folded({ due_date: "2024-05-01" });
  expect(events("task", { ...said, deletion: { observation_id: "o2", deleted: true } })).toEqual([]);
  expect(events("task", { ...said, deletion: { observation_id: "o3", deleted: false } })).toEqual(events("task", said));
});
