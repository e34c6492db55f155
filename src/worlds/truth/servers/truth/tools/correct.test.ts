import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const TASK = { entity_type: "task", title: "Paint the fence", status: "open", due_date: "2024-05-01" };

function correction(entity_id: string | undefined, field: string, value: unknown, key = `${field} ${String(value)}`) {
  return { entity_id, entity_type: "task", field, value, idempotency_key: key };
}

describe.each(ENGINES)("on %s", (engine) => {
  test("overrules everything said before and after, and answers as the contract has it", async () => {
    const truth = await openTestTruth({ engine });
    const [id] = await truth.put(TASK);
    const answer = await truth.ask("correct", correction(id, "status", "done"));
    expect(answer).toEqual({
      observation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      entity_id: id,
      field: "status",
      value: "done",
      message: "The correction is in force.",
    });
    await truth.ask("store_structured", {
      idempotency_key: "later",
      entities: [{ ...TASK, status: "late" }],
      source_priority: 999,
      provenance: { extracted_at: "2026-01-01T00:00:00Z", extractor_version: "1" },
    });
    const { snapshot, provenance, observation_count } = await truth.snapshot(id ?? "");
    expect({ status: snapshot.status, by: provenance.status, observation_count }).toEqual({
      status: "done",
      by: answer.observation_id,
      observation_count: 3,
    });
  });

  test.each([42, true])("refuses %j for an e-mail address, and writes nothing", async (value) => {
    const truth = await openTestTruth({ engine });
    const [id] = await truth.put({ entity_type: "person", name: "Ada", email: "ada@example.org" });
    const asked = { entity_id: id, entity_type: "person", field: "email", value, idempotency_key: "k" };
    expect(await truth.refused("correct", asked)).toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("lets the newest correction win, clears with null, and keeps the timeline in step", async () => {
    const truth = await openTestTruth({ engine });
    const [id] = await truth.put(TASK);
    const days = async () => {
      const { events } = await truth.ask("list_timeline_events");
      return events.map((event: { event_timestamp: string }) => event.event_timestamp.slice(0, 10));
    };
    expect(await days()).toEqual(["2024-05-01"]);
    await truth.ask("correct", correction(id, "due_date", "2024-06-01"));
    await truth.ask("correct", correction(id, "due_date", "2024-07-01"));
    expect(await days()).toEqual(["2024-07-01"]);
    await truth.ask("correct", correction(id, "due_date", null));
    expect(await days()).toEqual([]);
    expect((await truth.snapshot(id ?? "")).snapshot).toEqual({ title: "Paint the fence", status: "open" });
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
  });

  test.each([
    ["null", null, {}],
    ["a day", "2024-05-05", { due_date: "2024-05-05" }],
  ])("overrules with %s what did not fit the field, said before or after", async (_what, value, corrected) => {
    const truth = await openTestTruth({ engine });
    const [id = ""] = await truth.put({ ...TASK, due_date: "next fortnight" });
    const before = (await truth.snapshot(id)).last_observation_at;
    expect((await truth.snapshot(id)).raw_fragments).toEqual({ due_date: "next fortnight" });
    await truth.ask("correct", correction(id, "due_date", value));
    await truth.put({ ...TASK, due_date: "whenever" });
    const { snapshot, raw_fragments } = await truth.snapshot(id);
    expect({ snapshot, raw_fragments }).toEqual({
      snapshot: { title: "Paint the fence", status: "open", ...corrected },
      raw_fragments: undefined,
    });
    const provenance = await truth.ask("retrieve_field_provenance", { entity_id: id, field: "due_date" });
    expect(provenance).toMatchObject(value === null ? { error: { code: "FIELD_NOT_FOUND" } } : { value });
    const found = async (query: string, cut = {}) => (await truth.ask("search", { query, ...cut })).hits.length;
    expect([await found("fortnight"), await found("whenever")]).toEqual([0, 0]);
    expect(await found("fortnight", { at: before })).toBe(1);
    expect((await truth.snapshot(id, { at: before })).raw_fragments).toEqual({ due_date: "next fortnight" });
    expect(
      await truth.ask("retrieve_field_provenance", { entity_id: id, field: "due_date", at: before }),
    ).toMatchObject({ value: "next fortnight" });
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
  });

  test("answers a known key the same and refuses it for another value", async () => {
    const truth = await openTestTruth({ engine });
    const [id] = await truth.put(TASK);
    const first = await truth.ask("correct", correction(id, "status", "done", "k"));
    const before = await truth.root();
    expect(await truth.ask("correct", correction(id, "status", "done", "k"))).toEqual({ ...first, replayed: true });
    expect(await truth.root()).toBe(before);
    expect(await truth.refused("correct", correction(id, "status", "open", "k"))).toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
  });
});

test("corrects what an id was merged into", async () => {
  const truth = await openTestTruth();
  const [from, to] = await truth.put({ ...TASK, title: "Paint fence" }, TASK);
  await truth.ask("merge_entities", { from_entity_id: from, to_entity_id: to });
  expect(await truth.ask("correct", correction(from, "status", "done"))).toMatchObject({ entity_id: to });
});

test("corrects a field that no schema knows as a fragment", async () => {
  const truth = await openTestTruth();
  const [id] = await truth.put({ ...TASK, urgency: "low" });
  await truth.ask("correct", correction(id, "urgency", "high"));
  await truth.put({ ...TASK, urgency: "none" });
  expect((await truth.snapshot(id ?? "")).raw_fragments).toEqual({ urgency: "high" });
});

test("corrects a field whose name begins with a line", async () => {
  const truth = await openTestTruth();
  const [id] = await truth.put({ entity_type: "gadget", name: "Lever", _id: "a1" });
  await truth.ask("correct", { ...correction(id, "_id", "a2"), entity_type: "gadget" });
  expect((await truth.snapshot(id ?? "")).snapshot).toEqual({ name: "Lever", _id: "a2" });
});

test("finds a corrected name and no longer the old one", async () => {
  const truth = await openTestTruth();
  const [id] = await truth.put({ entity_type: "company", name: "Akme" });
  await truth.ask("correct", { ...correction(id, "name", "Acme Works"), entity_type: "company" });
  const { entities } = await truth.ask("retrieve_entity_by_identifier", { identifier: "Acme Works" });
  expect(entities.map((entity: { id: string }) => entity.id)).toEqual([id]);
  expect((await truth.ask("retrieve_entities", {})).entities[0].canonical_name).toBe("Acme Works");
});

test.each([
  ["an unknown entity", { entity_id: `ent_${"0".repeat(24)}` }, "ENTITY_NOT_FOUND"],
  ["an id of the wrong shape", { entity_id: "acme" }, "VALIDATION_ERROR"],
  ["another type than the entity's", { entity_type: "company" }, "VALIDATION_ERROR"],
  ["a day that does not exist", { field: "due_date", value: "2024-02-30" }, "VALIDATION_ERROR"],
  ["a value of another type", { field: "title", value: { not: "a text" } }, "VALIDATION_ERROR"],
  ["the type as a field", { field: "entity_type", value: "note" }, "VALIDATION_ERROR"],
  ["a field of our own", { field: "_deleted", value: true }, "VALIDATION_ERROR"],
  ["a field of the prototype", { field: "constructor" }, "VALIDATION_ERROR"],
  ["no value", { value: undefined }, "VALIDATION_ERROR"],
  ["a value with a key of the prototype", { field: "more", value: JSON.parse('{"__proto__":1}') }, "VALIDATION_ERROR"],
  ["a value of more than a mebibyte", { field: "notes", value: "ä".repeat(600_000) }, "VALIDATION_ERROR"],
])("refuses %s and writes nothing", async (_what, change, code) => {
  const truth = await openTestTruth();
  const [id] = await truth.put(TASK);
  expect((await truth.refused("correct", { ...correction(id, "status", "done"), ...change })).code).toBe(code);
});

test("refuses the id of another user, and says what to do", async () => {
  const truth = await openTestTruth();
  const [id] = await truth.put(TASK);
  expect(await truth.refused("correct", { ...correction(id, "status", "done"), user_id: "bob" })).toEqual({
    code: "InvalidParams",
    message: "user_id does not match authenticated user",
    details: {
      problems: [{ path: "user_id", message: "must be left out, or be the id that get_authenticated_user answers" }],
      hint: "Correct what the message says, and every entry of `details.problems` where there are some; then call again.",
    },
    trace_id: expect.any(String),
  });
});

test("refuses to correct an entity of another user, and one that is deleted", async () => {
  const truth = await openTestTruth();
  const [id] = await truth.put(TASK);
  expect(await truth.refused("correct", correction(id, "status", "mine"), { user: "bob" })).toMatchObject({
    code: "ENTITY_NOT_FOUND",
    details: { entity_id: id },
  });
  await truth.ask("delete_entity", { entity_id: id });
  expect((await truth.refused("correct", correction(id, "status", "done"))).code).toBe("ENTITY_NOT_FOUND");
});
