import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { type Answer, openTestTruth } from "../../../../../../test/kit/truth.ts";

test.each(ENGINES)("lists what was said, newest first, page by page (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const statuses = ["open", "waiting", "done"];
  const stored: Answer[] = [];
  for (const status of statuses) {
    stored.push(
      await truth.ask("store_structured", {
        idempotency_key: status,
        entities: [{ entity_type: "task", title: "Call Ada", status, urgency: "high" }],
      }),
    );
  }
  const entity_id = stored[0].entities[0].entity_id;
  const answer = await truth.ask("list_observations", { entity_id });
  expect(answer).toEqual({
    observations: [2, 1, 0].map((n) => ({
      id: stored[n].entities[0].observation_id,
      entity_id,
      entity_type: "task",
      schema_version: "1.0",
      source_id: stored[n].source_id,
      observed_at: expect.stringMatching(/^2026-01-01T/),
      specificity_score: 1,
      source_priority: 100,
      fields: { title: "Call Ada", status: statuses[n] },
      raw_fragments: { urgency: "high" },
      kind: "store",
      created_at: expect.stringMatching(/^2026-01-01T/),
    })),
    total: 3,
    limit: 100,
    offset: 0,
  });
  const times = answer.observations.map(({ observed_at }: { observed_at: string }) => observed_at);
  expect(times).toEqual([...times].sort().reverse());
  expect(await truth.ask("list_observations", { entity_id, limit: 1, offset: 1 })).toEqual({
    observations: [answer.observations[1]],
    total: 3,
    limit: 1,
    offset: 1,
  });
  expect((await truth.ask("list_observations", { entity_id, at_ingested: times[1] })).observations).toEqual(
    answer.observations.slice(1),
  );
  expect(await truth.ask("list_observations", { entity_id, offset: 3 })).toMatchObject({ observations: [], total: 3 });
});

test("cuts a list that is too long for an answer and says where it goes on", async () => {
  const truth = await openTestTruth();
  let entity_id = "";
  for (let n = 0; n < 8; n += 1) {
    const [note] = await truth.put({
      entity_type: "note",
      note_id: "1",
      title: "Tea",
      content: `${n} ${"leaf ".repeat(2000)}`,
    });
    entity_id = note ?? "";
  }
  const seen: string[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const page: { observations: { id: string }[]; next_offset?: number; truncated?: boolean; total: number } =
      await truth.ask("list_observations", { entity_id, offset });
    expect(page.total).toBe(8);
    expect(page.truncated).toBe(page.next_offset === undefined ? undefined : true);
    seen.push(...page.observations.map(({ id }) => id));
    offset = page.next_offset;
  }
  expect(new Set(seen).size).toBe(8);
});

test("refuses what it cannot list, with the contract's codes", async () => {
  const truth = await openTestTruth();
  const codeOf = async (args: Record<string, unknown>) => (await truth.ask("list_observations", args)).error?.code;
  const entity_id = "ent_000000000000000000000000";
  expect(await codeOf({ entity_id })).toBe("ENTITY_NOT_FOUND");
  expect(await codeOf({ entity_id: "nobody" })).toBe("VALIDATION_ERROR");
  for (const limit of [0, -1, 1001, 1.5, "10"]) expect(await codeOf({ entity_id, limit })).toBe("VALIDATION_ERROR");
  for (const offset of [-1, 0.5, null]) expect(await codeOf({ entity_id, offset })).toBe("VALIDATION_ERROR");
});
