import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { type Answer, openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";
import { query } from "../../../../../kernel/index.ts";

async function storeFile(truth: TestTruth, text: string, mime_type: string) {
  const stored = await truth.ask("store_unstructured", {
    idempotency_key: text.slice(0, 100),
    file_content: Buffer.from(text).toString("base64"),
    mime_type,
  });
  expect(stored.error).toBeUndefined();
  const { related_entities } = await truth.ask("retrieve_graph_neighborhood", {
    node_id: stored.source_id,
    node_type: "source",
  });
  const idOf = (name: string): string =>
    related_entities.find(({ canonical_name }: { canonical_name: string }) => canonical_name.includes(name)).id;
  return { stored, idOf };
}

test.each(ENGINES)("follows a field to its observation, its source and its words (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const stored = await truth.ask("store_structured", {
    idempotency_key: "a",
    entities: [
      { entity_type: "person", name: "Zoë", email: "zoe@example.org" },
      { entity_type: "person", name: "Ada Lovelace", email: "ada@example.org" },
    ],
  });
  const [, ada] = stored.entities;
  const { observations } = await truth.ask("list_observations", { entity_id: ada.entity_id });
  const content = JSON.stringify([
    { email: "zoe@example.org", entity_type: "person", name: "Zoë" },
    { email: "ada@example.org", entity_type: "person", name: "Ada Lovelace" },
  ]);
  const start = Buffer.from(content).indexOf("ada@example.org");
  expect(await truth.ask("retrieve_field_provenance", { entity_id: ada.entity_id, field: "email" })).toEqual({
    field: "email",
    value: "ada@example.org",
    source_observation: {
      id: ada.observation_id,
      source_id: stored.source_id,
      observed_at: observations[0].observed_at,
      specificity_score: 1,
      source_priority: 100,
    },
    source_material: {
      id: stored.source_id,
      kind: "structured",
      mime_type: "application/json",
      file_urls: [stored.storage_path],
      created_at: observations[0].created_at,
    },
    observed_at: observations[0].observed_at,
    quote: { text: "ada@example.org", start, end: start + 15, unit: "byte" },
  });
});

test("quotes files of JSON, JSON lines and CSV by their own bytes", async () => {
  const truth = await openTestTruth();
  const json = `[
  {"entity_type": "person", "name": "Zoë Ünal", "email": "zoe@example.org", "role": "caf\\u00e9 owner"},
  {"entity_type": "person", "name": "Ada", "email": "ada@example.org", "role": "caf\\u00e9 owner"}
]`;
  const lines =
    '{"entity_type":"company","name":"Ärzte AG","country":"DE"}\n{"entity_type":"company","name":"Bau AG","country":"DE"}\n';
  const csv = 'Title,Status,Description\n"Call, soon",open,"say ""hi"""\n"Écrire",open,later\n';
  const files = [
    { text: json, type: "application/json", name: "Ada", field: "role", quote: "caf\\u00e9 owner", from: '"Ada"' },
    { text: lines, type: "application/x-ndjson", name: "Bau", field: "country", quote: "DE", from: "Bau AG" },
    { text: csv, type: "text/csv", name: "Écrire", field: "status", quote: "open", from: "Écrire" },
    { text: csv, type: "text/csv", name: "Call", field: "description", quote: 'say ""hi""', from: "Call" },
  ];
  for (const { text, type, name, field, quote, from } of files) {
    const { idOf } = await storeFile(truth, text, type);
    const answer = await truth.ask("retrieve_field_provenance", { entity_id: idOf(name), field });
    const bytes = Buffer.from(text);
    const start = bytes.indexOf(quote, bytes.indexOf(from));
    expect(answer.quote).toEqual({ text: quote, start, end: start + Buffer.byteLength(quote), unit: "byte" });
    expect(bytes.subarray(answer.quote.start, answer.quote.end).toString()).toBe(answer.quote.text);
  }
});

