import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/kit/folder.ts";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { type Answer, openTestTruth } from "../../../../test/kit/truth.ts";

function file(content: string | Buffer, mime_type: string) {
  return { idempotency_key: mime_type, file_content: Buffer.from(content).toString("base64"), mime_type };
}

const byId = (a: Answer, b: Answer) => (a.snapshot.id < b.snapshot.id ? -1 : 1);

describe.each(ENGINES)("on %s", (engine) => {
  test.each([
    ["application/json", (rows: string[]) => `[${rows.join(",")}]`],
    ["application/x-ndjson", (rows: string[]) => rows.join("\n")],
  ])("tells records apart whose numbers no double tells apart: %s", async (type, written) => {
    const truth = await openTestTruth({ engine });
    const text = written([
      '{"entity_type":"tweet","id":1755555555555555501,"text":"first"}',
      '{"entity_type":"tweet","id":1755555555555555502,"text":"second"}',
    ]);
    const stored = await truth.ask("store_unstructured", file(text, type));
    expect(stored).toMatchObject({ interpretation: { entities_created: 2, observations_created: 2 } });
    const { entities } = await truth.ask("retrieve_entities", { entity_type: "tweet" });
    expect(entities.sort(byId).map(({ snapshot }: Answer) => snapshot)).toEqual([
      { id: "1755555555555555501", text: "first" },
      { id: "1755555555555555502", text: "second" },
    ]);
  });

  test("keeps a number as a fragment where its field would have to round it", async () => {
    const truth = await openTestTruth({ engine });
    const amount = "12345678901234567.89";
    const text = `{"entity_type":"invoice","invoice_number":12345678901234567891,"amount_due":${amount},"currency":"EUR"}`;
    await truth.ask("store_unstructured", file(text, "application/json"));
    const [{ id }] = (await truth.ask("retrieve_entities", {})).entities;
    expect(await truth.snapshot(id)).toMatchObject({
      snapshot: { invoice_number: "12345678901234567891", currency: "EUR" },
      raw_fragments: { amount_due: amount },
    });
    expect(await truth.ask("retrieve_field_provenance", { entity_id: id, field: "amount_due" })).toMatchObject({
      value: amount,
      quote: { text: amount, start: text.indexOf(amount) },
    });
  });

  test("leaves out a row with a NUL, and keeps the others and the file", async () => {
    const truth = await openTestTruth({ engine });
    const text = '[{"entity_type":"tweet","text":"a\\u0000b"},{"entity_type":"tweet","text":"whole"}]';
    expect(await truth.ask("store_unstructured", file(text, "application/json"))).toMatchObject({
      interpretation: { entities_created: 1 },
      warnings: [
        {
          code: "ROW_SKIPPED",
          details: { row: 0, problems: [{ path: "rows[0].text", message: "must not contain a NUL character" }] },
        },
      ],
    });
  });
});

test("reads a table whatever else its type says, in the charset it names", async () => {
  const truth = await openTestTruth();
  const table = "title,status\nMüller anrufen,open\n";
  const stored = await truth.ask("store_unstructured", file(table, "text/csv; header=present; Charset=UTF-8"));
  expect(stored).toMatchObject({ interpretation: { entities_created: 1 } });
  const latin = Buffer.from("title,status\nGröße prüfen,open\n", "latin1");
  expect(await truth.ask("store_unstructured", file(latin, "text/csv; charset=windows-1252"))).toMatchObject({
    interpretation: { entities_created: 1 },
  });
  const { entities } = await truth.ask("retrieve_entities", { entity_type: "task" });
  expect(entities.map(({ snapshot }: Answer) => snapshot.title).sort()).toEqual(["Größe prüfen", "Müller anrufen"]);
  const material = await truth.ask("retrieve_graph_neighborhood", { node_id: stored.source_id, node_type: "source" });
  expect(JSON.stringify(material)).toContain("text/csv; header=present; charset=utf-8");
});

