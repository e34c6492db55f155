import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const ROWS = Array.from({ length: 5 }, (_, n) => ({ entity_type: "company", name: `Company ${n}` }));

function chain(ids: readonly string[]) {
  return ids.slice(1).map((id, n) => ({
    relationship_type: "PART_OF",
    source_entity_id: ids[n],
    target_entity_id: id,
  }));
}

describe.each(ENGINES)("on %s", (engine) => {
  test("makes all of them and answers with each", async () => {
    const truth = await openTestTruth({ engine });
    const ids = await truth.put(...ROWS);
    const relationships = chain(ids);
    const answer = await truth.ask("create_relationships", { relationships });
    expect(answer).toEqual({
      total: 4,
      relationships: relationships.map((relationship) => ({
        id: `PART_OF:${relationship.source_entity_id}:${relationship.target_entity_id}`,
        ...relationship,
        metadata: {},
        created_at: expect.stringMatching(/^2026-.*Z$/),
      })),
    });
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
  });

  test("makes none when one closes a circle with those before it, and names it", async () => {
    const truth = await openTestTruth({ engine });
    const ids = await truth.put(...ROWS);
    const closing = { relationship_type: "PART_OF", source_entity_id: ids[4], target_entity_id: ids[0] };
    const args = { relationships: [...chain(ids), closing] };
    expect(await truth.refused("create_relationships", args)).toMatchObject({
      code: "CYCLE_DETECTED",
      details: { row: 4, relationship_type: "PART_OF" },
    });
  });
});

test("makes a thousand and keeps the answer short", async () => {
  const truth = await openTestTruth();
  const ids = await truth.put(...Array.from({ length: 34 }, (_, n) => ({ entity_type: "company", name: `C ${n}` })));
  const pairs = ids.flatMap((source) => ids.filter((id) => id !== source).map((target) => [source, target] as const));
  const relationships = pairs.slice(0, 1000).map(([source, target]) => ({
    relationship_type: "REFERS_TO",
    source_entity_id: source,
    target_entity_id: target,
  }));
  const answer = await truth.ask("create_relationships", { relationships });
  expect(answer).toMatchObject({ total: 1000, truncated: true, next_offset: answer.relationships.length });
  expect(JSON.stringify(answer).length).toBeLessThan(50_000);
  expect((await truth.ask("list_relationships", { entity_id: ids[0], limit: 1 })).total).toBeGreaterThan(33);
});

test("refuses a bad one among good ones, with its place, and writes nothing", async () => {
  const truth = await openTestTruth();
  const ids = await truth.put(...ROWS);
  const good = chain(ids);
  const refusal = async (bad: object) => truth.refused("create_relationships", { relationships: [...good, bad] });
  const unknown = `ent_${"0".repeat(24)}`;
  expect(await refusal({ ...good[0], target_entity_id: unknown })).toMatchObject({
    code: "ENTITY_NOT_FOUND",
    details: { row: 4, entity_id: unknown },
  });
  expect(await refusal({ ...good[0], target_entity_id: ids[0] })).toMatchObject({
    code: "VALIDATION_ERROR",
    details: { row: 4 },
  });
  expect(await refusal({ ...good[0], relationship_type: "LIKES" })).toMatchObject({
    code: "VALIDATION_ERROR",
    details: { row: 4, problems: [{ path: "relationships[4].relationship_type" }] },
  });
  expect(await refusal({ ...good[0], color: "red" })).toMatchObject({ code: "VALIDATION_ERROR", details: { row: 4 } });
});

test.each([
  ["none", 0],
  ["more than a thousand", 1001],
])("refuses %s", async (_what, count) => {
  const truth = await openTestTruth();
  const [a, b] = await truth.put(...ROWS);
  const one = { relationship_type: "REFERS_TO", source_entity_id: a, target_entity_id: b };
  const args = { relationships: Array.from({ length: count }, () => one) };
  expect((await truth.refused("create_relationships", args)).code).toBe("VALIDATION_ERROR");
});
