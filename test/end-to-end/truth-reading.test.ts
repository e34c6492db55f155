import { expect, test } from "vitest";
import { type Answer, openTestTruth } from "../kit/truth.ts";

// How an agent reads what is known, question by question, as in a conversation.

const namesOf = ({ entities }: Answer) => entities.map(({ canonical_name }: Answer) => canonical_name);

test("which tasks are open, which of them are due, and what comes next", async () => {
  const truth = await openTestTruth();
  const day = (offset: number) => new Date(truth.parts.env.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const task = (title: string, status: string, due: number) => ({
    entity_type: "task",
    title,
    status,
    due_date: day(due),
  });
  await truth.put(task("Pay rent", "open", 3), task("Call Ann", "open", -2), task("File taxes", "done", -5));

  const open = { entity_type: "task", where: [{ field: "status", op: "=", value: "open" }], sort: "due_date" };
  expect(namesOf(await truth.ask("retrieve_entities", open))).toEqual(["Call Ann", "Pay rent"]);

  const overdue = { ...open, where: [...open.where, { field: "due_date", op: "<", value: day(0) }] };
  expect(namesOf(await truth.ask("retrieve_entities", overdue))).toEqual(["Call Ann"]);

  const { events } = await truth.ask("list_timeline_events", { order: "next" });
  expect(events.map(({ properties }: Answer) => properties.canonical_name)).toEqual(["Pay rent"]);

  // A slip is told, with the names there are; it does not look like an empty list.
  const { error } = await truth.ask("retrieve_entities", { ...open, sort: "due" });
  expect(error.details.known_fields).toContain("due_date");
});

test("which invoice is R-100, whose domain is acme.com, and who is there twice", async () => {
  const truth = await openTestTruth();
  const [invoice, acme, contact, person] = await truth.put(
    { entity_type: "invoice", invoice_number: "R-100", amount_due: 120, currency: "EUR" },
    { entity_type: "company", name: "Acme Inc.", website: "https://acme.com" },
    { entity_type: "contact", name: "José García", email: "jose@acme.com" },
    { entity_type: "person", name: "Garcia, Dr. Jose", email: "jose@acme.com" },
  );
  await truth.put({ entity_type: "note", title: "R-1001", content: "About R-1001 and R-100, R-100, R-100." });

  expect((await truth.ask("search", { query: "R-100" })).hits[0]).toMatchObject({ entity_id: invoice });
  expect((await truth.ask("identify_entity", { domain: "acme.com" })).match).toMatchObject({ entity_id: acme });

  const { pairs } = await truth.ask("list_potential_duplicates");
  expect(pairs).toHaveLength(1);
  expect(pairs[0].entities.map(({ entity_id }: Answer) => entity_id)).toEqual([contact, person].sort());
  expect(pairs[0].reasons).toEqual(["email", "name_same_words"]);
});

test("what it costs to look: types in a few lines, a hub in a few, a file by what it made", async () => {
  const truth = await openTestTruth();
  const types = await truth.ask("list_entity_types", { summary: true });
  expect(types.entity_types).toHaveLength(types.total);
  expect(JSON.stringify(types).length).toBeLessThan(10_000);

  const [hub] = await truth.put({ entity_type: "company", name: "Hub", notes: "n".repeat(3000) });
  const people = await truth.put(
    ...Array.from({ length: 60 }, (_, n) => ({ entity_type: "person", name: `Person ${n} of ${n * 7}` })),
  );
  const relationships = people.map((source_entity_id) => ({
    relationship_type: "REFERS_TO",
    source_entity_id,
    target_entity_id: hub,
  }));
  await truth.ask("create_relationships", { relationships });
  const updated = await truth.ask("store_structured", {
    idempotency_key: "hub",
    entities: [{ entity_type: "company", name: "Hub", industry: "ports" }],
  });
  expect(updated).toMatchObject({ entities: [{ entity_id: hub, joined: "existing" }], related_truncated: true });
  expect(JSON.stringify(updated).length).toBeLessThan(2000);

  const stored = await truth.ask("store_unstructured", {
    idempotency_key: "file",
    file_content: Buffer.from("name,email\nAnn Lee,ann@x.org\nBob Ray,bob@x.org\n").toString("base64"),
    mime_type: "text/csv",
    original_filename: "contacts.csv",
  });
  expect(stored.entities).toHaveLength(2);
  for (const { entity_id, joined } of stored.entities) {
    expect(joined).toBe("new");
    expect((await truth.snapshot(entity_id)).snapshot).toHaveProperty("email");
  }
});

test("refusals name the row, whatever hides in it", async () => {
  const truth = await openTestTruth();
  const fine = { entity_type: "note", title: "fine", content: "x" };
  const odd = JSON.parse('{"entity_type":"note","title":"odd","content":"y","__proto__":{"a":1}}');
  const half = { entity_type: "note", title: "half \ud800", content: "y" };
  for (const bad of [odd, half]) {
    const args = { idempotency_key: "k", entities: [fine, bad] };
    const error = await truth.refused("store_structured", args);
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", details: { row: 1 }, trace_id: expect.any(String) });
  }
});

test("as of a moment: the list of then, whatever was said since", async () => {
  const truth = await openTestTruth();
  await truth.put({ entity_type: "task", title: "Pay rent", status: "open" });
  const then = new Date(truth.parts.env.now()).toISOString();
  await truth.put({ entity_type: "task", title: "Pay rent", status: "done" }, { entity_type: "task", title: "New" });
  const { entities, total } = await truth.ask("retrieve_entities", { at_ingested: then });
  expect(total).toBe(1);
  expect(entities[0].snapshot).toMatchObject({ title: "Pay rent", status: "open" });
});
