import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

test.each(ENGINES)("tells what was recorded, newest first, page by page (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const stored = await truth.ask("store_structured", {
    idempotency_key: "a",
    entities: [
      { entity_type: "company", name: "Acme", employees: 3 },
      { entity_type: "company", name: "Bolt" },
    ],
  });
  const [acme, bolt] = stored.entities;
  const corrected = await truth.ask("correct", {
    entity_id: acme.entity_id,
    entity_type: "company",
    field: "country",
    value: "DE",
    idempotency_key: "b",
  });
  await truth.ask("create_relationship", {
    relationship_type: "DEPENDS_ON",
    source_entity_id: acme.entity_id,
    target_entity_id: bolt.entity_id,
  });
  await truth.ask("delete_entity", { entity_id: bolt.entity_id });
  await truth.ask("restore_entity", { entity_id: bolt.entity_id });
  await truth.ask("merge_entities", { from_entity_id: bolt.entity_id, to_entity_id: acme.entity_id });
  const all = await truth.ask("list_recent_changes");
  const changed_at = expect.stringMatching(/^2026-01-01T/);
  expect(all.next_cursor).toBeNull();
  expect(all.changes.map(({ change }: { change: string }) => change)).toEqual([
    "merge",
    "restoration",
    "deletion",
    "relationship",
    "correction",
    "store",
    "store",
  ]);
  expect(all.changes[0]).toEqual({
    change: "merge",
    changed_at,
    entity_id: bolt.entity_id,
    other_entity_id: acme.entity_id,
  });
  expect(all.changes[4]).toEqual({
    change: "correction",
    changed_at,
    entity_id: acme.entity_id,
    entity_type: "company",
    fields: ["country"],
    observation_id: corrected.observation_id,
    source_id: expect.any(String),
  });
  expect(all.changes[6]).toEqual({
    change: "store",
    changed_at,
    entity_id: acme.entity_id,
    entity_type: "company",
    fields: ["employees", "name"],
    observation_id: acme.observation_id,
    source_id: stored.source_id,
  });
  const seen = [];
  let cursor: string | null | undefined;
  do {
    const page: { changes: object[]; next_cursor: string | null } = await truth.ask("list_recent_changes", {
      limit: 2,
      ...(cursor && { cursor }),
    });
    seen.push(...page.changes);
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(all.changes);
  expect(await truth.ask("list_recent_changes", {}, { user: "bob" })).toEqual({ changes: [], next_cursor: null });
});

test.each(ENGINES)("tells of merges undone and entities split, in their place (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const [acme, bolt] = await truth.put(
    { entity_type: "company", name: "Acme" },
    { entity_type: "company", name: "Bolt" },
  );
  await truth.ask("merge_entities", { from_entity_id: bolt, to_entity_id: acme });
  const { unmerged_at } = await truth.ask("unmerge_entities", { from_entity_id: bolt });
  const [said] = await truth.say({ entity_type: "company", name: "Acme", country: "DE" });
  const { new_entity_id, split_at } = await truth.ask("split_entity", {
    entity_id: acme,
    observation_ids: [said?.observation_id],
  });
  const all = await truth.ask("list_recent_changes");
  expect(all.changes.map(({ change }: { change: string }) => change)).toEqual([
    "split",
    "store",
    "unmerge",
    "merge",
    "store",
    "store",
  ]);
  expect(all.changes[0]).toEqual({
    change: "split",
    changed_at: split_at,
    entity_id: acme,
    other_entity_id: new_entity_id,
  });
  expect(all.changes[2]).toEqual({
    change: "unmerge",
    changed_at: unmerged_at,
    entity_id: bolt,
    other_entity_id: acme,
  });
  for (const limit of [1, 2, 3, 5]) {
    const seen = [];
    let cursor: string | null | undefined;
    do {
      const page: { changes: object[]; next_cursor: string | null } = await truth.ask("list_recent_changes", {
        limit,
        ...(cursor && { cursor }),
      });
      seen.push(...page.changes);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(all.changes);
  }
});

test("refuses a cursor and a limit that are none", async () => {
  const truth = await openTestTruth();
  for (const args of [{ cursor: "x" }, { cursor: "1; drop table" }, { cursor: 5 }, { limit: 0 }, { limit: 1001 }]) {
    expect(await truth.ask("list_recent_changes", args)).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
  }
});
