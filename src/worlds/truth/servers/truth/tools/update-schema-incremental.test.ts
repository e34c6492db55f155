import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";

const ann = (more: object) => ({ entity_type: "person", name: "Ann", ...more });

const add = (truth: TestTruth, more: object = {}) =>
  truth.ask("update_schema_incremental", {
    entity_type: "person",
    fields_to_add: [{ field_name: "shoe_size", field_type: "number" }],
    ...more,
  });

/** Replays to the same root, and every row is what the log says. */
async function holds(truth: TestTruth): Promise<void> {
  const { live, rebuilt } = await truth.replay();
  expect(rebuilt).toEqual(live);
  expect(await truth.verify({ full: true })).toMatchObject({ findings: [], damage: [] });
}

describe.each(ENGINES)("on %s", (engine) => {
  test("a field that three sources bring becomes one of the schema, with its history and its provenance", async () => {
    const truth = await openTestTruth({ engine });
    const [first] = await truth.say(ann({ shoe_size: 38 }));
    await truth.say({ entity_type: "person", name: "Bob", shoe_size: 44 });
    const id = first?.entity_id ?? "";
    expect(await truth.snapshot(id)).toMatchObject({ raw_fragments: { shoe_size: 38 }, schema_version: "1.0" });

    await truth.say({ entity_type: "person", name: "Eve", shoe_size: 41 });

    const { snapshot, raw_fragments, provenance, schema_version } = await truth.snapshot(id);
    expect(snapshot).toMatchObject({ name: "Ann", shoe_size: 38 });
    expect({ raw_fragments, schema_version }).toEqual({ raw_fragments: undefined, schema_version: "1.1" });
    expect(provenance.shoe_size).toBe(first?.observation_id);
    expect(await truth.ask("retrieve_field_provenance", { entity_id: id, field: "shoe_size" })).toMatchObject({
      value: 38,
      source_observation: { id: first?.observation_id },
      quote: { text: "38" },
    });
    expect(
      await truth.ask("get_schema_recommendations", { entity_type: "person", status: "auto_applied" }),
    ).toMatchObject({
      recommendations: [
        {
          fields: [{ field_name: "shoe_size", field_type: "number" }],
          source: "raw_fragments",
          status: "auto_applied",
        },
      ],
      total: 1,
    });
    // What comes next is read by the new schema.
    const [next] = await truth.say({ entity_type: "person", name: "Kim", shoe_size: 36 });
    expect(await truth.ask("list_observations", { entity_id: next?.entity_id })).toMatchObject({
      observations: [{ fields: { name: "Kim", shoe_size: 36 }, schema_version: "1.1" }],
    });
    await holds(truth);
  });

  test("a version that is not in force keeps its number: the next one is taken, and stores go on", async () => {
    const truth = await openTestTruth({ engine });
    for (const user_specific of [false, true]) {
      expect(await add(truth, { activate: false, user_specific })).toMatchObject({ schema_version: "1.1" });
    }

    for (const [name, hat_size] of Object.entries({ Ann: 54, Bob: 58, Eve: 56 })) {
      await truth.say({ entity_type: "person", name, hat_size });
    }
    const fields_to_add = [{ field_name: "glove_size", field_type: "number" }];
    expect(await add(truth, { fields_to_add })).toMatchObject({ schema_version: "1.3", fields_added: ["glove_size"] });

    const { entities } = await truth.ask("retrieve_entities", { entity_type: "person", search: "Ann" });
    expect(entities[0].snapshot).toEqual({ hat_size: 54, name: "Ann" });
    await holds(truth);
  });

  test("fields are added on demand, and history counts where that is asked for", async () => {
    const truth = await openTestTruth({ engine });
    const [before] = await truth.say(ann({ shoe_size: "38" }));
    const id = before?.entity_id ?? "";

    expect(await add(truth)).toEqual({
      success: true,
      entity_type: "person",
      schema_version: "1.1",
      fields_added: ["shoe_size"],
      activated: true,
      migrated_existing: false,
      scope: "global",
    });
    expect(await truth.snapshot(id)).toMatchObject({ snapshot: { name: "Ann" }, raw_fragments: { shoe_size: "38" } });
    expect(await add(truth)).toMatchObject({ schema_version: "1.1", fields_added: [] });

    expect(await add(truth, { migrate_existing: true })).toMatchObject({
      schema_version: "1.2",
      migrated_existing: true,
    });
    expect(await truth.snapshot(id)).toMatchObject({
      snapshot: { shoe_size: 38 },
      provenance: { shoe_size: before?.observation_id },
    });
    await holds(truth);
  });
});

