import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const ROWS = [
  { entity_type: "company", name: "Acme" },
  { entity_type: "company", name: "Beta" },
];

describe.each(ENGINES)("on %s", (engine) => {
  test("ends a relationship with a receipt, and lets it be made anew without its old words", async () => {
    const truth = await openTestTruth({ engine });
    const [a, b] = await truth.put(...ROWS);
    const link = { relationship_type: "PART_OF", source_entity_id: a, target_entity_id: b };
    await truth.ask("create_relationship", { ...link, metadata: { share: 0.5 } });
    const answer = await truth.ask("delete_relationship", { ...link, reason: "sold" });
    expect(answer).toEqual({
      id: `PART_OF:${a}:${b}`,
      ...link,
      deleted: true,
      receipt: {
        event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        seq: 3,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        recorded_at: expect.stringMatching(/^2026-.*Z$/),
      },
    });
    expect(await truth.ask("list_relationships", { entity_id: a })).toMatchObject({ relationships: [], total: 0 });
    expect(await truth.refused("delete_relationship", link)).toMatchObject({ code: "NOT_FOUND" });
    expect(await truth.ask("create_relationship", link)).toMatchObject({ metadata: {} });
    expect((await truth.ask("list_relationships", { entity_id: a })).total).toBe(1);
    await truth.ask("delete_relationship", link);
    expect(await truth.ask("create_relationship", { ...link, metadata: { share: 0.5 } })).toMatchObject({
      metadata: { share: 0.5 },
    });
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
  });
});

test("ends it for good: undoing a merge brings no part of it back", async () => {
  const truth = await openTestTruth();
  const [a, b, c] = await truth.put(...ROWS, { entity_type: "company", name: "Gamma" });
  const link = (target: string | undefined) => ({
    relationship_type: "PART_OF",
    source_entity_id: c,
    target_entity_id: target,
  });
  await truth.ask("create_relationship", link(a));
  await truth.ask("create_relationship", link(b));
  await truth.ask("merge_entities", { from_entity_id: a, to_entity_id: b });
  await truth.ask("delete_relationship", link(b));
  await truth.ask("unmerge_entities", { from_entity_id: a });
  expect((await truth.ask("list_relationships", { entity_id: c })).total).toBe(0);
  const { live, rebuilt } = await truth.replay();
  expect(rebuilt).toEqual(live);
});

test("frees the way for one that would have closed a circle", async () => {
  const truth = await openTestTruth();
  const [a, b] = await truth.put(...ROWS);
  const there = { relationship_type: "DEPENDS_ON", source_entity_id: a, target_entity_id: b };
  const back = { relationship_type: "DEPENDS_ON", source_entity_id: b, target_entity_id: a };
  await truth.ask("create_relationship", there);
  await truth.ask("delete_relationship", there);
  expect(await truth.ask("create_relationship", back)).toMatchObject({ id: `DEPENDS_ON:${b}:${a}` });
});

test("refuses what is not there or not ours, and writes nothing", async () => {
  const truth = await openTestTruth();
  const [a, b] = await truth.put(...ROWS);
  const link = { relationship_type: "PART_OF", source_entity_id: a, target_entity_id: b };
  await truth.ask("create_relationship", link);
  const refusal = async (change: object, user = "local") =>
    (await truth.refused("delete_relationship", { ...link, ...change }, { user })).code;
  expect(await refusal({ relationship_type: "SETTLES" })).toBe("NOT_FOUND");
  expect(await refusal({ source_entity_id: b, target_entity_id: a })).toBe("NOT_FOUND");
  expect(await refusal({ source_entity_id: `ent_${"0".repeat(24)}` })).toBe("NOT_FOUND");
  expect(await refusal({}, "bob")).toBe("NOT_FOUND");
  expect(await refusal({ relationship_type: "LIKES" })).toBe("VALIDATION_ERROR");
});
