import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const TASK = { entity_type: "task", title: "Call", status: "open", due_date: "2024-05-01" };

describe.each(ENGINES)("on %s", (engine) => {
  test("takes the entity out of lists, search and timeline, with a receipt", async () => {
    const truth = await openTestTruth({ engine });
    const [id] = await truth.put(TASK);
    const answer = await truth.ask("delete_entity", { entity_id: id, reason: "done with" });
    expect(answer).toEqual({
      entity_id: id,
      entity_type: "task",
      deleted: true,
      observation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      receipt: {
        event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        seq: 2,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        recorded_at: expect.stringMatching(/^2026-.*Z$/),
      },
    });
    expect((await truth.snapshot(id ?? "")).error.code).toBe("ENTITY_NOT_FOUND");
    expect(await truth.ask("retrieve_entities", { entity_type: "task" })).toMatchObject({ entities: [], total: 0 });
    expect(await truth.ask("list_timeline_events")).toMatchObject({ events: [], total: 0 });
    expect((await truth.ask("retrieve_entity_by_identifier", { identifier: "Call" })).entities).toEqual([]);
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
  });
});

test("stays deleted when more is stored about it, and the store says so", async () => {
  const truth = await openTestTruth();
  const [id] = await truth.put(TASK);
  await truth.ask("delete_entity", { entity_id: id });
  const answer = await truth.ask("store_structured", { idempotency_key: "k", entities: [{ ...TASK, status: "done" }] });
  expect(answer.warnings).toMatchObject([
    { code: "VALUE_REPLACED", details: { fields: ["status"] } },
    { code: "ENTITY_DELETED", details: { row: 0, entity_id: id } },
  ]);
  expect((await truth.snapshot(id ?? "")).error.code).toBe("ENTITY_NOT_FOUND");
});

test("refuses what is not there, not ours or deleted already, and writes nothing", async () => {
  const truth = await openTestTruth();
  const [id] = await truth.put(TASK);
  const refusal = async (entity_id: unknown, user = "local") =>
    (await truth.refused("delete_entity", { entity_id }, { user })).code;
  expect(await refusal(`ent_${"0".repeat(24)}`)).toBe("ENTITY_NOT_FOUND");
  expect(await refusal(id, "bob")).toBe("ENTITY_NOT_FOUND");
  expect(await refusal("call")).toBe("VALIDATION_ERROR");
  await truth.ask("delete_entity", { entity_id: id });
  expect(await refusal(id)).toBe("ENTITY_DELETED");
});