test("one user's fields stand over the global ones, and a merge and its undoing keep them", async () => {
  const truth = await openTestTruth();
  const [ann1, bob] = await truth.put(ann({ shoe_size: 38 }), { entity_type: "person", name: "Bob", hat: "L" });
  await add(truth, { user_specific: true, migrate_existing: true });
  await truth.ask("update_schema_incremental", {
    entity_type: "person",
    fields_to_add: [{ field_name: "hat", field_type: "string" }],
    migrate_existing: true,
  });
  const before = await truth.root();

  await truth.ask("merge_entities", { from_entity_id: bob, to_entity_id: ann1 });
  expect(await truth.snapshot(ann1 ?? "")).toMatchObject({ snapshot: { shoe_size: 38, hat: "L" } });
  await truth.ask("unmerge_entities", { from_entity_id: bob });

  expect(await truth.root()).toBe(before);
  const { entity_types } = await truth.ask("list_entity_types", { keyword: "person" });
  expect(entity_types[0]).toMatchObject({
    entity_type: "person",
    field_summary: { shoe_size: { type: "number", required: false }, hat: { type: "string", required: false } },
  });
  await holds(truth);
});

test("what cannot be added is refused", async () => {
  const truth = await openTestTruth();
  await truth.put(ann({}));
  const ask = (more: object) =>
    truth.refused("update_schema_incremental", {
      entity_type: "person",
      fields_to_add: [{ field_name: "shoe_size", field_type: "number" }],
      ...more,
    });

  expect(await ask({ entity_type: "gizmo" })).toMatchObject({ code: "SCHEMA_NOT_FOUND" });
  expect(await ask({ user_specific: true, user_id: "" })).toMatchObject({ code: "USER_ID_REQUIRED" });
  expect(await ask({ fields_to_add: [{ field_name: "name", field_type: "number" }] })).toMatchObject({
    code: "VALIDATION_ERROR",
  });
  expect(await ask({ schema_version: "1.0" })).toMatchObject({ code: "SCHEMA_EXISTS" });
  expect(await ask({ activate: false, migrate_existing: true })).toMatchObject({ code: "VALIDATION_ERROR" });
});

test("a date that becomes a field of its own comes onto the timeline", async () => {
  const truth = await openTestTruth();
  for (const [n, name] of ["Ann", "Bob", "Eve"].entries()) {
    await truth.put({ entity_type: "person", name, since: `2024-05-0${n + 1}` });
  }

  const { events } = await truth.ask("list_timeline_events", {});
  expect(events.map(({ event_type }: { event_type: string }) => event_type)).toEqual(["Since", "Since", "Since"]);
  await holds(truth);
});

test("a field that is there stays what it is when its history is asked for", async () => {
  const truth = await openTestTruth();
  const fields_to_add = [{ field_name: "name", field_type: "string" }];
  expect(await add(truth, { fields_to_add, migrate_existing: true })).toMatchObject({ fields_added: [] });
  const { entity_types } = await truth.ask("list_entity_types", { keyword: "person" });
  const person = entity_types.find(({ entity_type }: { entity_type: string }) => entity_type === "person");
  expect(person.field_summary.name).toEqual({ type: "string", required: true });
});

test("refuses a field that is named twice and writes nothing", async () => {
  const truth = await openTestTruth();
  const before = await truth.root();
  const fields_to_add = ["string", "number"].map((field_type) => ({ field_name: "shoe_size", field_type }));
  expect(await truth.refused("update_schema_incremental", { entity_type: "person", fields_to_add })).toMatchObject({
    code: "VALIDATION_ERROR",
    details: { problems: [{ path: "shoe_size" }] },
  });
  expect(await truth.root()).toBe(before);
});
