import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";

async function storeText(truth: TestTruth, text: string, original_filename: string) {
  return truth.ask("store_unstructured", {
    idempotency_key: original_filename,
    file_content: Buffer.from(text).toString("base64"),
    mime_type: "text/plain",
    original_filename,
    interpret: false,
  });
}

test.each(ENGINES)("finds facts and files with the words behind them (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const stored = await truth.ask("store_structured", {
    idempotency_key: "a",
    entities: [
      { entity_type: "person", name: "Zoë Ünal", role: "beekeeper" },
      { entity_type: "person", name: "Ada Lovelace", role: "mathematician" },
    ],
  });
  const text = "Der Bär schläft.\n\nThe beekeeper counts her hives in spring.\n";
  const file = await storeText(truth, text, "bees.txt");
  const answer = await truth.ask("search", { query: "beekeeper" });
  expect(answer).toEqual({
    query: "beekeeper",
    hits: expect.any(Array),
    total: 2,
    mode: "text",
    search_note: "the configuration turns the model off",
  });
  const fact = answer.hits.find(({ kind }: { kind: string }) => kind === "entity");
  const content = '[{"entity_type":"person","name":"Zoë Ünal","role":"beekeeper"}';
  const start = Buffer.from(content).indexOf("beekeeper");
  expect(fact).toEqual({
    kind: "entity",
    score: expect.any(Number),
    entity_id: stored.entities[0].entity_id,
    entity_type: "person",
    canonical_name: "Zoë Ünal",
    snapshot: { name: "Zoë Ünal", role: "beekeeper" },
    field: "role",
    quote: { source_id: stored.source_id, text: "beekeeper", start, end: start + 9, unit: "byte" },
  });
  const passage = answer.hits.find(({ kind }: { kind: string }) => kind === "source");
  expect(passage).toEqual({
    kind: "source",
    score: expect.any(Number),
    source_id: file.source_id,
    original_filename: "bees.txt",
    quote: {
      source_id: file.source_id,
      text: expect.stringContaining("The beekeeper counts"),
      start: expect.any(Number),
      end: expect.any(Number),
      unit: "byte",
    },
  });
  expect(Buffer.from(text).subarray(passage.quote.start, passage.quote.end).toString()).toBe(passage.quote.text);
  for (const { score } of answer.hits) {
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThanOrEqual(1);
  }
  expect(await truth.ask("search", { query: "beekeeper" })).toEqual(answer);
  const kindsOf = async (args: object) =>
    (await truth.ask("search", { query: "beekeeper", ...args })).hits.map(({ kind }: { kind: string }) => kind);
  expect(await kindsOf({ include_sources: false })).toEqual(["entity"]);
  expect(await kindsOf({ entity_type: "person" })).toEqual(["entity"]);
  expect(await kindsOf({ entity_type: "company" })).toEqual([]);
  expect(await kindsOf({ limit: 1 })).toHaveLength(1);
});

test("quotes every passage of a long file by its own bytes", async () => {
  const truth = await openTestTruth();
  const text = Array.from({ length: 40 }, (_, n) => `Absatz ${n}: ${"größer ".repeat(40)}Wort${n}x.`).join("\n\n");
  await storeText(truth, text, "long.txt");
  const bytes = Buffer.from(text);
  for (const n of [0, 17, 39]) {
    const { hits } = await truth.ask("search", { query: `Wort${n}x`, limit: 1 });
    expect(hits[0].quote.text).toContain(`Wort${n}x`);
    expect(bytes.subarray(hits[0].quote.start, hits[0].quote.end).toString()).toBe(hits[0].quote.text);
  }
});

test("says that nothing supports the query, and why", async () => {
  const truth = await openTestTruth();
  expect(await truth.ask("search", { query: "anything" })).toEqual({
    query: "anything",
    hits: [],
    total: 0,
    mode: "text",
    no_evidence: { reason: "Nothing is stored here yet." },
  });
  await truth.put({ entity_type: "person", name: "Ada Lovelace" });
  await storeText(truth, "Tea.", "tea.txt");
  expect(await truth.ask("search", { query: "zirconium" })).toMatchObject({
    hits: [],
    total: 0,
    no_evidence: { reason: "Nothing in 1 entities and 1 passages of files supports the query." },
  });
  expect(await truth.ask("search", { query: "lovelace" }, { user: "bob" })).toMatchObject({
    hits: [],
    no_evidence: { reason: "Nothing is stored here yet." },
  });
});

