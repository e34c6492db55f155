import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { cannotRun } from "../kit/cannot-run.ts";
import { diskFolder } from "../kit/folder.ts";
import { audit } from "./audit.ts";
import { type CallEnd, type ServerProcess, startCrashMain, startProduct } from "./server-process.ts";
import { traceSyncs } from "./syscalls.ts";

const KIB = 1024;
const WAVES_MAX = 400;

/** A disk of its own, so small that it fills in no time. */
function smallDisk(context: TestContext, kib: number): string {
  if (process.getuid?.() !== 0 || process.platform !== "linux") {
    return cannotRun(context, "a small disk can only be mounted by root on Linux");
  }
  const folder = join(diskFolder(), "disk");
  mkdirSync(folder);
  try {
    execFileSync("/bin/mount", ["-t", "tmpfs", "-o", `size=${kib}k`, "tmpfs", folder], { stdio: "pipe" });
  } catch (error) {
    return cannotRun(context, `mount is not allowed here: ${error instanceof Error ? error.message : error}`);
  }
  onTestFinished(() => {
    execFileSync("/bin/umount", ["--lazy", folder]);
  });
  return folder;
}

/** Takes room on the disk; the answer gives it back. */
function occupy(disk: string, kib: number): () => void {
  const file = join(disk, "occupied");
  writeFileSync(file, Buffer.alloc(kib * KIB));
  return () => rmSync(file);
}

const failuresOf = (ends: readonly CallEnd[]): string[] =>
  ends.flatMap(({ failed, died }) => (died ? ["died"] : (failed ?? [])));

/** Writes wave after wave until one is refused; answers with the refusals. */
async function writeUntilRefused(server: ServerProcess, inFlight: number, tool = "test_write"): Promise<string[]> {
  for (let wave = 0; wave < WAVES_MAX; wave++) {
    const texts = Array.from({ length: inFlight }, (_, index) => `wave ${wave} write ${index} ${"x".repeat(2 * KIB)}`);
    const refused = failuresOf(await Promise.all(texts.map((text) => server.write(text, tool))));
    if (refused.length > 0) return refused;
  }
  return [];
}

async function expectExactly(folder: string, server: ServerProcess, name = "conformance"): Promise<void> {
  const { entries, lost, corrupt } = await audit(folder, name, server.acks);
  expect({ entries, lost, corrupt }).toEqual({ entries: server.acks.length, lost: [], corrupt: [] });
}

test.for([1, 20])(
  "a full disk refuses, keeps what was acknowledged and lets writes go on once there is room (%i in flight)",
  async (inFlight, context) => {
    const disk = smallDisk(context, 2048);
    const giveBack = occupy(disk, 1024);
    const server = startProduct("conformance", ["--data", disk]);
    await server.initialize();

    const refused = await writeUntilRefused(server, inFlight);

    expect(new Set(refused)).toEqual(new Set(["storage_full"]));
    expect(server.acks.length).toBeGreaterThan(0);
    await expectExactly(disk, server);

    giveBack();
    expect(await server.write("there is room again")).toMatchObject({ value: { id: expect.any(String) } });
    await expectExactly(disk, server);
  },
);

test("a full disk refuses a file, leaves no part of it and lets files come in once there is room", async (context) => {
  const disk = smallDisk(context, 2048);
  const giveBack = occupy(disk, 1024);
  const server = startCrashMain("crash", ["--data", disk], {});
  await server.initialize();

  const refused = await writeUntilRefused(server, 4, "keep_file");

  expect(new Set(refused)).toEqual(new Set(["storage_full"]));
  expect(server.acks.length).toBeGreaterThan(0);
  expect(readdirSync(join(disk, "blobs/incoming"))).toEqual([]);
  await expectExactly(disk, server, "crash");

  giveBack();
  expect(await server.write("there is room again", "keep_file")).toMatchObject({ value: { seq: expect.any(Number) } });
  await expectExactly(disk, server, "crash");
});

