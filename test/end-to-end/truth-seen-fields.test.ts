import { expect, test } from "vitest";
import { openTestTruth } from "../kit/truth.ts";

// Every stored field is seen, under a name that is known, and slips are told.

const INVOICE = {
  entity_type: "invoice",
  invoice_number: "R-7",
  vendor: "Acme",
  total: 12.5,
  shelf: "blue folder",
};

test("fields outside the schema were hidden in lists, search, neighbourhood and resources; now each shows them apart", async () => {
  const truth = await openTestTruth();
  const [id = ""] = await truth.put(INVOICE);
  const fragments = { raw_fragments: { shelf: "blue folder" } };

  const list = await truth.ask("retrieve_entities", { entity_type: "invoice" });
  expect(list.entities).toMatchObject([fragments]);
  expect((await truth.ask("search", { query: "blue folder" })).hits[0]).toMatchObject({ entity_id: id, ...fragments });
  expect((await truth.ask("retrieve_graph_neighborhood", { node_id: id })).entity).toMatchObject(fragments);
  expect((await truth.ask("retrieve_entity_by_identifier", { identifier: "R-7" })).entities).toMatchObject([fragments]);
  expect(await truth.snapshot(id)).toMatchObject(fragments);
});

test("vendor and total stood beside the schema; now they are vendor_name and amount_due, and every word still leads to the call", async () => {
  const truth = await openTestTruth();
  const answer = await truth.ask("store_structured", { idempotency_key: "k", entities: [INVOICE] });
  const [{ entity_id }] = answer.entities;
  const mapped = answer.warnings.filter(({ code }: { code: string }) => code === "FIELD_MAPPED");
  expect(mapped.map(({ details }: { details: object }) => details)).toEqual([
    { entity_type: "invoice", given: "vendor", field: "vendor_name", rows: [0] },
    { entity_type: "invoice", given: "total", field: "amount_due", rows: [0] },
  ]);
  expect((await truth.snapshot(entity_id)).snapshot).toMatchObject({ vendor_name: "Acme", amount_due: 12.5 });

  const proof = await truth.ask("retrieve_field_provenance", { entity_id, field: "vendor_name" });
  expect(proof).toMatchObject({ value: "Acme", quote: { text: expect.stringContaining("Acme") } });
  const person = await truth.ask("store_structured", {
    idempotency_key: "p",
    entities: [{ entity_type: "person", full_name: "Ann Lee" }],
  });
  expect((await truth.snapshot(person.entities[0].entity_id)).snapshot).toEqual({ name: "Ann Lee" });
});

test("a meeting, a lead or a payment was a type of its own; now they are events, contacts and transactions, and the answer says so", async () => {
  const truth = await openTestTruth();
  const answer = await truth.ask("store_structured", {
    idempotency_key: "k",
    entities: [
      { entity_type: "meeting", title: "Kick-off", start_time: "2026-01-05T09:00:00Z" },
      { entity_type: "lead", name: "Ann Lee" },
      { entity_type: "payment", date: "2026-01-05", amount: -3, counterparty: "Café" },
      { entity_type: "agreement", name: "Lease" },
    ],
  });
  expect(answer.entities.map(({ entity_type }: { entity_type: string }) => entity_type)).toEqual([
    "event",
    "contact",
    "transaction",
    "contract",
  ]);
  expect(answer.warnings).toContainEqual(
    expect.objectContaining({ code: "TYPE_MAPPED", details: { given: "meeting", entity_type: "event", rows: [0] } }),
  );
});

test("a slip in a field or a type passed in silence; now the nearest known name is told", async () => {
  const truth = await openTestTruth();
  const { warnings } = await truth.ask("store_structured", {
    idempotency_key: "k",
    entities: [
      { entity_type: "task", title: "Pay", status: "open", due_dat: "2026-01-01" },
      { entity_type: "taks", title: "Pay" },
    ],
  });
  const told = warnings.map(({ code, details }: { code: string; details: object }) => ({ code, ...details }));
  expect(told).toContainEqual({
    code: "UNKNOWN_FIELD",
    entity_type: "task",
    field: "due_dat",
    nearest: "due_date",
    rows: [0],
  });
  expect(told).toContainEqual({ code: "UNKNOWN_TYPE", entity_type: "taks", nearest: "task", rows: [1] });
});

test("correcting a field that nobody ever stated made it up; now it is refused with the nearest name", async () => {
  const truth = await openTestTruth();
  const [id] = await truth.put({ entity_type: "person", name: "Ann Lee", email: "ann@a.example", shoe_size: 41 });
  const correct = (field: string, value: unknown) => ({
    idempotency_key: field,
    entity_id: id,
    entity_type: "person",
    field,
    value,
  });
  const error = await truth.refused("correct", correct("emial", "ann@b.example"));
  expect(error).toMatchObject({
    code: "VALIDATION_ERROR",
    message: expect.stringContaining("email"),
    details: { field: "emial", nearest: "email" },
  });
  expect(await truth.ask("correct", correct("shoe_size", 42))).toMatchObject({ field: "shoe_size", value: 42 });
  expect(await truth.ask("correct", correct("mail", "ann@b.example"))).toMatchObject({ field: "email" });
});
