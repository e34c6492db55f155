import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const ACME = { entity_type: "company", name: "Acme Inc.", website: "https://acme.example", headcount: 12 };
const TASK = { entity_type: "task", title: "Paint the fence", status: "open" };

function stated(at: string) {
  return { extracted_at: at, extractor_version: "1" };
}

describe.each(ENGINES)("on %s", (engine) => {
  test("answers with the source, the entities and what became of their fields", async () => {
    const truth = await openTestTruth({ engine });
    const answer = await truth.ask("store_structured", { idempotency_key: "k", entities: [ACME, TASK] });
    expect(answer).toEqual({
      source_id: "f85bbe29-5718-c748-4d55-13bd2b4314a4",
      content_hash: "5b5492c424364743c23e5eaa018f1033f27d8b379ef5b044489ba7d8f8ba6d9f",
      storage_path: `8d9f0b70-d7c8-f179-630f-b4e4deaa7bf9/${answer.content_hash}`,
      deduplicated: false,
      interpretation: {
        run_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        entities_created: 2,
        observations_created: 2,
      },
      entities: [
        {
          entity_id: "ent_af939bedafbd1838b259772a",
          entity_type: "company",
          observation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          joined: "new",
          rule: "name",
          words: "acme",
        },
        {
          entity_id: expect.stringMatching(/^ent_[0-9a-f]{24}$/),
          entity_type: "task",
          observation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          joined: "new",
          rule: "title",
          words: "paint the fence",
        },
      ],
      unknown_fields_count: 1,
      related_entities: [],
      related_relationships: [],
    });
    expect(await truth.snapshot("ent_af939bedafbd1838b259772a")).toMatchObject({
      snapshot: { name: "Acme Inc.", website: "https://acme.example" },
      raw_fragments: { headcount: 12 },
      provenance: { name: answer.entities[0].observation_id, website: answer.entities[0].observation_id },
      observation_count: 1,
    });
  });

  test("answers a known key with the same words and records nothing", async () => {
    const truth = await openTestTruth({ engine });
    const first = await truth.ask("store_structured", { idempotency_key: "k", entities: [ACME] });
    await truth.ask("store_structured", { idempotency_key: "other", entities: [{ ...ACME, headcount: 13 }] });
    const before = await truth.root();
    expect(await truth.ask("store", { idempotency_key: "k", entities: [ACME] })).toEqual({ ...first, replayed: true });
    expect(await truth.root()).toBe(before);
  });

  test("answers the same content under a new key with what is there, deduplicated", async () => {
    const truth = await openTestTruth({ engine });
    const first = await truth.ask("store_structured", { idempotency_key: "k1", entities: [ACME] });
    const before = await truth.root();
    const second = await truth.ask("store_structured", { idempotency_key: "k2", entities: [ACME] });
    expect(second).toEqual({
      ...first,
      deduplicated: true,
      entities: [{ ...first.entities[0], joined: "existing" }],
      interpretation: { ...first.interpretation, entities_created: 0, observations_created: 0 },
    });
    expect(await truth.root()).toBe(before);
  });

  test("records a statement again when something else was said in between, and only then", async () => {
    const truth = await openTestTruth({ engine });
    const say = async (status: string) => {
      const [said] = await truth.say({ ...TASK, status });
      const { snapshot } = await truth.snapshot(said?.entity_id ?? "");
      return { id: said?.observation_id, status: snapshot.status };
    };
    const open = await say("open");
    const done = await say("done");
    const openAgain = await say("open");
    const stillOpen = await say("open");
    const doneAgain = await say("done");
    const openOnceMore = await say("open");
    const all = [open, done, openAgain, stillOpen, doneAgain, openOnceMore];
    expect(all.map(({ status }) => status)).toEqual(["open", "done", "open", "open", "done", "open"]);
    expect(stillOpen.id).toBe(openAgain.id);
    expect(new Set(all.map(({ id }) => id)).size).toBe(5);
  });

  test("takes the same content with another stated time or weight as another observation of one source", async () => {
    const truth = await openTestTruth({ engine });
    const store = (key: string, more: object) =>
      truth.ask("store_structured", { idempotency_key: key, entities: [TASK], ...more });
    const plain = await store("plain", {});
    const early = await store("early", { provenance: stated("2024-01-01T00:00:00Z") });
    const earlyAgain = await store("early again", { provenance: stated("2024-01-01T00:00:00Z") });
    const heavy = await store("heavy", { source_priority: 7 });
    const answers = [plain, early, earlyAgain, heavy];
    expect(answers.map(({ source_id }) => source_id)).toEqual(answers.map(() => plain.source_id));
    expect(answers.map(({ interpretation }) => interpretation.observations_created)).toEqual([1, 1, 0, 1]);
    expect(earlyAgain.entities).toEqual(early.entities);
  });

  test("refuses a batch of a thousand for one bad row, names it, and stores none", async () => {
    const truth = await openTestTruth({ engine });
    await truth.put(ACME);
    const rows: unknown[] = Array.from({ length: 1000 }, (_, n) => ({ ...TASK, title: `Task ${n}` }));
    rows[617] = { title: "No type", status: "open" };
    const error = await truth.refused("store_structured", { idempotency_key: "k", entities: rows });
    expect(error).toMatchObject({
      code: "VALIDATION_ERROR",
      details: {
        row: 617,
        problems: [{ path: "entities[617].entity_type", message: "must be a type such as invoice or note" }],
      },
    });
  });
});

