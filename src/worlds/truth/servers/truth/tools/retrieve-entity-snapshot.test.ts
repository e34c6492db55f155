import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { type Answer, openTestTruth } from "../../../../../../test/kit/truth.ts";

const UNKNOWN = "ent_000000000000000000000000";

test.each(ENGINES)("answers with what the observations come to, each field with its own (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const [first] = await truth.put({ entity_type: "task", title: "Call Ada", status: "open", urgency: "high" });
  await truth.put({ entity_type: "task", title: "Call Ada", status: "done", due_date: "2026-02-03" });
  const { observations } = await truth.ask("list_observations", { entity_id: first });
  expect(await truth.ask("retrieve_entity_snapshot", { entity_id: first })).toEqual({
    entity_id: first,
    entity_type: "task",
    schema_version: "1.0",
    snapshot: { title: "Call Ada", status: "done", due_date: "2026-02-03" },
    raw_fragments: { urgency: "high" },
    provenance: {
      title: observations[0].id,
      status: observations[0].id,
      due_date: observations[0].id,
    },
    computed_at: observations[0].created_at,
    observation_count: 2,
    last_observation_at: observations[0].observed_at,
  });
});

test("leaves raw_fragments out where every field has its place", async () => {
  const truth = await openTestTruth();
  const [note] = await truth.put({ entity_type: "note", title: "Tea", content: "Green." });
  const answer = await truth.ask("retrieve_entity_snapshot", { entity_id: note });
  expect(Object.keys(answer).sort()).toEqual([
    "computed_at",
    "entity_id",
    "entity_type",
    "last_observation_at",
    "observation_count",
    "provenance",
    "schema_version",
    "snapshot",
  ]);
});

test("goes back to what was true, and to what was known", async () => {
  const truth = await openTestTruth();
  const stated = async (key: string, status: string, extracted_at: string) =>
    truth.ask("store_structured", {
      idempotency_key: key,
      entities: [{ entity_type: "task", title: "Call Ada", status }],
      provenance: { extracted_at, extractor_version: "1" },
    });
  const { entities } = await stated("a", "open", "2025-03-01T00:00:00Z");
  const entity_id = entities[0].entity_id;
  await stated("b", "done", "2025-05-01T00:00:00Z");
  // Learnt last, and true in between.
  await stated("c", "waiting", "2025-04-01T00:00:00Z");
  const { observations } = await truth.ask("list_observations", { entity_id });
  const acceptedAt = (status: string) =>
    observations.find(({ fields }: { fields: { status: string } }) => fields.status === status).created_at;
  const statusAt = async (cut: object) =>
    (await truth.ask("retrieve_entity_snapshot", { entity_id, ...cut })).snapshot?.status;

  expect(await statusAt({})).toBe("done");
  expect(await statusAt({ at: "2025-04-15" })).toBe("waiting");
  expect(await statusAt({ at: "2025-03-31T23:59:59Z" })).toBe("open");
  expect(await statusAt({ at: "2025-04-15", at_ingested: acceptedAt("done") })).toBe("open");
  expect(await statusAt({ at_ingested: acceptedAt("open") })).toBe("open");
  expect(await truth.ask("retrieve_entity_snapshot", { entity_id, at: "2025-02-01" })).toMatchObject({
    error: { code: "ENTITY_NOT_FOUND" },
  });
});

test("leaves out what is too long for an answer, and names it", async () => {
  const truth = await openTestTruth();
  const content = "long ".repeat(20_000);
  const [note] = await truth.put({ entity_type: "note", title: "Tea", content, secret_size: "x".repeat(60_000) });
  expect(await truth.ask("retrieve_entity_snapshot", { entity_id: note })).toMatchObject({
    snapshot: { title: "Tea" },
    raw_fragments: {},
    omitted_fields: ["content", "secret_size"],
    provenance: { title: expect.any(String), content: expect.any(String) },
  });
});

test("refuses ids that are unknown, of the wrong shape, or another user's, with the contract's codes", async () => {
  const truth = await openTestTruth();
  const [task] = await truth.put({ entity_type: "task", title: "Call Ada", status: "open" });
  const root = await truth.root();
  expect(await truth.ask("retrieve_entity_snapshot", { entity_id: UNKNOWN })).toEqual({
    error: {
      code: "ENTITY_NOT_FOUND",
      message: "There is no entity with this id. Search with retrieve_entities.",
      details: { entity_id: UNKNOWN, hint: "Check the id, or search for it." },
      trace_id: expect.any(String),
    },
  });
  const codeOf = async (args: Record<string, unknown>, user?: string) =>
    (await truth.ask("retrieve_entity_snapshot", args, user === undefined ? {} : { user })).error?.code;
  expect(await codeOf({ entity_id: task }, "bob")).toBe("ENTITY_NOT_FOUND");
  for (const entity_id of ["ent_1", "abc", "", 7, null, "ent_00000000000000000000000G", "x".repeat(100_000)]) {
    expect(await codeOf({ entity_id })).toBe("VALIDATION_ERROR");
  }
  expect(await codeOf({})).toBe("VALIDATION_ERROR");
  for (const at of ["2024-02-30", "yesterday", "2024-13-01", "2024-01-01T25:00:00Z", 1704067200000]) {
    expect(await codeOf({ entity_id: task, at })).toBe("VALIDATION_ERROR");
    expect(await codeOf({ entity_id: task, at_ingested: at })).toBe("VALIDATION_ERROR");
  }
  expect(await truth.root()).toBe(root);
});

test("reads a long text in parts that together are the whole", async () => {
  const truth = await openTestTruth();
  const content = Array.from({ length: 9000 }, (_, index) => `Line ${index} “quoted” 🙂`).join("\n");
  const [entity_id] = await truth.put({ entity_type: "note", title: "Long", content, pages: 3 });
  expect((await truth.ask("retrieve_entity_snapshot", { entity_id })).omitted_fields).toEqual(["content"]);

  let text = "";
  let parts = 0;
  for (let offset: number | undefined = 0; offset !== undefined; parts += 1) {
    const part: Answer = await truth.ask("retrieve_entity_snapshot", { entity_id, field: "content", offset });
    expect(part.total_chars).toBe(content.length);
    expect(JSON.stringify(part).length).toBeLessThan(50_000);
    text += part.snapshot.content;
    offset = part.next_offset;
  }
  expect(parts).toBeGreaterThan(3);
  expect(text).toBe(content);

  expect(await truth.ask("retrieve_entity_snapshot", { entity_id, field: "pages" })).toMatchObject({
    snapshot: { pages: 3 },
  });
  const unknown = await truth.ask("retrieve_entity_snapshot", { entity_id, field: "constructor2" });
  expect(unknown.error).toMatchObject({ code: "FIELD_NOT_FOUND" });
  const alone = await truth.ask("retrieve_entity_snapshot", { entity_id, offset: 5 });
  expect(alone.error).toMatchObject({ code: "VALIDATION_ERROR" });
});
