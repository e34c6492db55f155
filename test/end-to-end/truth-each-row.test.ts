import { expect, test } from "vitest";
import { openTestTruth } from "../kit/truth.ts";

// What became of each row that was stored, told with the answer: nothing is replaced in silence.

test("two meetings under one title were one note and the first was lost; now they are two, and the answer says so", async () => {
  const truth = await openTestTruth();
  const store = (key: string, ...entities: object[]) =>
    truth.ask("store_structured", { idempotency_key: key, entities });
  const note = (content: string) => ({ entity_type: "note", title: "Meeting notes", content });

  const first = await store("monday", note("The budget is approved."));
  expect(first.entities).toMatchObject([{ joined: "new", rule: "title", words: "meeting notes" }]);
  expect(first.warnings).toBeUndefined();

  const second = await store("tuesday", note("We hire two people."));
  expect(second.entities).toMatchObject([{ joined: "new", rule: "title+content" }]);
  expect(second.warnings).toMatchObject([
    {
      code: "POSSIBLE_DUPLICATE",
      details: {
        row: 0,
        entity_id: second.entities[0].entity_id,
        possible: [{ entity_id: first.entities[0].entity_id, by: "title", differs_in: "content" }],
      },
    },
  ]);
  expect((await truth.ask("search", { query: "budget" })).hits[0]).toMatchObject({
    entity_id: first.entities[0].entity_id,
    snapshot: { content: "The budget is approved." },
  });
});

test("a value that is replaced was replaced in silence; now the row says what was before, and a warning names it", async () => {
  const truth = await openTestTruth();
  const store = (key: string, row: object) =>
    truth.ask("store_structured", {
      idempotency_key: key,
      entities: [{ entity_type: "task", task_id: "T-1", ...row }],
    });
  const first = await store("a", { title: "Call Ada", status: "open", due_date: "2026-01-01" });
  const second = await store("b", { title: "Call Ada", status: "open", due_date: "2026-01-08" });
  expect(second.entities).toMatchObject([
    { joined: "existing", changed: { due_date: ["2026-01-01", "2026-01-08"] }, entity_id: first.entities[0].entity_id },
  ]);
  expect(second.warnings).toContainEqual({
    code: "VALUE_REPLACED",
    message: expect.any(String),
    details: { row: 0, entity_id: first.entities[0].entity_id, fields: ["due_date"] },
  });
});

test("the rent of three months was one task; now it is three, also within one call, and the same month again is the same", async () => {
  const truth = await openTestTruth();
  const rent = (due_date: string) => ({ entity_type: "task", title: "Pay rent", status: "open", due_date });
  const { entities, warnings } = await truth.ask("store_structured", {
    idempotency_key: "rent",
    entities: [rent("2026-01-01"), rent("2026-02-01"), rent("2026-03-01"), rent("2026-02-01")],
  });
  expect(entities.map(({ joined }: { joined: string }) => joined)).toEqual(["new", "new", "new", "existing"]);
  expect(entities[3].entity_id).toBe(entities[1].entity_id);
  expect(warnings).toMatchObject([
    { code: "WOULD_MERGE", message: expect.stringContaining("merged"), details: { rows: [1, 3] } },
  ]);

  // Which month was paid is not said: nothing is marked at random, and those it may be are named.
  const paid = await truth.ask("store_structured", {
    idempotency_key: "paid",
    entities: [{ entity_type: "task", title: "Pay rent", status: "done" }],
  });
  expect(paid.entities).toMatchObject([{ joined: "new" }]);
  expect(paid.warnings[0].code).toBe("POSSIBLE_DUPLICATE");
  expect(paid.warnings[0].details.possible).toHaveLength(3);
});

test("a row that loses to what is known lost it in silence; now a warning names the fields", async () => {
  const truth = await openTestTruth();
  const [id] = await truth.put({ entity_type: "person", name: "Ann Lee", role: "cook" });
  const correction = { entity_id: id, entity_type: "person", field: "role", value: "chef" };
  await truth.ask("correct", { idempotency_key: "c", ...correction });
  const late = await truth.ask("store_structured", {
    idempotency_key: "late",
    entities: [{ entity_type: "person", name: "Ann Lee", role: "waiter" }],
  });
  expect(late.warnings).toMatchObject([
    { code: "VALUE_NOT_IN_FORCE", details: { row: 0, entity_id: id, fields: ["role"] } },
  ]);
  expect((await truth.snapshot(id ?? "")).snapshot.role).toBe("chef");
});

test("what does not win replaces nothing, and a list that grows loses nothing", async () => {
  const truth = await openTestTruth();
  const store = (key: string, entity: object, more: object = {}) =>
    truth.ask("store_structured", { idempotency_key: key, entities: [entity], ...more });
  const contract = { entity_type: "contract", name: "Lease" };
  await store("a", { ...contract, files: ["a.pdf"], type: "flat" });

  const grown = await store("b", { ...contract, files: ["b.pdf"] });
  expect(grown.entities[0]).toMatchObject({ joined: "existing", changed: { files: [["a.pdf"], ["a.pdf", "b.pdf"]] } });
  expect(grown.warnings ?? []).not.toContainEqual(expect.objectContaining({ code: "VALUE_REPLACED" }));

  const older = await store(
    "c",
    { ...contract, type: "house" },
    {
      provenance: {
        source_refs: ["letter"],
        extracted_at: "2001-01-01T00:00:00Z",
        extractor_version: "1",
        agent_id: "a",
      },
    },
  );
  expect(older.error).toBeUndefined();
  expect(older.entities[0]).toMatchObject({ joined: "existing" });
  expect(older.entities[0].changed).toBeUndefined();
});