test("gives a thousand entities page by page, each page of the same answer", async () => {
  const truth = await openTestTruth();
  const rows = Array.from({ length: 1000 }, (_, n) => ({ entity_type: "company", name: `Company ${n}` }));
  const found: string[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const page = await truth.ask("store_structured", { idempotency_key: "k", entities: rows, offset });
    expect(JSON.stringify(page).length).toBeLessThan(50_000);
    expect(page.interpretation).toMatchObject({ entities_created: 1000, observations_created: 1000 });
    found.push(...page.entities.map(({ entity_id }: { entity_id: string }) => entity_id));
    offset = page.next_offset;
  }
  expect(new Set(found).size).toBe(1000);
  expect((await truth.snapshot(found[999] ?? "")).snapshot).toEqual({ name: "Company 999" });
});

test("shows what the stored entities are connected to", async () => {
  const truth = await openTestTruth();
  const [acme, task] = await truth.put(ACME, TASK);
  const link = { relationship_type: "REFERS_TO", source_entity_id: task, target_entity_id: acme };
  await truth.ask("create_relationship", { ...link, metadata: { why: "customer" } });
  const answer = await truth.ask("store_structured", {
    idempotency_key: "k",
    entities: [{ ...ACME, country: "DE" }],
  });
  expect(answer.related_entities).toEqual([
    {
      id: task,
      entity_type: "task",
      canonical_name: "Paint the fence",
      snapshot: { title: "Paint the fence", status: "open" },
    },
  ]);
  expect(answer.related_relationships).toEqual([
    { id: `REFERS_TO:${task}:${acme}`, ...link, metadata: { why: "customer" } },
  ]);
});

test("stores what does not fit as fragments and says so", async () => {
  const truth = await openTestTruth();
  const answer = await truth.ask("store_structured", {
    idempotency_key: "k",
    entities: [{ entity_type: "task", title: "Pay", due_date: "2024-02-30", urgency: "high" }],
  });
  expect(answer.unknown_fields_count).toBe(2);
  expect(answer.warnings.map(({ code, details }: { code: string; details: object }) => ({ code, ...details }))).toEqual(
    [
      { code: "VALUE_DOES_NOT_FIT", row: 0, field: "due_date", expected: "date", reason: expect.any(String) },
      { code: "MISSING_REQUIRED_FIELDS", row: 0, fields: ["status"] },
    ],
  );
  const { snapshot, raw_fragments } = await truth.snapshot(answer.entities[0].entity_id);
  expect({ snapshot, raw_fragments }).toEqual({
    snapshot: { title: "Pay" },
    raw_fragments: { due_date: "2024-02-30", urgency: "high" },
  });
});

test("warns where names only look alike and where a name joins what has another identifier", async () => {
  const truth = await openTestTruth();
  await truth.put({ entity_type: "person", name: "Paypal Oy", email: "a@one.example" });
  const answer = await truth.ask("store_structured", {
    idempotency_key: "k",
    entities: [
      { entity_type: "person", name: "P\u0430ypal Oy" },
      { entity_type: "person", name: "Paypal Oy", email: "b@two.example" },
    ],
  });
  const codes = answer.warnings.map(({ code }: { code: string }) => code);
  expect(codes).toContain("CONFUSABLE_NAME");
  expect(codes).toContain("MIXED_SCRIPTS");
  expect(codes).toContain("CONFLICTING_IDENTIFIERS");
  expect(answer.interpretation.entities_created).toBe(1);
});

