import { expect, test } from "vitest";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const boat = {
  entity_type: "boat",
  schema_definition: {
    fields: { name: { type: "string", required: true }, length: { type: "number" }, crew: { type: "array" } },
  },
  reducer_config: { merge_policies: { crew: { strategy: "merge_array" } } },
};

test("a type that was registered reads and weighs its rows by its schema, those that are there too", async () => {
  const truth = await openTestTruth();
  const row = (more: object) => ({ entity_type: "boat", name: "Argo", ...more });
  const [id = ""] = await truth.put(row({ length: "12.5", crew: ["Jason"] }));
  await truth.put(row({ crew: ["Orpheus"] }));
  expect(await truth.snapshot(id)).toMatchObject({ snapshot: { length: "12.5", crew: ["Orpheus"] } });

  expect(await truth.ask("register_schema", { ...boat, activate: true })).toEqual({
    success: true,
    entity_type: "boat",
    schema_version: "1.0",
    activated: true,
    scope: "global",
    schema_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });

  expect(await truth.snapshot(id)).toMatchObject({ snapshot: { length: 12.5, crew: ["Jason", "Orpheus"] } });
  await truth.put(row({ sail: "red" }));
  expect(await truth.snapshot(id)).toMatchObject({ raw_fragments: { sail: "red" } });
  const { live, rebuilt } = await truth.replay();
  expect(rebuilt).toEqual(live);
  expect(await truth.verify({ full: true })).toMatchObject({ findings: [], damage: [] });
});

test("a version that is not in force changes nothing, and a version is registered once", async () => {
  const truth = await openTestTruth();
  await truth.ask("register_schema", boat);
  const [id = ""] = await truth.put({ entity_type: "boat", name: "Argo", length: "12.5" });

  expect(await truth.snapshot(id)).toMatchObject({ snapshot: { length: "12.5" } });
  expect(await truth.refused("register_schema", boat)).toMatchObject({
    code: "SCHEMA_EXISTS",
    details: { versions: ["1.0"] },
  });
  expect(await truth.refused("register_schema", { ...boat, entity_type: "invoice" })).toMatchObject({
    code: "SCHEMA_EXISTS",
  });
  expect(await truth.ask("register_schema", { ...boat, user_specific: true })).toMatchObject({ scope: "user" });
  expect(
    await truth.refused("register_schema", {
      ...boat,
      schema_version: "2.0",
      reducer_config: { merge_policies: { mast: { strategy: "last_write" } } },
    }),
  ).toMatchObject({ code: "VALIDATION_ERROR" });
});

test("a validator is nothing that could be run, and the answer says so", async () => {
  const truth = await openTestTruth();
  const fields = { name: { type: "string", validator: "not_empty" }, length: { type: "number" } };
  expect(
    await truth.ask("register_schema", {
      ...boat,
      reducer_config: { merge_policies: {} },
      schema_definition: { fields },
    }),
  ).toMatchObject({
    success: true,
    warnings: [{ code: "VALIDATOR_NOT_APPLIED", details: { fields: ["name"] } }],
  });
});
