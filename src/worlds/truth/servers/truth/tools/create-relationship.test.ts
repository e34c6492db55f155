import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";

const ROWS = [
  { entity_type: "company", name: "Acme" },
  { entity_type: "company", name: "Beta" },
  { entity_type: "company", name: "Gamma" },
];

function related(type: string, source: string | undefined, target: string | undefined, metadata?: unknown) {
  return {
    relationship_type: type,
    source_entity_id: source,
    target_entity_id: target,
    ...(metadata ? { metadata } : {}),
  };
}

async function relate(truth: TestTruth, ...args: Parameters<typeof related>) {
  return truth.ask("create_relationship", related(...args));
}

describe.each(ENGINES)("on %s", (engine) => {
  test("answers as the contract has it, the same for the same statement", async () => {
    const truth = await openTestTruth({ engine });
    const [a, b] = await truth.put(...ROWS);
    const answer = await relate(truth, "EMBEDS", a, b, { caption: "logo", order: 1 });
    expect(answer).toEqual({
      id: `EMBEDS:${a}:${b}`,
      relationship_type: "EMBEDS",
      source_entity_id: a,
      target_entity_id: b,
      metadata: { caption: "logo", order: 1 },
      created_at: expect.stringMatching(/^2026-.*Z$/),
    });
    const before = await truth.root();
    expect(await relate(truth, "EMBEDS", a, b, { caption: "logo", order: 1 })).toEqual(answer);
    expect(await truth.root()).toBe(before);
  });

  test("adds metadata to metadata, and says again what was said before something else", async () => {
    const truth = await openTestTruth({ engine });
    const [a, b] = await truth.put(...ROWS);
    const states = [];
    for (const metadata of [{ role: "owner" }, { role: "tenant", since: 2020 }, { role: "owner" }, { role: "owner" }]) {
      states.push((await relate(truth, "REFERS_TO", a, b, metadata)).metadata);
    }
    expect(states).toEqual([
      { role: "owner" },
      { role: "tenant", since: 2020 },
      { role: "owner", since: 2020 },
      { role: "owner", since: 2020 },
    ]);
    const { snapshot } = await truth.ask("get_relationship_snapshot", related("REFERS_TO", a, b));
    expect(snapshot.observation_count).toBe(3);
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
  });

  test.each(["PART_OF", "DEPENDS_ON", "SUPERSEDES", "CORRECTS"])(
    "refuses a circle of %s, at any length",
    async (type) => {
      const truth = await openTestTruth({ engine });
      const [a, b, c] = await truth.put(...ROWS);
      await relate(truth, type, a, b);
      await relate(truth, type, b, c);
      expect(await truth.refused("create_relationship", related(type, c, a))).toMatchObject({
        code: "CYCLE_DETECTED",
        details: { relationship_type: type },
      });
      expect((await truth.refused("create_relationship", related(type, b, a))).code).toBe("CYCLE_DETECTED");
      // The other types have circles of their own.
      expect(await relate(truth, "REFERS_TO", c, a)).toMatchObject({ id: `REFERS_TO:${c}:${a}` });
    },
  );
});

test.each(["REFERS_TO", "SETTLES", "DUPLICATE_OF", "EMBEDS"])("lets %s run in a circle", async (type) => {
  const truth = await openTestTruth();
  const [a, b] = await truth.put(...ROWS);
  await relate(truth, type, a, b);
  expect(await relate(truth, type, b, a)).toMatchObject({ id: `${type}:${b}:${a}` });
});

test("relates what the ids were merged into, and gives it back when the merge is undone", async () => {
  const truth = await openTestTruth();
  const [a, b, c] = await truth.put(...ROWS);
  await truth.ask("merge_entities", { from_entity_id: a, to_entity_id: b });
  expect(await relate(truth, "REFERS_TO", c, a)).toMatchObject({ id: `REFERS_TO:${c}:${b}`, target_entity_id: b });
  expect((await truth.refused("create_relationship", related("REFERS_TO", a, b))).code).toBe("VALIDATION_ERROR");
  await truth.ask("unmerge_entities", { from_entity_id: a });
  const { relationships } = await truth.ask("list_relationships", { entity_id: a });
  expect(relationships.map(({ id }: { id: string }) => id)).toEqual([`REFERS_TO:${c}:${a}`]);
});

test.each([
  ["an unknown type", { relationship_type: "works_at" }, "INVALID_RELATIONSHIP_TYPE"],
  ["no type", { relationship_type: undefined }, "INVALID_RELATIONSHIP_TYPE"],
  ["an unknown source", { source_entity_id: `ent_${"0".repeat(24)}` }, "ENTITY_NOT_FOUND"],
  ["an unknown target", { target_entity_id: `ent_${"0".repeat(24)}` }, "ENTITY_NOT_FOUND"],
  ["an id of the wrong shape", { source_entity_id: "acme" }, "VALIDATION_ERROR"],
  ["metadata that is no object", { metadata: [1] }, "VALIDATION_ERROR"],
  ["metadata of more than 64 KiB", { metadata: { note: "ä".repeat(33_000) } }, "VALIDATION_ERROR"],
  ["metadata with a key of the prototype", { metadata: JSON.parse('{"__proto__":{"a":1}}') }, "VALIDATION_ERROR"],
])("refuses %s and writes nothing", async (_what, change, code) => {
  const truth = await openTestTruth();
  const [a, b] = await truth.put(...ROWS);
  expect((await truth.refused("create_relationship", { ...related("PART_OF", a, b), ...change })).code).toBe(code);
});

test("refuses an entity related to itself, a deleted one and that of another user", async () => {
  const truth = await openTestTruth();
  const [a, b] = await truth.put(...ROWS);
  expect((await truth.refused("create_relationship", related("REFERS_TO", a, a))).code).toBe("VALIDATION_ERROR");
  expect((await truth.refused("create_relationship", related("REFERS_TO", a, b), { user: "bob" })).code).toBe(
    "ENTITY_NOT_FOUND",
  );
  await truth.ask("delete_entity", { entity_id: b });
  expect((await truth.refused("create_relationship", related("REFERS_TO", a, b))).code).toBe("ENTITY_NOT_FOUND");
});