test("keeps what was given word for word, also where two rows say the same", async () => {
  const truth = await openTestTruth();
  const stored = async (rows: object[]) => {
    const { content_hash, entities } = await truth.ask("store_structured", {
      idempotency_key: JSON.stringify(rows),
      entities: rows,
    });
    const { observations } = await truth.ask("list_observations", { entity_id: entities[0].entity_id });
    return { kept: await truth.parts.files.blobs("local").has(content_hash), observations: observations.length };
  };
  expect(await stored([ACME])).toEqual({ kept: false, observations: 1 });
  expect(await stored([TASK, TASK])).toEqual({ kept: true, observations: 1 });
});

test("lowers a priority that only a correction may have, and warns", async () => {
  const truth = await openTestTruth();
  const answer = await truth.ask("store_structured", { idempotency_key: "k", entities: [TASK], source_priority: 5000 });
  expect(answer.warnings).toEqual([
    { code: "SOURCE_PRIORITY_CAPPED", message: expect.any(String), details: { source_priority: 999 } },
  ]);
  const { observations } = await truth.ask("list_observations", { entity_id: answer.entities[0].entity_id });
  expect(observations.map(({ source_priority }: { source_priority: number }) => source_priority)).toEqual([999]);
});

test("lets the newest stated time win whatever arrives last", async () => {
  const truth = await openTestTruth();
  const store = (status: string, at: string) =>
    truth.ask("store_structured", { idempotency_key: at, entities: [{ ...TASK, status }], provenance: stated(at) });
  await store("done", "2025-06-01T00:00:00Z");
  const { entities } = await store("open", "2025-01-01T00:00:00Z");
  expect((await truth.snapshot(entities[0].entity_id)).snapshot.status).toBe("done");
});

test("refuses another payload under a known key and changes nothing", async () => {
  const truth = await openTestTruth();
  await truth.ask("store_structured", { idempotency_key: "k", entities: [TASK] });
  const error = await truth.refused("store_structured", {
    idempotency_key: "k",
    entities: [{ ...TASK, status: "done" }],
  });
  expect(error).toMatchObject({
    code: "IDEMPOTENCY_MISMATCH",
    message: "This idempotency_key was used for a different payload.",
  });
});

test("keeps the keys of users apart", async () => {
  const truth = await openTestTruth();
  const [ada, bob] = [
    await truth.ask("store_structured", { idempotency_key: "k", entities: [TASK] }, { user: "ada" }),
    await truth.ask("store_structured", { idempotency_key: "k", entities: [ACME] }, { user: "bob" }),
  ];
  expect([ada.deduplicated, bob.deduplicated]).toEqual([false, false]);
});

test("makes one thing of fifty calls at once under one key", async () => {
  const truth = await openTestTruth();
  const calls = Array.from({ length: 50 }, () =>
    truth.ask("store_structured", { idempotency_key: "k", entities: [TASK] }),
  );
  const answers = await Promise.all(calls);
  expect(new Set(answers.map(({ replayed: _, ...answer }) => JSON.stringify(answer))).size).toBe(1);
  expect(answers.filter(({ replayed }) => replayed !== true)).toHaveLength(1);
  const { observations } = await truth.ask("list_observations", { entity_id: answers[0].entities[0].entity_id });
  expect(observations).toHaveLength(1);
});

test("rehearses without keeping anything", async () => {
  const truth = await openTestTruth();
  const before = await truth.root();
  const answer = await truth.ask("store_structured", { idempotency_key: "k", entities: [TASK], dry_run: true });
  expect(answer).toMatchObject({ dry_run: true, would_record: ["source.stored"], deduplicated: false });
  expect(await truth.root()).toBe(before);
  expect(await truth.ask("store_structured", { idempotency_key: "k", entities: [ACME] })).toMatchObject({
    deduplicated: false,
  });
});

test("refuses more calls a minute than the contract allows, for all three ways to store together", async () => {
  const truth = await openTestTruth({ limits: {} });
  for (let n = 0; n < 100; n += 1) await truth.put({ ...TASK, title: `Task ${n}` });
  const error = await truth.refused("store", { idempotency_key: "one more", entities: [TASK] });
  expect(error).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", details: { retry_after_seconds: expect.any(Number) } });
  expect(error.message).toBe(`Rate limit exceeded. Retry after ${error.details.retry_after_seconds} seconds.`);
});

const deep = (levels: number): unknown => (levels === 0 ? 1 : { in: deep(levels - 1) });

