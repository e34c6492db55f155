import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, type TestContext, test } from "vitest";
import { cannotRun } from "../kit/cannot-run.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { freshDatabaseUrl, openTestKernel } from "../kit/kernel.ts";
import { runCli } from "../kit/processes.ts";
import { startProduct } from "./server-process.ts";

const FILE = "bailiwick.db";

/** What a person gets to see: one line, in our words, and the exit code of a failure. */
async function oneLine(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await runCli(args, { env });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stderr).not.toMatch(/at .+:\d+|node:internal|fault of ours/);
  return stderr;
}

/** A folder with some entries, and nobody at it. */
async function filledFolder(): Promise<string> {
  const folder = temporaryFolder();
  const kernel = await openTestKernel({ folder });
  for (const text of ["one", "two", "three"]) await kernel.callTool("test_write", { text }, { server: "conformance" });
  await kernel.close();
  return folder;
}

function change(folder: string, statements: string): void {
  const db = new Sqlite(join(folder, FILE));
  db.exec(statements);
  db.close();
}

test.for(["demo", "import"])("%s fails at once where no data folder can be made", async (command) => {
  const words = command === "import" ? ["import", "notebook", temporaryFolder()] : [command];
  expect(await oneLine([...words, "--data", "/proc/nope/x"])).toContain("The data folder cannot be written");
});

test("an instructions folder that cannot be made fails the demo and a call with its name", async () => {
  const { code, stderr } = await runCli(["demo", "--data", temporaryFolder()], {
    env: { INSTRUCTIONS_DIR: "/proc/nope" },
  });
  expect(code).toBe(1);
  expect(stderr).toContain("The instructions folder cannot be written");
  expect(stderr).not.toContain("    at ");
});

test("a server over a folder that cannot be made says so on each call, and ends when it is told to", async () => {
  const server = startProduct("conformance", ["--data", "/proc/nope/x"]);
  await server.initialize();
  expect(await server.write("one")).toEqual({ failed: "storage_unwritable" });
  server.child.kill("SIGTERM");
  await server.ended;
  expect(server.exitCode).toBe(0);
});

test.for([
  { what: "is not one", harm: (file: string) => writeFileSync(file, "no database ".repeat(1000)) },
  { what: "was cut short", harm: (file: string) => truncateSync(file, 20_000) },
])("a database file that $what is a finding, told in one line", async ({ harm }) => {
  const folder = await filledFolder();
  harm(join(folder, FILE));
  for (const flags of [[], ["--read-only"]]) {
    const { code, stdout, stderr } = await runCli(["verify", "--data", folder, ...flags]);
    const says = expect.stringMatching(/^bad database: .*damaged.*saw 3 entries\n$/);
    expect([code, stdout, stderr]).toEqual([1, says, ""]);
  }
});

test("a database file that is empty is told for what it is, and left alone", async () => {
  const folder = await filledFolder();
  truncateSync(join(folder, FILE), 0);
  for (const flags of [[], ["--read-only"]]) {
    const { code, stdout, stderr } = await runCli(["verify", "--data", folder, ...flags]);
    expect([code, (stdout + stderr).trimEnd().split("\n").length]).toEqual([1, 1]);
    expect(stdout + stderr).toMatch(/the database is (gone|empty)/i);
    expect(statSync(join(folder, FILE)).size).toBe(0);
  }
});

test.for([
  ["delete from schema_migration where name = 'kernel-001-event-log'", "migrations"],
  ["drop table schema_migration", "no list of migrations"],
  ["drop table schema_migration; create table schema_migration (x)", "lacks a table or a column"],
  ["drop table event", "lacks a table or a column"],
])("a schema after %s is told in one line, and nothing is changed", async ([statements = "", says = ""]) => {
  const folder = await filledFolder();
  change(folder, statements);
  const before = schemaOf(folder);
  expect(await oneLine(["verify", "--data", folder])).toContain(says);
  expect(schemaOf(folder)).toEqual(before);
});

function schemaOf(folder: string): unknown[] {
  const db = new Sqlite(join(folder, FILE), { readonly: true });
  const schema = db.prepare("select name, sql from sqlite_master order by name").all();
  db.close();
  return schema;
}

