import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../../../test/kit/folder.ts";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";
import { sha256 } from "../../../../../kernel/canonical-json.ts";

const CSV =
  "invoice_number,invoice_date,amount_due,currency,vendor_name\nINV-1,2024-01-05,12.50,EUR,Acme\nINV-2,2024-02-05,7,EUR,Beta\n";

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function file(text: string, mime_type: string, more: object = {}) {
  return { idempotency_key: `${mime_type} ${text.length}`, file_content: base64(text), mime_type, ...more };
}

async function codes(truth: TestTruth, args: Record<string, unknown>): Promise<string[]> {
  const { warnings = [] } = await truth.ask("store_unstructured", args);
  return warnings.map(({ code }: { code: string }) => code);
}

const MADE = {
  entity_id: expect.stringMatching(/^ent_/),
  entity_type: "invoice",
  observation_id: expect.any(String),
  joined: "new",
};

describe.each(ENGINES)("on %s", (engine) => {
  test("keeps the file by its content and reads a table by its header", async () => {
    const truth = await openTestTruth({ engine });
    const answer = await truth.ask("store_unstructured", file(CSV, "text/csv", { original_filename: "january.csv" }));
    expect(answer).toEqual({
      source_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      content_hash: sha256(CSV),
      storage_path: `8d9f0b70-d7c8-f179-630f-b4e4deaa7bf9/${sha256(CSV)}`,
      file_size: CSV.length,
      deduplicated: false,
      entities: [MADE, MADE],
      interpretation: {
        run_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        entities_created: 2,
        observations_created: 2,
      },
    });
    const { entities } = await truth.ask("retrieve_entities", { entity_type: "invoice" });
    expect(entities.map(({ snapshot }: { snapshot: object }) => snapshot)).toEqual(
      expect.arrayContaining([
        { invoice_number: "INV-1", invoice_date: "2024-01-05", amount_due: 12.5, currency: "EUR", vendor_name: "Acme" },
        { invoice_number: "INV-2", invoice_date: "2024-02-05", amount_due: 7, currency: "EUR", vendor_name: "Beta" },
      ]),
    );
    const { observations } = await truth.ask("list_observations", { entity_id: entities[0].id });
    expect(observations).toMatchObject([{ source_priority: 0, specificity_score: 0.5, source_id: answer.source_id }]);
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
    expect((await truth.verify({ full: true })).findings).toEqual([]);
  });

  test("interprets a known file only if nothing was read from it yet", async () => {
    const truth = await openTestTruth({ engine });
    const store = (key: string, interpret: boolean) =>
      truth.ask("store_unstructured", { ...file(CSV, "text/csv"), idempotency_key: key, interpret });
    const kept = await store("kept", false);
    expect(kept).toMatchObject({ deduplicated: false, interpretation: null });
    expect(await store("read", true)).toMatchObject({
      deduplicated: true,
      source_id: kept.source_id,
      interpretation: { entities_created: 2, observations_created: 2 },
    });
    const before = await truth.root();
    expect(await store("again", true)).toMatchObject({
      deduplicated: true,
      interpretation: null,
      warnings: [{ code: "ALREADY_INTERPRETED" }],
    });
    expect(await truth.root()).toBe(before);
  });
});

test("answers a known key the same, and refuses it for another file", async () => {
  const truth = await openTestTruth();
  const args = { ...file("plain words", "text/plain"), idempotency_key: "k" };
  const first = await truth.ask("store_unstructured", args);
  expect(await truth.ask("store_unstructured", args)).toEqual({ ...first, replayed: true });
  const other = { ...args, file_content: base64("other words") };
  expect((await truth.refused("store_unstructured", other)).code).toBe("IDEMPOTENCY_MISMATCH");
});

test("keeps the bytes that were given, whatever they are", async () => {
  const truth = await openTestTruth();
  const bytes = Buffer.from([0, 255, 1, 254, 13, 10]);
  const { content_hash } = await truth.ask("store_unstructured", {
    idempotency_key: "k",
    file_content: bytes.toString("base64"),
    mime_type: "application/octet-stream",
  });
  const chunks: Buffer[] = [];
  for await (const chunk of await truth.parts.files.blobs("local").open(content_hash)) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks)).toEqual(bytes);
});

