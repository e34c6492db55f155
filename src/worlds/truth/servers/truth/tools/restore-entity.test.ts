import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const TASK = { entity_type: "task", title: "Call", status: "open", due_date: "2024-05-01" };

describe.each(ENGINES)("on %s", (engine) => {
  test("brings the entity back with what was stored meanwhile, as often as it is deleted", async () => {
    const truth = await openTestTruth({ engine });
    const [id] = await truth.put(TASK);
    const seen: unknown[] = [];
    for (const status of ["first", "second"]) {
      await truth.ask("delete_entity", { entity_id: id });
      await truth.put({ ...TASK, status });
      const answer = await truth.ask("restore_entity", { entity_id: id, reason: "needed" });
      expect(answer).toEqual({
        entity_id: id,
        entity_type: "task",
        deleted: false,
        observation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        receipt: expect.objectContaining({ seq: expect.any(Number) }),
      });
      seen.push((await truth.snapshot(id ?? "")).snapshot.status);
    }
    expect(seen).toEqual(["first", "second"]);
    expect((await truth.ask("list_timeline_events")).total).toBe(1);
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
  });
});

test("refuses what is not deleted, not there or not ours, and writes nothing", async () => {
  const truth = await openTestTruth();
  const [id] = await truth.put(TASK);
  const refusal = async (entity_id: unknown, user = "local") =>
    (await truth.refused("restore_entity", { entity_id }, { user })).code;
  expect(await refusal(id)).toBe("ENTITY_NOT_DELETED");
  expect(await refusal(`ent_${"0".repeat(24)}`)).toBe("ENTITY_NOT_FOUND");
  expect(await refusal(id, "bob")).toBe("ENTITY_NOT_FOUND");
  expect(await refusal("call")).toBe("VALIDATION_ERROR");
});