test.each(ENGINES)("shows what a cell means, and quotes it as it is written (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const table =
    "\ufeffEntity Type;Invoice Number;Invoice Date;Vendor Name;Amount Due\ninvoice;R-1;31/12/2025;Müller;1.234,56 €\ninvoice;R-2;01/02/2025;Özil;1.234 €\n";
  const { idOf, stored } = await storeFile(truth, table, "text/csv");
  expect(stored.warnings ?? []).toEqual([]);
  const entity_id = idOf("R-2");
  expect((await truth.snapshot(entity_id)).snapshot).toEqual({
    invoice_number: "R-2",
    invoice_date: "2025-02-01",
    vendor_name: "Özil",
    amount_due: 1234,
    currency: "EUR",
  });
  const bytes = Buffer.from(table);
  for (const [field, text] of [
    ["invoice_date", "01/02/2025"],
    ["vendor_name", "Özil"],
    ["amount_due", "1.234 €"],
    ["currency", "1.234 €"],
  ] as const) {
    const start = bytes.indexOf(text);
    const { quote } = await truth.ask("retrieve_field_provenance", { entity_id, field });
    expect(quote).toEqual({ text, start, end: start + Buffer.byteLength(text), unit: "byte" });
  }
  // The words are there still, but read as they were read they say another value.
  const database = await truth.parts.database();
  const edit = query`update truth_quote set quotes = replace(quotes, 'decimal_comma', 'decimal_point')`;
  expect(await database.write("local", (sql) => sql.change(edit))).toBe(2);
  expect((await truth.ask("retrieve_field_provenance", { entity_id, field: "amount_due" })).quote).toBeNull();
  expect((await truth.ask("retrieve_field_provenance", { entity_id, field: "currency" })).quote).not.toBeNull();
});

test("reads a table of UTF-16 by the mark at its beginning, and quotes its text", async () => {
  const truth = await openTestTruth();
  const table = "\ufeffTitle;Status\nÜben;open\n";
  const stored = await truth.ask("store_unstructured", {
    idempotency_key: "a",
    file_content: Buffer.from(table, "utf16le").toString("base64"),
    mime_type: "text/csv",
  });
  const [{ entity_id }] = stored.entities;
  const answer = await truth.ask("retrieve_field_provenance", { entity_id, field: "title" });
  expect(answer).toMatchObject({
    value: "Üben",
    source_material: { mime_type: "text/csv; charset=utf-16le" },
    quote: { text: "Üben", start: 16, end: 21, unit: "byte", part: "text" },
  });
});

test("quotes the good lines of a file with a bad one", async () => {
  const truth = await openTestTruth();
  const text =
    '{"entity_type":"company","name":"Ärzte AG","country":"DE"}\n{"entity_type":\n{"entity_type":"company","name":"Bau AG","country":"AT"}\n';
  const { stored, idOf } = await storeFile(truth, text, "application/x-ndjson");
  expect(stored.warnings.map(({ code, details }: Answer) => [code, details.line])).toEqual([["LINE_SKIPPED", 2]]);
  const answer = await truth.ask("retrieve_field_provenance", { entity_id: idOf("Bau"), field: "country" });
  expect(answer.quote.start).toBe(Buffer.from(text).indexOf("AT"));
});

test("quotes the cells of a table that fits no type, though the row's number stands nowhere in it", async () => {
  const truth = await openTestTruth();
  const table = "Depth,Salinity\n10,34\n20,34\n";
  await storeFile(truth, table, "text/csv");
  const { entities } = await truth.ask("retrieve_entities", { entity_type: "dataset_row" });
  const second = entities.find(({ snapshot }: { snapshot: { row_number: number } }) => snapshot.row_number === 2);
  const quoteOf = async (field: string) =>
    (await truth.ask("retrieve_field_provenance", { entity_id: second.id, field })).quote;
  const start = table.lastIndexOf("34");
  expect(await quoteOf("salinity")).toEqual({ text: "34", start, end: start + 2, unit: "byte" });
  expect(await quoteOf("depth")).toMatchObject({ text: "20", start: start - 3 });
  expect(await quoteOf("row_number")).toBeNull();
});

test.each([
  ["whose lines end with a carriage return", "Depth;Remark\r10;calm, clear, cold\r20;swell\r"],
  ["with a carriage return in a cell", "Depth,Remark\n10,calm\rclear\n20,swell\r\n"],
  ["with a line feed in a cell, where records end with both", "Depth,Remark\r\n10,calm\nclear\r\n20,swell\r\n"],
])("quotes every cell of every row of a table %s", async (_what, table) => {
  const truth = await openTestTruth();
  await storeFile(truth, table, "text/csv");
  const { entities } = await truth.ask("retrieve_entities", { entity_type: "dataset_row" });
  expect(entities).toHaveLength(2);
  for (const { id } of entities) {
    for (const field of ["depth", "remark"]) {
      const { quote, value } = await truth.ask("retrieve_field_provenance", { entity_id: id, field });
      expect(quote?.text).toBe(value.trim());
      expect(Buffer.from(table).subarray(quote.start, quote.end).toString()).toBe(quote.text);
    }
  }
});

