import { mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openTestCallFiles } from "../../../test/kit/call-files.ts";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { sha256 } from "../canonical-json.ts";
import { EVERY_TENANT } from "../installation.ts";
import { query } from "../query.ts";

const journal = query`select aside from staged_file`;

const filesIn = (folder: string) =>
  readdirSync(join(folder, "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((file) => join(file.parentPath, file.name).slice(folder.length));
const placeOf = (hash: string) => `/blobs/local/sha256/${hash.slice(0, 2)}/${hash.slice(2)}`;

test("what is put is read back, before and after it is kept, under the hash of its content", async () => {
  const room = await openTestCallFiles();
  const blob = await room.write(async ({ blobs }) => {
    const put = await blobs.put(Buffer.from("hello"));
    expect(put).toEqual({ sha256: sha256("hello"), size: 5 });
    expect(await text(await blobs.open(put.sha256))).toBe("hello");
    expect(filesIn(room.folder)).toEqual([expect.stringMatching(/^\/blobs\/incoming\//)]);
    return put;
  });
  expect(filesIn(room.folder)).toEqual([placeOf(blob.sha256)]);
  expect(await text(await room.blobs("local").open(blob.sha256))).toBe("hello");
});

test("what is not kept leaves no file", async () => {
  const room = await openTestCallFiles();
  const refused = room.write(async ({ blobs }) => {
    await blobs.put(Readable.from([Buffer.from("a"), Buffer.from("b")]));
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  expect(filesIn(room.folder)).toEqual([]);
  await expect(room.blobs("local").open(sha256("ab"))).rejects.toMatchObject({ code: "not_found" });
});

test("a source that breaks halfway leaves no file", async () => {
  const room = await openTestCallFiles();
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from("half");
      throw new Error("line lost");
    })(),
  );
  await expect(room.write(({ blobs }) => blobs.put(broken))).rejects.toThrow("line lost");
  expect(filesIn(room.folder)).toEqual([]);
});

test("a file that was changed on disk is never served as if it were whole", async () => {
  const room = await openTestCallFiles();
  const { sha256: hash } = await room.write(({ blobs }) => blobs.put(Buffer.from("true")));
  writeFileSync(join(room.folder, placeOf(hash)), "false");
  await expect(buffer(await room.blobs("local").open(hash))).rejects.toMatchObject({ code: "blob_corrupt" });
  expect(await room.blobs("local").verify(hash)).toBe(false);
});

test("a large file passes through in pieces: memory stays far below its size", async () => {
  const room = await openTestCallFiles();
  const piece = Buffer.alloc(1024 * 1024, 7);
  const pieces = 256;
  const before = process.memoryUsage().rss;
  const { size, sha256: hash } = await room.write(({ blobs }) =>
    blobs.put(
      Readable.from(
        (function* () {
          for (let n = 0; n < pieces; n++) yield piece;
        })(),
      ),
    ),
  );
  let read = 0;
  for await (const chunk of await room.blobs("local").open(hash)) read += (chunk as Buffer).length;
  expect([size, read]).toEqual([pieces * piece.length, pieces * piece.length]);
  expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
});

test("a name that is no hash opens nothing", async () => {
  const room = await openTestCallFiles();
  await expect(room.blobs("local").open("../../etc/passwd")).rejects.toMatchObject({ code: "not_found" });
});

test("the same content put twice in one call, and again in the next, is one file", async () => {
  const room = await openTestCallFiles();
  for (let call = 0; call < 2; call++) {
    await room.write(async ({ blobs }) => {
      await blobs.put(Buffer.from("same"));
      await blobs.put(Buffer.from("same"));
    });
  }
  expect(filesIn(room.folder)).toEqual([placeOf(sha256("same"))]);
});

test("a blob that is committed and still aside is read there", async () => {
  const room = await openTestCallFiles();
  const hash = await room.write(async ({ blobs }) => (await blobs.put(Buffer.from("late"))).sha256);
  // As it was between the commit and the move: the entry of the journal is still there.
  const entry = await room.database.read(EVERY_TENANT, (sql) => sql.first<{ aside: string }>(journal));
  renameSync(join(room.folder, placeOf(hash)), join(room.folder, "blobs", entry?.aside ?? ""));
  expect(await room.blobs("local").has(hash)).toBe(true);
  expect(await text(await room.blobs("local").open(hash))).toBe("late");
  await room.write(async ({ blobs }) => expect(await text(await blobs.open(hash))).toBe("late"));
});

test("what a crashed process left behind is swept a day later, and nothing younger", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "blobs/incoming"), { recursive: true });
  for (const name of ["old", "young"]) writeFileSync(join(folder, "blobs/incoming", name), "half");
  // Its own time may say anything: what counts is when it came to lie here.
  utimesSync(join(folder, "blobs/incoming/young"), 0, 0);
  const hoursLater = (hours: number) =>
    openTestCallFiles({ folder, env: createSimulatedEnv(`h${hours}`, Date.now() + hours * 3_600_000) });
  const put = async (hours: number) => (await hoursLater(hours)).write(({ blobs }) => blobs.put(Buffer.from("new")));

  await put(23);
  expect(readdirSync(join(folder, "blobs/incoming")).sort()).toEqual(["old", "young"]);
  await put(25);
  expect(readdirSync(join(folder, "blobs/incoming"))).toEqual([]);
});
