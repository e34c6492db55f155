import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

test.each(ENGINES)("counts by type, the most first, merged and deleted ones apart (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  expect(await truth.ask("get_entity_type_counts")).toEqual({ entity_types: [], total: 0 });
  const stored = await truth.put(
    { entity_type: "person", name: "Ada" },
    { entity_type: "company", name: "Acme" },
    { entity_type: "company", name: "Bolt" },
    { entity_type: "company", name: "Coil" },
    { entity_type: "beehive", name: "North" },
  );
  const [ada, acme, bolt] = stored;
  await truth.ask("merge_entities", { from_entity_id: bolt, to_entity_id: acme });
  await truth.ask("delete_entity", { entity_id: ada });
  expect(await truth.ask("get_entity_type_counts")).toEqual({
    entity_types: [
      { entity_type: "company", count: 2, merged: 1, deleted: 0 },
      { entity_type: "beehive", count: 1, merged: 0, deleted: 0 },
      { entity_type: "person", count: 0, merged: 0, deleted: 1 },
    ],
    total: 3,
  });
  await truth.ask("unmerge_entities", { from_entity_id: bolt });
  await truth.ask("restore_entity", { entity_id: ada });
  expect(await truth.ask("get_entity_type_counts")).toMatchObject({ total: 5 });
  expect(await truth.ask("get_entity_type_counts", {}, { user: "bob" })).toEqual({ entity_types: [], total: 0 });
});

test("goes on where an answer ends", async () => {
  const truth = await openTestTruth();
  await truth.put(...["company", "person", "beehive"].map((entity_type) => ({ entity_type, name: "North" })));
  expect(await truth.ask("get_entity_type_counts", { offset: 2 })).toEqual({
    entity_types: [{ entity_type: "person", count: 1, merged: 0, deleted: 0 }],
    total: 3,
  });
  expect(await truth.ask("get_entity_type_counts", { offset: -1 })).toMatchObject({
    error: { code: "VALIDATION_ERROR" },
  });
});
