import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const ONE = { entity_type: "person", name: "Ada Byron", email: "ada@one.example" };
const OTHER = { entity_type: "person", name: "Ada Byron", email: "ada@two.example", phone: "+49 30 123456" };

describe.each(ENGINES)("on %s", (engine) => {
  test("gives observations an entity of their own, with their identifiers", async () => {
    const truth = await openTestTruth({ engine });
    const [first] = await truth.say(ONE);
    const [second] = await truth.say(OTHER);
    expect(second?.entity_id).toBe(first?.entity_id);
    const answer = await truth.ask("split_entity", {
      entity_id: first?.entity_id,
      observation_ids: [second?.observation_id],
      reason: "namesakes",
    });
    expect(answer).toEqual({
      entity_id: first?.entity_id,
      new_entity_id: expect.stringMatching(/^ent_[0-9a-f]{24}$/),
      observations_moved: 1,
      split_at: expect.stringMatching(/^2026-.*Z$/),
      reason: "namesakes",
      receipt: expect.objectContaining({ recorded_at: answer.split_at }),
    });
    expect((await truth.snapshot(first?.entity_id ?? "")).snapshot).toEqual({
      name: "Ada Byron",
      email: "ada@one.example",
    });
    expect((await truth.snapshot(answer.new_entity_id)).snapshot).toMatchObject({ email: "ada@two.example" });
    const found = await truth.ask("retrieve_entity_by_identifier", { identifier: "ada@two.example" });
    expect(found.entities.map(({ id }: { id: string }) => id)).toEqual([answer.new_entity_id]);
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
  });

  test("is undone by a merge, and a second split makes another entity", async () => {
    const truth = await openTestTruth({ engine });
    const [first] = await truth.say(ONE);
    const [second] = await truth.say(OTHER);
    const args = { entity_id: first?.entity_id, observation_ids: [second?.observation_id] };
    const split = await truth.ask("split_entity", args);
    await truth.ask("merge_entities", { from_entity_id: split.new_entity_id, to_entity_id: first?.entity_id });
    expect(await truth.snapshot(first?.entity_id ?? "")).toMatchObject({
      snapshot: { phone: "+49 30 123456" },
      observation_count: 2,
    });
    const again = await truth.ask("split_entity", args);
    expect(again.new_entity_id).not.toBe(split.new_entity_id);
    expect(await truth.snapshot(again.new_entity_id)).toMatchObject({ observation_count: 1 });
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
  });
});

test("takes observations from under a merge, so that undoing it finds nothing left of them", async () => {
  const truth = await openTestTruth();
  const [kept] = await truth.say(ONE);
  const [merged] = await truth.say({ ...OTHER, name: "A. Byron" });
  await truth.ask("merge_entities", { from_entity_id: merged?.entity_id, to_entity_id: kept?.entity_id });
  await truth.ask("split_entity", { entity_id: kept?.entity_id, observation_ids: [merged?.observation_id] });
  await truth.ask("unmerge_entities", { from_entity_id: merged?.entity_id });
  expect((await truth.snapshot(merged?.entity_id ?? "")).error.code).toBe("ENTITY_NOT_FOUND");
  expect(await truth.snapshot(kept?.entity_id ?? "")).toMatchObject({ observation_count: 1 });
  expect((await truth.ask("retrieve_entities", { entity_type: "person" })).total).toBe(2);
});

test("refuses what cannot be split and writes nothing", async () => {
  const truth = await openTestTruth();
  const [first] = await truth.say(ONE);
  const [second] = await truth.say(OTHER);
  const [stranger] = await truth.say({ entity_type: "person", name: "Bob" });
  await truth.ask("delete_entity", { entity_id: first?.entity_id });
  const { observation_id: ended } = await truth.ask("restore_entity", { entity_id: first?.entity_id });
  const refusal = async (entity_id: unknown, observation_ids: unknown[], user = "local") =>
    truth.refused("split_entity", { entity_id, observation_ids }, { user });
  expect(await refusal(first?.entity_id, [stranger?.observation_id])).toMatchObject({
    code: "OBSERVATION_NOT_FOUND",
    details: { observation_ids: [stranger?.observation_id] },
  });
  expect((await refusal(first?.entity_id, [ended])).code).toBe("VALIDATION_ERROR");
  expect((await refusal(first?.entity_id, [])).code).toBe("VALIDATION_ERROR");
  expect((await refusal(first?.entity_id, ["one"])).code).toBe("VALIDATION_ERROR");
  expect((await refusal(stranger?.entity_id, [stranger?.observation_id])).code).toBe("VALIDATION_ERROR");
  expect((await refusal(`ent_${"0".repeat(24)}`, [second?.observation_id])).code).toBe("ENTITY_NOT_FOUND");
  expect((await refusal(first?.entity_id, [second?.observation_id], "bob")).code).toBe("ENTITY_NOT_FOUND");
});
