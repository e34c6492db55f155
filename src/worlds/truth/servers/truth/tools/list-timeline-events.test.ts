import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const INVOICE = {
  entity_type: "invoice",
  invoice_number: "INV-001",
  vendor_name: "Acme Inc.",
  amount_due: 100,
  invoice_date: "2025-01-10",
  date_due: "2025-02-10T12:00:00Z",
};

test.each(ENGINES)("lists events latest first, with filters that include their ends (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const stored = await truth.ask("store_structured", { idempotency_key: "a", entities: [INVOICE] });
  await truth.put({ entity_type: "task", title: "Pay", status: "open", due_date: "2025-02-10" });
  const [{ entity_id }] = stored.entities;
  const due = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    event_type: "InvoiceDue",
    event_timestamp: "2025-02-10T12:00:00.000Z",
    source_id: stored.source_id,
    entity_ids: [entity_id],
    properties: {
      field: "date_due",
      value: "2025-02-10T12:00:00Z",
      entity_type: "invoice",
      canonical_name: expect.stringContaining("INV-001"),
    },
  };
  const all = await truth.ask("list_timeline_events");
  expect(all).toEqual({
    events: [
      due,
      expect.objectContaining({ event_type: "TaskDue", event_timestamp: "2025-02-10T00:00:00.000Z" }),
      expect.objectContaining({ event_type: "InvoiceIssued", event_timestamp: "2025-01-10T00:00:00.000Z" }),
    ],
    total: 3,
  });
  const typesOf = async (args: Record<string, unknown>) => {
    const { events, total } = await truth.ask("list_timeline_events", args);
    expect(total).toBe(events.length);
    return events.map(({ event_type }: { event_type: string }) => event_type);
  };
  expect(await typesOf({ event_type: "InvoiceDue" })).toEqual(["InvoiceDue"]);
  expect(await typesOf({ event_type: "Nothing" })).toEqual([]);
  expect(await typesOf({ after_date: "2025-02-10" })).toEqual(["InvoiceDue", "TaskDue"]);
  expect(await typesOf({ after_date: "2025-02-10T00:00:01Z" })).toEqual(["InvoiceDue"]);
  expect(await typesOf({ before_date: "2025-02-10" })).toEqual(["InvoiceDue", "TaskDue", "InvoiceIssued"]);
  expect(await typesOf({ before_date: "2025-02-10T00:00:00Z" })).toEqual(["TaskDue", "InvoiceIssued"]);
  expect(await typesOf({ source_id: stored.source_id })).toEqual(["InvoiceDue", "InvoiceIssued"]);
  expect(await typesOf({ entity_id, after_date: "2025-02-01" })).toEqual(["InvoiceDue"]);
  expect(await truth.ask("list_timeline_events", { limit: 1, offset: 1 })).toEqual({
    events: [all.events[1]],
    total: 3,
  });
});

test.each(ENGINES)("shows the dates of then, before they were moved (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const stored = await truth.ask("store_structured", { idempotency_key: "a", entities: [INVOICE] });
  await truth.put({ entity_type: "task", title: "Pay", status: "open", due_date: "2025-02-09" });
  const [{ entity_id }] = stored.entities;
  const { observations } = await truth.ask("list_observations", { entity_id });
  const before = await truth.ask("list_timeline_events", {});
  const then = (await truth.ask("retrieve_entities", {})).entities[0].last_observation_at;
  await truth.put({ ...INVOICE, date_due: "2025-03-31" });
  const after = await truth.ask("list_timeline_events", {});
  expect(after.events[0]).toMatchObject({ event_type: "InvoiceDue", event_timestamp: "2025-03-31T00:00:00.000Z" });
  expect(after.total).toBe(3);
  for (const cut of [{ at: then }, { at_ingested: then }]) {
    expect(await truth.ask("list_timeline_events", cut)).toEqual(before);
    expect(await truth.ask("list_timeline_events", { ...cut, source_id: stored.source_id })).toMatchObject({
      total: 2,
    });
    expect(await truth.ask("list_timeline_events", { ...cut, entity_id })).toMatchObject({ total: 2 });
    expect(await truth.ask("list_timeline_events", { ...cut, limit: 1, offset: 2 })).toEqual({
      events: before.events.slice(2),
      total: 3,
    });
  }
  expect(await truth.ask("list_timeline_events", { at: observations[0].observed_at })).toMatchObject({ total: 2 });
  expect(await truth.ask("list_timeline_events", { at: "2020-01-01" })).toEqual({ events: [], total: 0 });
});

test("refuses what is no date, no id and no page", async () => {
  const truth = await openTestTruth();
  const wrong = [
    { after_date: "2024-02-30" },
    { before_date: "soon" },
    { source_id: "1" },
    { entity_id: "1" },
    { event_type: "" },
    { limit: 0 },
    { offset: -1 },
    { start_date: "2024-01-01" },
  ];
  for (const args of wrong) {
    expect(await truth.ask("list_timeline_events", args)).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
  }
  for (const after_date of ["2024-02-30", "yesterday", "2024-01-01T00:00:00"]) {
    expect(await truth.ask("list_timeline_events", { after_date })).toMatchObject({
      error: { message: expect.stringContaining("after_date: must be an existing date or time in ISO 8601") },
    });
  }
  expect(await truth.ask("list_timeline_events", { after_date: "2024-01-01T00:00Z" })).toEqual({
    events: [],
    total: 0,
  });
});

test.each(ENGINES)("tells what is due next, the earliest first, today included (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const day = (offset: number) => new Date(truth.parts.env.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const due = (title: string, offset: number) => ({
    entity_type: "task",
    title,
    status: "open",
    due_date: day(offset),
  });
  await truth.put(due("Later", 30), due("Past", -3), due("Today", 0), due("Soon", 2));
  const names = async (args: object) =>
    (await truth.ask("list_timeline_events", { event_type: "TaskDue", ...args })).events.map(
      ({ properties }: { properties: { canonical_name: string } }) => properties.canonical_name,
    );
  expect(await names({ order: "next" })).toEqual(["Today", "Soon", "Later"]);
  expect(await names({ order: "next", limit: 1 })).toEqual(["Today"]);
  expect(await names({ order: "asc" })).toEqual(["Past", "Today", "Soon", "Later"]);
  expect(await names({})).toEqual(["Later", "Soon", "Today", "Past"]);
  const at_ingested = new Date(truth.parts.env.now()).toISOString();
  expect(await names({ order: "next", at_ingested })).toEqual(["Today", "Soon", "Later"]);
});