test("searches what was known then", async () => {
  const truth = await openTestTruth();
  const [ada] = await truth.put({ entity_type: "person", name: "Ada Lovelace", role: "mathematician" });
  const { observations } = await truth.ask("list_observations", { entity_id: ada });
  const at = observations[0].observed_at;
  await truth.put({ entity_type: "person", name: "Ada Lovelace", role: "astronaut" });
  await storeText(truth, "An astronaut needs tea.", "tea.txt");
  const found = async (query: string, cut: object) => {
    const { hits } = await truth.ask("search", { query, ...cut });
    return hits.map(({ kind, snapshot }: { kind: string; snapshot?: { role: string } }) => snapshot?.role ?? kind);
  };
  expect(await found("astronaut", {})).toHaveLength(2);
  for (const cut of [{ at }, { at_ingested: at }]) {
    expect(await found("mathematician", cut)).toEqual(["mathematician"]);
    expect(await found("astronaut", cut)).toEqual([]);
  }
  expect(await found("mathematician", {})).toEqual([]);
  expect(await truth.ask("search", { query: "astronaut", at })).toMatchObject({
    no_evidence: { reason: "Nothing that was known then supports the query." },
  });
});

test.each(ENGINES)("a search of a time to come gives the facts of now, with their fields (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  await truth.put(
    { entity_type: "person", name: "Zoë Ünal", role: "beekeeper of many companies" },
    { entity_type: "person", name: "Ann Smith", role: "beekeeper" },
    { entity_type: "person", name: "Anna Smith", city: "Köln" },
    { entity_type: "company", name: "Acme 7", city: "Köln" },
    { entity_type: "company", name: "Acme 77", city: "Bonn" },
  );
  await truth.put({ entity_type: "company", name: "Acme 77", city: "Ulm" });
  const fields: Record<string, (string | undefined)[]> = {
    "zoe unal": ["name"],
    "ann smith": ["name"],
    "acme 7": ["name"],
    acme: ["name", "name"],
    koln: ["city", "city"],
    bonn: [],
    person: [undefined, undefined, undefined],
    "keeping bees": [],
    "smith beekeeper": ["name"],
    "ulm unal": ["city", "name"],
    "of the": [],
  };
  for (const [query, expected] of Object.entries(fields)) {
    const now = await truth.ask("search", { query });
    expect({ query, fields: now.hits.map(({ field }: { field?: string }) => field).sort() }).toEqual({
      query,
      fields: expected,
    });
    for (const cut of [{ at: "2030-01-01" }, { at_ingested: "2030-01-01" }]) {
      const { hits } = await truth.ask("search", { query, ...cut });
      expect({ query, hits }).toEqual({ query, hits: now.hits });
    }
  }
});

test("finds the end of a long note", async () => {
  const truth = await openTestTruth();
  const log = { entity_type: "note", note_id: "1", title: "Log" };
  const [note] = await truth.put({ ...log, content: `${"tea ".repeat(5000)}zirconium` });
  const idsOf = async (query: string) =>
    (await truth.ask("search", { query })).hits.map(({ entity_id }: { entity_id: string }) => entity_id);
  expect(await idsOf("zirconium")).toEqual([note]);
  await truth.put({ ...log, content: "tea" });
  expect(await idsOf("zirconium")).toEqual([]);
  expect(await idsOf("tea")).toEqual([note]);
});

test("takes any text for what it is", async () => {
  const truth = await openTestTruth();
  await truth.put({ entity_type: "person", name: "Ada Lovelace" });
  for (const query of ['"', "* OR NEAR(", "'; drop table truth_entity; --", "%", "\\", "-", "ada AND NOT lovelace"]) {
    expect(await truth.ask("search", { query })).toMatchObject({ hits: expect.any(Array) });
  }
  for (const args of [{ query: "" }, { query: " " }, { query: "x".repeat(4001) }, { query: "a", limit: 51 }, {}]) {
    expect(await truth.ask("search", args)).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
  }
});

test("a number that the query names comes first, and the total counts all that match", async () => {
  const truth = await openTestTruth();
  const [invoice] = await truth.put({
    entity_type: "invoice",
    invoice_number: "R-100",
    amount_due: 5,
    currency: "EUR",
  });
  await truth.put(
    ...Array.from({ length: 30 }, (_, n) => ({
      entity_type: "note",
      title: `About R-100 ${n}`,
      content: "Invoice R-100, R-100 and once more R-100: invoice.",
    })),
  );
  for (const query of ["R-100", "invoice R-100", "was (R-100) paid?"]) {
    const { hits, total } = await truth.ask("search", { query, limit: 5 });
    expect(hits[0]).toMatchObject({ entity_id: invoice, score: 1 });
    expect(hits).toHaveLength(5);
    expect(total).toBeGreaterThanOrEqual(31);
  }
});
