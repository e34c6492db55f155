import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { sha256 } from "../canonical-json.ts";
import { createBlobStore } from "./index.ts";

const store = (folder: string) => createBlobStore(folder, createSimulatedEnv("blobs"));
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

test("what is put is read back, before and after it is kept, under the hash of its content", async () => {
  const folder = temporaryFolder();
  const staged = store(folder).stage();
  const blob = await staged.put(Buffer.from("hello"));
  expect(blob).toEqual({ sha256: sha256("hello"), size: 5 });
  expect(await text(await staged.open(blob.sha256))).toBe("hello");
  await staged.keep();
  expect(filesIn(folder).map((file) => join(file.parentPath, file.name).slice(folder.length))).toEqual([
    `/sha256/${blob.sha256.slice(0, 2)}/${blob.sha256.slice(2)}`,
  ]);
  expect(await text(await store(folder).stage().open(blob.sha256))).toBe("hello");
});

test("what is not kept leaves no file", async () => {
  const folder = temporaryFolder();
  const staged = store(folder).stage();
  const { sha256: hash } = await staged.put(Readable.from([Buffer.from("a"), Buffer.from("b")]));
  await staged.discard();
  expect(filesIn(folder)).toEqual([]);
  await expect(staged.open(hash)).rejects.toMatchObject({ code: "not_found" });
});

test("a source that breaks halfway leaves no file", async () => {
  const folder = temporaryFolder();
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from("half");
      throw new Error("line lost");
    })(),
  );
  await expect(store(folder).stage().put(broken)).rejects.toThrow("line lost");
  expect(filesIn(folder)).toEqual([]);
});

test("a file that was changed on disk is never served as if it were whole", async () => {
  const folder = temporaryFolder();
  const staged = store(folder).stage();
  const { sha256: hash } = await staged.put(Buffer.from("true"));
  await staged.keep();
  writeFileSync(join(folder, "sha256", hash.slice(0, 2), hash.slice(2)), "false");
  await expect(buffer(await staged.open(hash))).rejects.toMatchObject({ code: "blob_corrupt" });
  expect(await store(folder).verify(hash)).toBe(false);
});

test("a large file passes through in pieces: memory stays far below its size", async () => {
  const folder = temporaryFolder();
  const piece = Buffer.alloc(1024 * 1024, 7);
  const pieces = 256;
  const staged = store(folder).stage();
  const before = process.memoryUsage().rss;
  const { size, sha256: hash } = await staged.put(
    Readable.from(
      (function* () {
        for (let n = 0; n < pieces; n++) yield piece;
      })(),
    ),
  );
  await staged.keep();
  let read = 0;
  for await (const chunk of await staged.open(hash)) read += (chunk as Buffer).length;
  expect([size, read]).toEqual([pieces * piece.length, pieces * piece.length]);
  expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
});

test("a name that is no hash opens nothing", async () => {
  const staged = store(temporaryFolder()).stage();
  await expect(staged.open("../../etc/passwd")).rejects.toMatchObject({ code: "not_found" });
});

test("what a crashed process left behind is swept a day later, and nothing younger", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "incoming"), { recursive: true });
  for (const [name, age] of [
    ["old", 25],
    ["young", 23],
  ] as const) {
    writeFileSync(join(folder, "incoming", name), "half");
    const when = Date.UTC(2026, 0, 1) / 1000 - age * 3600;
    utimesSync(join(folder, "incoming", name), when, when);
  }
  const staged = store(folder).stage();
  await staged.put(Buffer.from("new"));
  await staged.keep();
  expect(readdirSync(join(folder, "incoming"))).toEqual(["young"]);
});