test("reads a file in the charset it is clearly written in, and says which", async () => {
  const workingFolder = temporaryFolder();
  const written = new Map([
    ["windows-1252", Buffer.from("title,status\nGröße prüfen,open\n", "latin1")],
    ["shift_jis", Buffer.from("title,status\n\x90\xbf\x8b\x81\x8f\x91\x82\xf0\x91\x97\x82\xe9,open\n", "latin1")],
    ["gbk", Buffer.from("title,status\n\xbc\xc4\xb7\xa2\xc6\xb1\xb8\xf8\xcd\xf5\xd0\xa1\xc3\xf7,open\n", "latin1")],
  ]);
  const truth = await openTestTruth({ workingFolder });
  for (const [charset, content] of written) {
    const warnings = [{ code: "CHARSET_GUESSED", message: expect.any(String), details: { charset } }];
    writeFileSync(join(workingFolder, `${charset}.csv`), content);
    const args = { idempotency_key: charset, file_path: `${charset}.csv` };
    expect(await truth.ask("store_unstructured", args)).toMatchObject({
      interpretation: { entities_created: 1 },
      warnings,
    });
    // The same bytes without a name, under a type alone.
    const again = await truth.ask("store_unstructured", {
      ...file(content, "text/csv"),
      idempotency_key: `${charset} again`,
      interpret: false,
    });
    expect(again).toMatchObject({ deduplicated: true, warnings });
  }
  const { entities } = await truth.ask("retrieve_entities", { entity_type: "task" });
  expect(entities.map(({ snapshot }: Answer) => snapshot.title).sort()).toEqual([
    "Größe prüfen",
    "寄发票给王小明",
    "請求書を送る",
  ]);
});

test("says of a file in a charset that cannot be told that it is one, and reads it once the charset is named", async () => {
  const workingFolder = temporaryFolder();
  writeFileSync(join(workingFolder, "a.csv"), Buffer.from("title,status\nza\xbf\xf3\xb3\xe6,open\n", "latin1"));
  const truth = await openTestTruth({ workingFolder });
  const before = await truth.root();
  const args = { idempotency_key: "k", file_path: "a.csv" };
  const example = "text/csv; charset=windows-1252";
  expect(await truth.refused("store_unstructured", args)).toEqual({
    code: "VALIDATION_ERROR",
    message: `The file is text, but not UTF-8: name its charset in mime_type, such as ${example}.`,
    details: {
      reason: "not_utf8",
      problems: [{ path: "mime_type", message: `must name the charset of the text, such as ${example}` }],
      hint: "Correct what the message says, and every entry of `details.problems` where there are some; then call again.",
    },
    trace_id: expect.any(String),
  });
  expect(await truth.root()).toEqual(before);
  expect(await truth.ask("store_unstructured", { ...args, mime_type: "text/csv; charset=windows-1250" })).toMatchObject(
    {
      interpretation: { entities_created: 1 },
    },
  );
});

test("keeps a file whose name promises another type as what its bytes are", async () => {
  const workingFolder = temporaryFolder();
  writeFileSync(join(workingFolder, "letter.pdf"), "Dear Ada");
  const truth = await openTestTruth({ workingFolder });
  expect(await truth.ask("store_unstructured", { idempotency_key: "k", file_path: "letter.pdf" })).toMatchObject({
    interpretation: { entities_created: 1 },
  });
});

test("tells what to do about each file that it refuses", async () => {
  const workingFolder = temporaryFolder();
  mkdirSync(join(workingFolder, "folder"));
  writeFileSync(join(workingFolder, "empty.txt"), "");
  writeFileSync(join(workingFolder, "one.txt"), "words");
  linkSync(join(workingFolder, "one.txt"), join(workingFolder, "two.txt"));
  const truth = await openTestTruth({ workingFolder });
  const refused = (args: object) => truth.refused("store_unstructured", { idempotency_key: "k", ...args });
  const problemWith = (path: string, message: string) => ({
    details: {
      problems: [{ path, message }],
      hint: "Correct what the message says, and every entry of `details.problems` where there are some; then call again.",
    },
  });
  expect(await refused({ file_path: "folder" })).toMatchObject(
    problemWith("file_path", "must be a regular file: no folder, pipe, socket or device"),
  );
  expect(await refused({ file_path: "two.txt" })).toMatchObject(
    problemWith("file_path", "must be a file with one name: copy it, then name the copy"),
  );
  expect(await refused({ file_path: "empty.txt" })).toMatchObject(
    problemWith("file_path", "must be a file that is not empty"),
  );
  expect(await refused({ file_content: "", mime_type: "text/plain" })).toMatchObject(
    problemWith("file_content", "must be a file that is not empty"),
  );
  expect(await refused({ file_path: "nothing.txt" })).toMatchObject({
    code: "FILE_NOT_FOUND",
    details: { hint: expect.stringContaining("Check file_path") },
  });
  const large = { file_content: "A".repeat(69_905_072), mime_type: "text/plain" };
  expect(await refused(large)).toMatchObject({
    code: "FILE_TOO_LARGE",
    details: { hint: expect.stringContaining("`details.max_size_bytes`"), max_size_bytes: 52_428_800 },
  });
});