test("after a failed flush nothing is acknowledged until a restart, which finds all that was", async (context) => {
  const folder = diskFolder();
  const server = startProduct("conformance", ["--data", folder]);
  await server.initialize();
  for (let write = 0; write < 20; write++) await server.write(`before ${write}`);
  expect(server.acks).toHaveLength(20);

  const trace = await traceSyncs(context, server.pid, "error=EIO");
  const during = await server.write("while the disk fails");
  await trace.detach();
  const after = [await server.write("after the disk failed"), await server.write("and again")];

  expect(trace.syncs().filter((sync) => sync.injected)).not.toEqual([]);
  expect(failuresOf([during, ...after])).toEqual(["storage_failed", "storage_failed", "storage_failed"]);
  expect(await server.end()).toBe(0);

  const next = startProduct("conformance", ["--data", folder]);
  await next.initialize();
  expect(await next.write("after the restart")).toMatchObject({ value: { id: expect.any(String) } });
  const { lost, corrupt, recorded } = await audit(folder, "conformance", [...server.acks, ...next.acks]);
  expect({ lost, corrupt }).toEqual({ lost: [], corrupt: [] });
  // Sent after the failure: refused before anything was tried. The one before may have reached the disk or not.
  expect([recorded.has("after the disk failed"), recorded.has("and again")]).toEqual([false, false]);
});

test("a failed flush is told to the operator on stderr", async (context) => {
  const server = startProduct("conformance", ["--data", diskFolder()]);
  await server.initialize();
  await server.write("before");

  const trace = await traceSyncs(context, server.pid, "error=EIO");
  expect(await server.write("while the disk fails")).toEqual({ failed: "storage_failed" });

  expect(trace.syncs().filter((sync) => sync.injected)).not.toEqual([]);
  await expect.poll(() => server.stderr).toMatch(/disk|storage_failed/);
});

test("one failed flush also refuses the writes that were already waiting behind it", async (context) => {
  const folder = diskFolder();
  const server = startProduct("conformance", ["--data", folder]);
  await server.initialize();
  await server.write("before");

  const trace = await traceSyncs(context, server.pid, "error=EIO:when=1");
  // More than one commit takes together, so some wait while the first commit fails.
  const ends = await Promise.all(Array.from({ length: 400 }, (_, write) => server.write(`waiting ${write}`)));
  await trace.detach();

  // strace counts for each thread by itself, and the witness is flushed by another: one commit's flush failed.
  const failed = trace.syncs().filter((sync) => sync.injected && sync.file === join(folder, "bailiwick.db-wal"));
  expect(failed).toHaveLength(1);
  expect({ acknowledged: server.acks.length - 1, refusals: new Set(failuresOf(ends)) }).toEqual({
    acknowledged: 0,
    refusals: new Set(["storage_failed"]),
  });
  const { lost, corrupt } = await audit(folder, "conformance", server.acks);
  expect({ lost, corrupt }).toEqual({ lost: [], corrupt: [] });
});

test("every commit is flushed to disk before it is acknowledged", async (context) => {
  const folder = diskFolder();
  const server = startProduct("conformance", ["--data", folder]);
  await server.initialize();
  await server.write("opens the database");

  const trace = await traceSyncs(context, server.pid);
  for (let write = 0; write < 30; write++) {
    const before = trace.syncs().length;
    await server.write(`write ${write}`);
    expect(trace.syncs().length).toBeGreaterThan(before);
  }
  await trace.detach();

  const flushed = trace.syncs().map((sync) => sync.file);
  expect(flushed.filter((file) => file === join(folder, "bailiwick.db-wal")).length).toBeGreaterThanOrEqual(30);
});

test("a file is flushed to disk before the entry that names it, and its place before the journal forgets it", async (context) => {
  const folder = diskFolder();
  const server = startCrashMain("crash", ["--data", folder], {});
  await server.initialize();
  await server.write("opens the database", "keep_file");

  const trace = await traceSyncs(context, server.pid);
  await server.write("a file", "keep_file");
  await server.end();
  await trace.detach();

  const places = trace
    .syncs()
    .map(({ file }) => file.slice(folder.length + 1).replace(/[0-9a-f-]{36}$|(?<=sha256\/)[0-9a-f]{2}$/, "…"))
    // The witness is written at its own times, beside the database.
    .filter((place) => place.startsWith("blobs/") || place === "bailiwick.db-wal");
  expect(places.slice(0, 7)).toEqual([
    "blobs/incoming/…",
    // The folder it is to lie in is new.
    "blobs/local/sha256",
    "blobs/incoming",
    "bailiwick.db-wal",
    // Now the process ends: the places of both files, then the journal without them.
    "blobs/local/sha256/…",
    "blobs/local/sha256/…",
    "bailiwick.db-wal",
  ]);
});