test("database files are their owner's alone, new ones and old ones, and a new data folder too", async () => {
  const folder = join(temporaryFolder(), "data");
  const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
  const server = startProduct("conformance", ["--data", folder]);
  await server.initialize();
  await server.write("one");
  const parts = [FILE, `${FILE}-shm`, `${FILE}-wal`];
  expect([modeOf("."), ...parts.map(modeOf)]).toEqual(["700", "600", "600", "600"]);

  for (const part of parts) chmodSync(join(folder, part), 0o644);
  const next = startProduct("conformance", ["--data", folder]);
  await next.initialize();
  await next.write("two");
  expect(parts.map(modeOf)).toEqual(["600", "600", "600"]);
});

/** The folder as it lies on media that cannot be written. */
function onReadOnlyMedia(context: TestContext, folder: string): string {
  if (process.getuid?.() !== 0 || process.platform !== "linux") {
    return cannotRun(context, "read-only media can only be mounted by root on Linux");
  }
  const media = join(temporaryFolder(), "media");
  mkdirSync(media);
  try {
    execFileSync("/bin/mount", ["-t", "tmpfs", "tmpfs", media], { stdio: "pipe" });
  } catch (error) {
    return cannotRun(context, `mount is not allowed here: ${error instanceof Error ? error.message : error}`);
  }
  onTestFinished(() => {
    execFileSync("/bin/umount", ["--lazy", media]);
  });
  cpSync(folder, media, { recursive: true });
  execFileSync("/bin/mount", ["-o", "remount,ro", media]);
  return media;
}

describe("on media that cannot be written", () => {
  test("verify, replay and a read-only server see all that is there, and leave nothing behind", async (context) => {
    const media = onReadOnlyMedia(context, await filledFolder());
    expect(() => writeFileSync(join(media, "probe"), "")).toThrow("EROFS");
    for (const flags of [[], ["--read-only"]]) {
      expect(await runCli(["verify", "--data", media, ...flags])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^ok: 3 entries of 1 tenant, 0 blobs;/),
      });
      expect(await runCli(["replay", "--data", media, ...flags])).toMatchObject({ code: 0 });
    }
    const server = startProduct("conformance", ["--data", media, "--read-only"]);
    await server.initialize();
    expect(await server.call("test_read", { id: "0".repeat(64) })).toEqual({ failed: "not_found" });
    await server.end();
    const { TMPDIR = "/tmp" } = process.env;
    expect(readdirSync(TMPDIR).filter((name) => name.startsWith("bailiwick-read-"))).toEqual([]);
  });

  test("what is only in the write-ahead log is seen as well", async (context) => {
    const folder = await filledFolder();
    const db = new Sqlite(join(folder, FILE));
    db.pragma("wal_checkpoint(truncate)");
    const kernel = await openTestKernel({ folder });
    await kernel.callTool("test_write", { text: "four" }, { server: "conformance" });
    const copy = temporaryFolder();
    for (const part of ["", "-wal"]) copyFileSync(join(folder, FILE + part), join(copy, FILE + part));
    db.close();
    expect(statSync(join(copy, `${FILE}-wal`)).size).toBeGreaterThan(0);

    const media = onReadOnlyMedia(context, copy);
    expect((await runCli(["verify", "--data", media])).stdout).toMatch(/^ok: 4 entries of 1 tenant, 0 blobs;/);
  });
});

describe("on PostgreSQL", () => {
  test("a wrong address, role or database is told in one line that says what to do", async () => {
    const url = await freshDatabaseUrl("postgres");
    if (url === undefined) throw new Error("no address");
    const at = (change: (url: URL) => void) => {
      const changed = new URL(url);
      change(changed);
      return changed.href;
    };
    const told: readonly (readonly [string, string])[] = [
      [at((to) => (to.pathname = "/nosuch")), "has no database of that name"],
      [at((to) => (to.username = "nobody")), "does not let this user in"],
      [at((to) => (to.port = "1")), "Nothing answers at the database address"],
      [at((to) => (to.hostname = "no-such-host.invalid")), "database"],
      [at((to) => to.searchParams.set("ssl", "true")), "offers no encryption"],
      ["postgres://[bad/x", "The database address is not one"],
      ["mysql://x", "must begin with postgres://"],
    ];
    for (const [address, says] of told) {
      expect(await oneLine(["verify", "--data", temporaryFolder(), "--database", address])).toContain(says);
    }
  });
});
