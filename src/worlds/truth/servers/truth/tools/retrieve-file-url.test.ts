import { expect, test } from "vitest";
import { dumpEverything } from "../../../../../../test/kit/dump.ts";
import { openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";

const filesBase = async () => "http://127.0.0.1:7777";

async function fetchFile(truth: TestTruth, signedUrl: string): Promise<{ text: string; type: string }> {
  const url = new URL(signedUrl);
  const file = await truth.links.check(url.pathname.slice("/files/".length), url.searchParams);
  const chunks: Buffer[] = [];
  for await (const chunk of await truth.parts.files.blobs("local").open(file.sha256)) chunks.push(chunk as Buffer);
  return { text: Buffer.concat(chunks).toString(), type: file.mimeType };
}

test("gives an address for a stored file that holds as long as asked", async () => {
  const truth = await openTestTruth({ filesBase });
  const stored = await truth.ask("store_unstructured", {
    idempotency_key: "a",
    file_content: Buffer.from("Tea is green.").toString("base64"),
    mime_type: "text/plain",
    original_filename: "tea.txt",
  });
  const answer = await truth.ask("retrieve_file_url", { file_path: stored.storage_path });
  expect(answer).toEqual({
    signed_url: expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:7777/files/${stored.storage_path}\\?`)),
    expires_at: expect.stringMatching(/^2026-01-01T01:00:00/),
  });
  expect(await fetchFile(truth, answer.signed_url)).toEqual({ text: "Tea is green.", type: "text/plain" });
  const short = await truth.ask("retrieve_file_url", { file_path: stored.storage_path, expires_in: 1 });
  expect(short.expires_at).toMatch(/^2026-01-01T00:00:01/);
  await truth.parts.env.sleep(1000);
  await expect(fetchFile(truth, short.signed_url)).rejects.toThrow("expired");
});

test("gives the JSON of a call that stored entities as a file, byte for byte", async () => {
  const truth = await openTestTruth({ filesBase });
  const stored = await truth.ask("store_structured", {
    idempotency_key: "a",
    entities: [{ name: "Zoë", entity_type: "person", shoe_size: 38 }],
  });
  const { signed_url } = await truth.ask("retrieve_file_url", { file_path: stored.storage_path });
  expect(await fetchFile(truth, signed_url)).toEqual({
    text: '[{"entity_type":"person","name":"Zoë","shoe_size":38}]',
    type: "application/json",
  });
});

test("refuses paths of nothing and of others alike, and writes nothing", async () => {
  const truth = await openTestTruth({ filesBase });
  const stored = await truth.ask("store_unstructured", {
    idempotency_key: "a",
    file_content: Buffer.from("Tea is green.").toString("base64"),
    mime_type: "text/plain",
  });
  const before = await dumpEverything(truth);
  const [user] = stored.storage_path.split("/");
  const paths = [
    `${user}/${"0".repeat(64)}`,
    "../../etc/passwd",
    "/etc/passwd",
    `${user}/../${stored.content_hash}`,
    "a\\b",
  ];
  for (const file_path of paths) {
    expect(await truth.ask("retrieve_file_url", { file_path })).toEqual({
      error: {
        code: "FILE_NOT_FOUND",
        message: "There is no file under this path. store answers with storage_path.",
        details: { hint: expect.any(String) },
        trace_id: expect.any(String),
      },
    });
  }
  expect(await truth.ask("retrieve_file_url", { file_path: stored.storage_path }, { user: "bob" })).toMatchObject({
    error: { code: "FILE_NOT_FOUND" },
  });
  for (const args of [{ expires_in: 0 }, { expires_in: 604_801 }, { expires_in: 1.5 }, { file_path: "" }]) {
    expect(await truth.ask("retrieve_file_url", { file_path: stored.storage_path, ...args })).toMatchObject({
      error: { code: "VALIDATION_ERROR" },
    });
  }
  expect(await dumpEverything(truth)).toEqual(before);
});

test("says on a read-only server that what a call stored is no file yet, and gives the link once it is one", async () => {
  const writer = await openTestTruth({ filesBase });
  const { storage_path: file_path } = await writer.ask("store_structured", {
    idempotency_key: "a",
    entities: [{ name: "Zoë", entity_type: "person" }],
  });
  const reader = await openTestTruth({ filesBase, folder: writer.folder, readOnly: true });
  const before = await dumpEverything(writer);
  expect(await reader.ask("retrieve_file_url", { file_path })).toEqual({
    error: {
      code: "SIGNING_FAILED",
      message: "What a call stored becomes a file when a link to it is first asked for, and this server is read-only.",
      details: {
        reason: "read_only",
        hint: "Ask a server of the same data that is not read-only; from then on every server gives the link.",
      },
      trace_id: expect.any(String),
    },
  });
  expect(await dumpEverything(writer)).toEqual(before);
  await writer.ask("retrieve_file_url", { file_path });
  const { signed_url } = await reader.ask("retrieve_file_url", { file_path });
  expect((await fetchFile(reader, signed_url)).text).toBe('[{"entity_type":"person","name":"Zoë"}]');
});

test("says so when no link can be made", async () => {
  const truth = await openTestTruth();
  const stored = await truth.ask("store_unstructured", {
    idempotency_key: "a",
    file_content: Buffer.from("Tea").toString("base64"),
    mime_type: "text/plain",
  });
  expect(await truth.ask("retrieve_file_url", { file_path: stored.storage_path })).toMatchObject({
    error: { code: "SIGNING_FAILED", details: { hint: expect.stringContaining("Call again") } },
  });
});
