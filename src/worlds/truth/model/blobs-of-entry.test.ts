import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestTruth, type TestTruth } from "../../../../test/kit/truth.ts";
import { sha256 } from "../../../kernel/canonical-json.ts";

const ROWS = [
  {
    entity_type: "invoice",
    invoice_number: " INV-1 ",
    invoice_date: "2024-01-05",
    amount_due: "12.50 or so",
    paid: null,
  },
  {
    entity_type: "invoice",
    invoice_number: "INV-2",
    amount_due: -0,
    note: "e\u0301 \u{1F600}",
    deep: { b: [1e21, {}], a: "" },
  },
  { entity_type: "made_up", name: "  Spaced  Out ", tags: ["b", "a", "a"], due_date: "not a day", n: 0.1 },
  { entity_type: "person", name: "Ada", email: "ADA@Example.COM", phone: "+358 40 123", age: 36.5 },
];

const placeOf = ({ folder }: TestTruth, hash: string) =>
  join(folder, "blobs/local/sha256", hash.slice(0, 2), hash.slice(2));

const storeFile = (truth: TestTruth, idempotency_key: string, text = "words") =>
  truth.ask("store_unstructured", {
    idempotency_key,
    file_content: Buffer.from(text).toString("base64"),
    mime_type: "text/plain",
  });

const storeRows = (truth: TestTruth, idempotency_key: string, entities: readonly object[]) =>
  truth.ask("store_structured", { idempotency_key, entities });

test("what a call said need not be a file where the log gives it again, whatever it said", async () => {
  const truth = await openTestTruth();
  for (const [n, row] of ROWS.entries()) await storeRows(truth, `${n}`, [row]);
  const { entities } = await storeRows(truth, "all", ROWS);
  const [{ entity_id, entity_type }] = entities;
  const corrected = { entity_id, entity_type, field: "currency", value: "EUR", idempotency_key: "c" };
  await truth.ask("correct", corrected);
  expect(await truth.verify({ full: true })).toMatchObject({ blobs: 0, findings: [], remarks: [] });
});

test("what was given in other words than it is recorded in is kept as it was given, as a file", async () => {
  const truth = await openTestTruth();
  const row = { entity_type: "invoice", invoice_number: "INV-1", invoice_date: "5 Jan 2024", amount_due: "12,50" };
  const { content_hash } = await storeRows(truth, "written", [row]);
  expect(await truth.verify({ full: true })).toMatchObject({ blobs: 1, findings: [], remarks: [] });
  rmSync(placeOf(truth, content_hash));
  expect((await truth.verify({ full: true })).findings).toEqual([
    { what: `blob ${content_hash} of tenant local`, reason: "is missing" },
  ]);
});

test("what is asked for as a file, or cannot be made again, is named by the log", async () => {
  const truth = await openTestTruth({ filesBase: async () => "http://127.0.0.1:1" });
  const asked = await storeRows(truth, "asked", [ROWS[0] ?? {}]);
  await truth.ask("retrieve_file_url", { file_path: asked.storage_path });
  const twice = await storeRows(truth, "twice", [ROWS[1] ?? {}, ROWS[1] ?? {}]);
  const file = await storeFile(truth, "file");
  expect(await truth.verify({ full: true })).toMatchObject({ blobs: 3, findings: [], remarks: [] });

  for (const { content_hash } of [asked, twice, file]) rmSync(placeOf(truth, content_hash));
  expect((await truth.verify({ full: true })).findings).toEqual(
    [twice, file].map(({ content_hash }) => ({ what: `blob ${content_hash} of tenant local`, reason: "is missing" })),
  );
});

test("a damaged file is whole when the same content is stored again", async () => {
  const truth = await openTestTruth();
  const file = await storeFile(truth, "file");
  const rows = await storeRows(truth, "rows", [ROWS[1] ?? {}, ROWS[1] ?? {}]);
  for (const { content_hash } of [file, rows]) writeFileSync(placeOf(truth, content_hash), "damaged");
  expect((await truth.verify({ full: true })).findings).toHaveLength(2);

  expect(await storeFile(truth, "file again")).toMatchObject({ deduplicated: true });
  expect(await storeRows(truth, "rows again", [ROWS[1] ?? {}, ROWS[1] ?? {}])).toMatchObject({ deduplicated: true });

  expect(await truth.verify({ full: true })).toMatchObject({ blobs: 2, findings: [], remarks: [] });
  expect(await truth.parts.files.blobs("local").verify(sha256("words"))).toBe(true);
});