test.each([
  ["no rows", []],
  ["more rows than a call may have", Array.from({ length: 1001 }, () => TASK)],
  ["a row that is no object", [TASK, "task"]],
  ["a row that is a list", [TASK, [TASK]]],
  ["a row that is null", [null]],
  ["a type name in capitals", [{ ...TASK, entity_type: "Task" }]],
  ["a type name with a path in it", [{ ...TASK, entity_type: "../task" }]],
  ["a type that is no text", [{ ...TASK, entity_type: 7 }]],
  ["nothing but a type", [{ entity_type: "task" }]],
  ["a key of the prototype", [JSON.parse('{"entity_type":"task","title":"x","__proto__":{"admin":true}}')]],
  ["a key of the prototype further down", [{ ...TASK, more: [JSON.parse('{"constructor":1}')] }]],
  ["the mark of a deletion", [{ ...TASK, _deleted: true }]],
  ["an empty field name", [{ ...TASK, "": 1 }]],
  ["a field name of 201 characters", [{ ...TASK, ["x".repeat(201)]: 1 }]],
  [
    "1001 fields",
    [{ entity_type: "note", ...Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, n])) }],
  ],
  ["values nested too deep", [{ ...TASK, more: deep(40) }]],
  ["a row of more than a mebibyte", [{ ...TASK, description: "ä".repeat(600_000) }]],
  ["an identifier of 10 MB", [{ entity_type: "company", name: "x".repeat(10_000_000) }]],
  ["half a surrogate pair", [{ ...TASK, description: "\ud800" }]],
  ["a number that is not finite", [{ ...TASK, effort: Number.POSITIVE_INFINITY }]],
  ["a NUL", [{ ...TASK, description: "a\0b" }]],
])("refuses %s and writes nothing", async (_what, entities) => {
  const truth = await openTestTruth();
  const error = await truth.refused("store_structured", { idempotency_key: "k", entities });
  expect(error).toMatchObject({ code: "VALIDATION_ERROR", details: { problems: [expect.anything()] } });
});

test.each([
  ["a negative priority", { source_priority: -1 }],
  ["a broken priority", { source_priority: 1.5 }],
  ["a time that does not exist", { provenance: stated("2024-02-30T00:00:00Z") }],
  ["a time without a zone", { provenance: stated("2024-02-03T00:00:00") }],
  ["provenance without a version", { provenance: { extracted_at: "2024-01-01T00:00:00Z" } }],
  ["provenance with a stray key", { provenance: { ...stated("2024-01-01T00:00:00Z"), color: "red" } }],
  ["a stray argument", { dryrun: true }],
  ["an empty key", { idempotency_key: "" }],
])("refuses %s and writes nothing", async (_what, more) => {
  const truth = await openTestTruth();
  const error = await truth.refused("store_structured", { idempotency_key: "k", entities: [TASK], ...more });
  expect(error.code).toBe("VALIDATION_ERROR");
});

test("refuses the id of another user in the contract's words", async () => {
  const truth = await openTestTruth();
  const args = { idempotency_key: "k", entities: [TASK], user_id: "11111111-1111-4111-8111-111111111111" };
  expect(await truth.refused("store_structured", args)).toMatchObject({
    code: "InvalidParams",
    message: "user_id does not match authenticated user",
  });
  const { user_id } = await truth.ask("get_authenticated_user");
  expect(await truth.ask("store_structured", { ...args, user_id })).toMatchObject({ deduplicated: false });
});

test("rows of one call about one thing leave what the log alone gives, whoever of them wins a field", async () => {
  const truth = await openTestTruth();
  for (let n = 0; n < 8; n += 1) {
    const email = `zed${n}@example.org`;
    const entities = [
      { entity_type: "contact", name: `Zed ${n}`, email },
      { entity_type: "contact", email, phone: `+49 ${n}` },
    ];
    await truth.ask("store_structured", { idempotency_key: `k${n}`, entities });
  }
  expect((await truth.verify({ full: true })).findings).toEqual([]);
});

test("keeps a number for an address and a truth value for a text, and warns", async () => {
  const truth = await openTestTruth();
  const contact = { entity_type: "contact", name: "Ada", email: 12345, website: 7, notes: true, phone: 5550123 };
  const { warnings, entities } = await truth.ask("store_structured", { idempotency_key: "k", entities: [contact] });
  const wrong = (field: string, reason: string) => ({
    code: "VALUE_LOOKS_WRONG",
    message: expect.any(String),
    details: { row: 0, field, expected: "string", reason },
  });
  expect(warnings).toEqual([
    wrong("email", "must be an e-mail address"),
    wrong("website", "must be an address on the web"),
    wrong("notes", "must be a text, not true or false"),
  ]);
  expect((await truth.snapshot(entities[0].entity_id)).snapshot).toEqual({
    name: "Ada",
    email: "12345",
    website: "7",
    notes: "true",
    phone: "5550123",
  });
});