test("traces fields that no schema claims, and fields of that time", async () => {
  const truth = await openTestTruth();
  const [entity_id] = await truth.put({ entity_type: "task", title: "Call Ada", status: "open", urgency: "high" });
  await truth.put({ entity_type: "task", title: "Call Ada", status: "done" });
  const { observations } = await truth.ask("list_observations", { entity_id });
  const [second, first] = observations;
  expect(await truth.ask("retrieve_field_provenance", { entity_id, field: "urgency" })).toMatchObject({
    value: "high",
    source_observation: { id: first.id },
    quote: { text: "high" },
  });
  const at = first.observed_at;
  expect(await truth.ask("retrieve_field_provenance", { entity_id, field: "status", at })).toMatchObject({
    value: "open",
    source_observation: { id: first.id },
  });
  expect(await truth.ask("retrieve_field_provenance", { entity_id, field: "status" })).toMatchObject({
    value: "done",
    source_observation: { id: second.id },
  });
});

test("traces a number that no double holds by its own digits, and a field whose name begins with a line", async () => {
  const truth = await openTestTruth();
  const text =
    '[{"entity_type":"tweet","name":"Ada","_id":1755555555555555501},{"entity_type":"tweet","name":"Bob","_id":2}]';
  const { idOf } = await storeFile(truth, text, "application/json");
  const start = text.indexOf("1755555555555555501");
  expect(await truth.ask("retrieve_field_provenance", { entity_id: idOf("Ada"), field: "_id" })).toMatchObject({
    value: "1755555555555555501",
    quote: { text: "1755555555555555501", start, end: start + 19, unit: "byte" },
  });
});

test("says what is wrong with a time", async () => {
  const truth = await openTestTruth();
  const [entity_id] = await truth.put({ entity_type: "task", title: "Call Ada", status: "open" });
  const ask = (at: string) => truth.ask("retrieve_field_provenance", { entity_id, field: "title", at });
  const message =
    "must be an existing date or time in ISO 8601, a time with its offset: 2024-05-01 or 2024-05-01T10:00:00Z";
  for (const at of ["2020-02-30", "2020-01-01T00:00:00", "yesterday", "2020-01-01T24:00:00Z", "", "2020"]) {
    expect((await ask(at)).error).toMatchObject({
      code: "VALIDATION_ERROR",
      message: `The arguments do not fit the tool: at: ${message}`,
      details: { problems: [{ path: "at", message }] },
    });
  }
  for (const at of ["2030-01-01", "2030-01-01T00:00Z", "2030-01-01T00:00+02:00", "2030-01-01T00:00:00.123456-05:30"]) {
    expect((await ask(at)).value).toBe("Call Ada");
  }
});

test("cuts a value that is too long for an answer", async () => {
  const truth = await openTestTruth();
  const content = "line\n".repeat(30_000);
  const [note] = await truth.put({ entity_type: "note", title: "Tea", content });
  const answer = await truth.ask("retrieve_field_provenance", { entity_id: note, field: "content" });
  expect(answer.truncated).toBe(true);
  expect(content.startsWith(answer.value)).toBe(true);
  expect(answer.value.length).toBeGreaterThan(5000);
});

test("refuses with the contract's codes", async () => {
  const truth = await openTestTruth();
  const [task] = await truth.put({ entity_type: "task", title: "Call Ada", status: "open" });
  const codeOf = async (args: Record<string, unknown>) =>
    (await truth.ask("retrieve_field_provenance", args)).error?.code;
  const entity_id = task;
  expect(await codeOf({ entity_id, field: "due_date" })).toBe("FIELD_NOT_FOUND");
  expect(await codeOf({ entity_id, field: "toString" })).toBe("FIELD_NOT_FOUND");
  expect(await codeOf({ entity_id: "ent_000000000000000000000000", field: "title" })).toBe("ENTITY_NOT_FOUND");
  for (const field of ["", "_deleted", "constructor", "entity_type", 3, "x".repeat(201)]) {
    expect(await codeOf({ entity_id, field })).toBe("VALIDATION_ERROR");
  }
  expect(await codeOf({ entity_id: "task", field: "title" })).toBe("VALIDATION_ERROR");
});
