import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

test.each(ENGINES)("answers with what all statements come to, each key with its own (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const [ada, acme] = await truth.put(
    { entity_type: "person", name: "Ada Lovelace" },
    { entity_type: "company", name: "Acme Inc." },
  );
  const ends = { source_entity_id: ada, target_entity_id: acme };
  const asked = { relationship_type: "PART_OF", ...ends };
  await truth.ask("create_relationship", { ...asked, metadata: { role: "intern", since: 2020 } });
  await truth.ask("create_relationship", { ...asked, metadata: { role: "engineer" } });
  const answer = await truth.ask("get_relationship_snapshot", asked);
  const [newer, older] = answer.observations;
  const { user_id } = await truth.ask("get_authenticated_user");
  const observation = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    source_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    observed_at: expect.stringMatching(/^2026-01-01T/),
    specificity_score: 0.8,
    source_priority: 100,
    kind: "store",
  };
  expect(answer).toEqual({
    snapshot: {
      relationship_key: `PART_OF:${ada}:${acme}`,
      relationship_type: "PART_OF",
      ...ends,
      schema_version: "1.0",
      snapshot: { role: "engineer", since: 2020 },
      computed_at: newer.observed_at,
      observation_count: 2,
      last_observation_at: newer.observed_at,
      provenance: { role: newer.id, since: older.id },
      user_id,
    },
    observations: [
      { ...observation, metadata: { role: "engineer" } },
      { ...observation, metadata: { role: "intern", since: 2020 } },
    ],
  });
  for (const cut of [{ at: older.observed_at }, { at_ingested: older.observed_at }]) {
    expect(await truth.ask("get_relationship_snapshot", { ...asked, ...cut })).toMatchObject({
      snapshot: { snapshot: { role: "intern", since: 2020 }, observation_count: 1 },
      observations: [older],
    });
  }
});

test("refuses with the contract's codes", async () => {
  const truth = await openTestTruth();
  const [ada, acme] = await truth.put(
    { entity_type: "person", name: "Ada Lovelace" },
    { entity_type: "company", name: "Acme Inc." },
  );
  const asked = {
    relationship_type: "PART_OF",
    source_entity_id: ada,
    target_entity_id: acme,
  };
  const codeOf = async (args: object) =>
    (await truth.ask("get_relationship_snapshot", { ...asked, ...args })).error?.code;
  expect(await codeOf({})).toBe("NOT_FOUND");
  await truth.ask("create_relationship", asked);
  expect(await codeOf({})).toBeUndefined();
  expect(await codeOf({ at: "2020-01-01" })).toBe("ENTITY_NOT_FOUND");
  await truth.ask("delete_relationship", asked);
  expect(await codeOf({})).toBe("NOT_FOUND");
  expect(await codeOf({ target_entity_id: "ent_000000000000000000000000" })).toBe("ENTITY_NOT_FOUND");
  expect(await codeOf({ relationship_type: "LIKES" })).toBe("VALIDATION_ERROR");
  expect(await codeOf({ source_entity_id: "x" })).toBe("VALIDATION_ERROR");
});