test("keeps what it cannot interpret and says why", async () => {
  const truth = await openTestTruth();
  expect(await codes(truth, file("\0\0\0", "application/octet-stream"))).toEqual(["NOT_INTERPRETED"]);
  expect(await codes(truth, file("%PDF-1.7 and so on", "application/pdf"))).toEqual(["INTERPRETATION_FAILED"]);
  expect(await codes(truth, file("{broken", "application/json"))).toEqual(["INTERPRETATION_FAILED"]);
  expect(await codes(truth, file('a,b\n"1,2\n', "text/csv"))).toEqual(["INTERPRETATION_FAILED"]);
  expect((await truth.verify()).blobs).toBe(4);
  expect(await truth.ask("retrieve_entities")).toMatchObject({ total: 0 });
});

test("finds a file by its words", async () => {
  const truth = await openTestTruth();
  await truth.ask("store_unstructured", file("The barrel fills in one night of steady rain.", "text/plain"));
  expect(JSON.stringify(await truth.ask("search", { query: "barrel rain" }))).toContain("steady rain");
});

test("reads a file below the working folder by its path, with type and name from there", async () => {
  const workingFolder = temporaryFolder();
  mkdirSync(join(workingFolder, "in"));
  writeFileSync(join(workingFolder, "in/january.csv"), CSV);
  const truth = await openTestTruth({ workingFolder });
  const answer = await truth.ask("store_unstructured", { idempotency_key: "k", file_path: "in/january.csv" });
  expect(answer).toMatchObject({ content_hash: sha256(CSV), interpretation: { entities_created: 2 } });
  const absolute = await truth.ask("store_unstructured", {
    idempotency_key: "k2",
    file_path: join(workingFolder, "in/january.csv"),
    interpret: false,
  });
  expect(absolute).toMatchObject({ source_id: answer.source_id, deduplicated: true });
});

test.each([
  ["neither content nor path", {}],
  ["content and path", { file_content: "QQ==", file_path: "a.txt", mime_type: "text/plain" }],
  ["content without a type", { file_content: "QQ==" }],
  ["an empty file", { file_content: "", mime_type: "text/plain" }],
  ["base64 with a line break", { file_content: "QUJD\nQUJD", mime_type: "text/plain" }],
  ["base64 without padding", { file_content: "QQ", mime_type: "text/plain" }],
  ["url-safe base64", { file_content: "-_-_", mime_type: "application/octet-stream" }],
  ["base64 with bits left over", { file_content: "QR==", mime_type: "text/plain" }],
  ["a type without a subtype", { file_content: "QQ==", mime_type: "text" }],
  ["a type with a line break", { file_content: "QQ==", mime_type: "text/plain\r\nX-Evil: 1" }],
  ["text that is a PDF", { file_content: base64("%PDF-1.7"), mime_type: "text/plain" }],
  ["a PDF that is text", { file_content: base64("hello"), mime_type: "application/pdf" }],
  ["an image that is another", { file_content: base64("GIF89a.."), mime_type: "image/png" }],
  ["text that is not UTF-8", { file_content: "/w==", mime_type: "text/plain" }],
  ["a stray setting", { file_content: "QQ==", mime_type: "text/plain", interpretation_config: { color: "red" } }],
])("refuses %s and writes nothing", async (_what, args) => {
  const truth = await openTestTruth();
  const error = await truth.refused("store_unstructured", { idempotency_key: "k", ...args });
  expect(error.code).toBe("VALIDATION_ERROR");
});

test("refuses a file of 50 MB before decoding it, in the contract's words", async () => {
  const truth = await openTestTruth();
  const whole = 52_428_800;
  // Not base64 at all: that it is never looked at shows in the error.
  const file_content = "?".repeat(Math.ceil(whole / 3) * 4);
  const error = await truth.refused("store_unstructured", {
    idempotency_key: "k",
    file_content,
    mime_type: "text/plain",
  });
  expect(error).toMatchObject({
    code: "FILE_TOO_LARGE",
    message: "File exceeds 50MB limit",
    details: { file_size_bytes: 52_428_801, max_size_bytes: 52_428_800 },
  });
});
