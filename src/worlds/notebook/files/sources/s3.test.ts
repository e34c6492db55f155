import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openTestNotebook } from "../../../../../test/kit/notebook.ts";
import { createS3Source } from "./s3.ts";

const OBJECTS: Readonly<Record<string, string>> = {
  "all/garden/collection.json": "{}",
  "all/garden/notebooks/a b&c.md": "first",
  "all/garden/notebooks/deep/ü.md": "second",
  "all/garden/notebooks/.hidden.md": "x",
  "all/kitchen/notebooks/d.md": "third",
  "other/e.md": "not ours",
};

/** Answers like S3, two keys a page. */
async function startS3(): Promise<{ endpoint: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const url = new URL(request.url ?? "/", "http://s3");
    const key = decodeURIComponent(url.pathname.slice("/notes/".length));
    if (url.pathname !== "/notes") {
      const content = OBJECTS[key];
      if (content === undefined) return void response.writeHead(404).end();
      return void response
        .writeHead(200, { etag: '"e"', "last-modified": "Sat, 01 Mar 2025 00:00:00 GMT" })
        .end(content);
    }
    const prefix = url.searchParams.get("prefix") ?? "";
    const delimiter = url.searchParams.get("delimiter");
    const after = url.searchParams.get("continuation-token") ?? "";
    const keys = Object.keys(OBJECTS)
      .filter((name) => name.startsWith(prefix))
      .sort();
    const folders = new Set<string>();
    const files = keys.filter((name) => {
      const cut = delimiter === null ? -1 : name.indexOf(delimiter, prefix.length);
      if (cut !== -1) folders.add(name.slice(0, cut + 1));
      return cut === -1;
    });
    const rest = files.filter((name) => name > after);
    const page = rest.slice(0, 2);
    const encode = (name: string) => encodeURIComponent(name).replaceAll("%2F", "/").replaceAll("%20", "+");
    response.end(`<?xml version="1.0"?><ListBucketResult>
      <IsTruncated>${rest.length > 2}</IsTruncated>
      ${rest.length > 2 ? `<NextContinuationToken>${page[1]?.replaceAll("&", "&amp;")}</NextContinuationToken>` : ""}
      ${page.map((name) => `<Contents><Key>${encode(name)}</Key><Size>5</Size><ETag>&quot;e&quot;</ETag><LastModified>2025-03-01T00:00:00.000Z</LastModified></Contents>`).join("")}
      ${after === "" ? [...folders].map((name) => `<CommonPrefixes><Prefix>${encode(name)}</Prefix></CommonPrefixes>`).join("") : ""}
    </ListBucketResult>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const keys = { access_key_id: "key", secret_access_key: "secret" };

test("lists and reads objects below its prefix, page by page, with signed requests that only read", async () => {
  const { endpoint, seen } = await startS3();
  const source = createS3Source({ type: "s3", path: "s3://notes/all/", endpoint, ...keys });
  expect(await source.folders("")).toEqual(["garden", "kitchen"]);
  expect(await source.names("garden")).toEqual(["collection.json"]);
  const found = [];
  for await (const file of source.walk("garden/notebooks")) found.push(file);
  const file = { stamp: '5-"e"', modifiedAt: Date.UTC(2025, 2, 1) };
  expect(found).toEqual([
    { path: "a b&c.md", ...file },
    { path: "deep/ü.md", ...file },
  ]);
  expect(await source.read("garden/notebooks/a b&c.md")).toEqual({
    kind: "file",
    bytes: new Uint8Array(Buffer.from("first")),
    ...file,
  });
  expect(await source.read("garden/notebooks/none.md")).toEqual({ kind: "gone" });
  expect(await source.exists("kitchen/notebooks/d.md")).toBe(true);
  expect(await source.exists("kitchen/notebooks/none.md")).toBe(false);
  for (const request of seen) {
    expect(request.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=key\//);
    expect(["GET", "HEAD"]).toContain(request.method);
  }
});

test("carries the whole world: collections, search, verified quotes", async () => {
  const { endpoint } = await startS3();
  const storage = { type: "s3", path: "s3://notes/all", endpoint, ...keys };
  const notebook = await openTestNotebook({ files: {}, config: { notebook_storage: storage } });
  const { collections } = await notebook.ask("list_collections");
  expect(collections).toMatchObject([
    { collection_id: "garden", notebook_count: 2, last_modified: Date.UTC(2025, 2, 1) },
    { collection_id: "kitchen", notebook_count: 1 },
  ]);
  await notebook.ask("enter_collection", { collection_id: "garden" });
  const { results } = await notebook.ask("semantic_search", { query: "second" });
  expect(results[0].source_pointer.notebook_id).toBe("deep/ü");
  expect(await notebook.ask("fetch_passage", { source_id: results[0].reference_id })).toMatchObject({
    passage: { exact_text: "second" },
    integrity: { verified: true },
  });
});

test("answers as an upstream failure when the storage is down", async () => {
  const storage = { type: "s3", path: "s3://notes", endpoint: "http://127.0.0.1:1", ...keys };
  const notebook = await openTestNotebook({ files: {}, config: { notebook_storage: storage } });
  expect(await notebook.ask("list_collections")).toEqual({
    error: {
      type: "upstream_failure",
      message: "The notebook storage did not answer as expected",
      recovery: "Ask the operator whether the storage is up and the settings are right.",
      context: { reason: "unreachable" },
    },
  });
});
