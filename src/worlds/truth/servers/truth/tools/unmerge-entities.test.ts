import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const ROWS = [
  { entity_type: "company", name: "Acme Works", website: "https://acme.example" },
  { entity_type: "company", name: "Acme", country: "DE" },
  { entity_type: "company", name: "Acme Group", industry: "fences" },
  { entity_type: "task", title: "Call", status: "open", due_date: "2024-05-01" },
];

describe.each(ENGINES)("on %s", (engine) => {
  test("brings back the very state from before the merge, relationships and all", async () => {
    const truth = await openTestTruth({ engine });
    const [a, b, , task] = await truth.put(...ROWS);
    const link = (source: string | undefined, target: string | undefined, metadata = {}) =>
      truth.ask("create_relationship", {
        relationship_type: "REFERS_TO",
        source_entity_id: source,
        target_entity_id: target,
        metadata,
      });
    await link(task, a, { first: 1 });
    await link(task, b, { second: 2 });
    await link(a, b);
    const before = await truth.root();
    await truth.ask("merge_entities", { from_entity_id: a, to_entity_id: b });
    expect(await truth.root()).not.toBe(before);
    const answer = await truth.ask("unmerge_entities", { from_entity_id: a });
    expect(answer).toEqual({
      from_entity_id: a,
      to_entity_id: b,
      observations_moved: 1,
      unmerged_at: expect.stringMatching(/^2026-.*Z$/),
      receipt: expect.objectContaining({ recorded_at: answer.unmerged_at }),
    });
    expect(await truth.root()).toBe(before);
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
  });

  test("undoes the middle of a chain, and the rest of the chain stands", async () => {
    const truth = await openTestTruth({ engine });
    const [a, b, c] = await truth.put(...ROWS);
    await truth.ask("merge_entities", { from_entity_id: a, to_entity_id: b });
    const before = await truth.root();
    await truth.ask("merge_entities", { from_entity_id: b, to_entity_id: c });
    await truth.ask("unmerge_entities", { from_entity_id: b });
    expect(await truth.root()).toBe(before);
    await truth.ask("merge_entities", { from_entity_id: b, to_entity_id: c });
    await truth.ask("unmerge_entities", { from_entity_id: a });
    expect(await truth.snapshot(a ?? "")).toMatchObject({ entity_id: a, observation_count: 1 });
    expect(await truth.snapshot(b ?? "")).toMatchObject({ entity_id: c, observation_count: 2 });
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
  });
});

test("gives the entity what was stored about it while it was merged", async () => {
  const truth = await openTestTruth();
  const [a, b] = await truth.put(...ROWS);
  await truth.ask("merge_entities", { from_entity_id: a, to_entity_id: b });
  await truth.put({ ...ROWS[0], industry: "paint" });
  await truth.ask("unmerge_entities", { from_entity_id: a });
  expect((await truth.snapshot(a ?? "")).snapshot).toEqual({
    name: "Acme Works",
    website: "https://acme.example",
    industry: "paint",
  });
  expect((await truth.snapshot(b ?? "")).snapshot).toEqual({ name: "Acme", country: "DE" });
});

test("refuses what is not merged or not there, and writes nothing", async () => {
  const truth = await openTestTruth();
  const [a, b] = await truth.put(...ROWS);
  await truth.ask("merge_entities", { from_entity_id: a, to_entity_id: b });
  const refusal = async (id: unknown, user = "local") =>
    (await truth.refused("unmerge_entities", { from_entity_id: id }, { user })).code;
  expect(await refusal(b)).toBe("ENTITY_NOT_MERGED");
  expect(await refusal(`ent_${"0".repeat(24)}`)).toBe("ENTITY_NOT_FOUND");
  expect(await refusal(a, "bob")).toBe("ENTITY_NOT_FOUND");
  expect(await refusal("acme")).toBe("VALIDATION_ERROR");
});
