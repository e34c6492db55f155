import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { createRealEnv } from "../../apps/real-env.ts";
import { MAKING, READ_COPY, removeFolder, SCRATCH, sweepLeftovers } from "./leftovers.ts";
import { openScratchDatabase } from "./open.ts";

/** A folder as a process makes it, with a database that holds something. */
function begin({ prefix, file }: typeof SCRATCH | typeof READ_COPY) {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const db = new Sqlite(join(folder, file));
  onTestFinished(() => void db.close());
  db.pragma("journal_mode = wal");
  db.exec("create table words (word text); insert into words values ('canary')");
  return { folder, db, file: join(folder, file) };
}

test("a scratch database that nobody has open is removed, and one that is open stays", async () => {
  const [left, used] = [begin(SCRATCH), begin(SCRATCH)];
  left.db.close();
  await sweepLeftovers(createRealEnv());
  expect([existsSync(left.folder), existsSync(used.folder)]).toEqual([false, true]);
  expect(used.db.prepare("select word from words").pluck().get()).toBe("canary");
  expect(used.db.pragma("journal_mode", { simple: true })).toBe("wal");
});

test("a scratch database whose schema is there and which nobody has open yet stays until it is", async () => {
  const made = begin(SCRATCH);
  writeFileSync(join(made.folder, MAKING), "");
  made.db.close();
  await sweepLeftovers(createRealEnv());
  expect(existsSync(made.folder)).toBe(true);
  utimesSync(made.file, 1, 1);
  await sweepLeftovers(createRealEnv());
  expect(existsSync(made.folder)).toBe(false);
});

test("scratch databases are made and used while others sweep", async () => {
  const env = createRealEnv();
  let isDone = false;
  const sweeping = (async () => {
    while (!isDone) {
      await sweepLeftovers(env);
      await env.turn();
    }
  })();
  for (let n = 0; n < 20; n += 1) {
    const database = await openScratchDatabase([], env);
    await database.close();
  }
  isDone = true;
  await sweeping;
});

test("a copy may be in the making for a while, so it stays for that long", async () => {
  const copy = begin(READ_COPY);
  copy.db.close();
  await sweepLeftovers(createRealEnv());
  expect(existsSync(copy.folder)).toBe(true);
  utimesSync(copy.file, 1, 1);
  await sweepLeftovers(createRealEnv());
  expect(existsSync(copy.folder)).toBe(false);
});

test("what others may have put there is left alone", async () => {
  const own = join(temporaryFolder(), "own.db");
  const db = new Sqlite(own);
  db.pragma("journal_mode = wal");
  db.exec("create table words (word text); insert into words values ('canary')");
  db.close();
  const folder = mkdtempSync(join(tmpdir(), SCRATCH.prefix));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(own, join(folder, SCRATCH.file));
  writeFileSync(join(folder, `${SCRATCH.file}-wal`), "not empty");
  const open = begin(SCRATCH);
  open.db.close();
  chmodSync(open.folder, 0o777);
  await sweepLeftovers(createRealEnv());
  expect([existsSync(folder), existsSync(open.folder)]).toEqual([true, true]);
  const after = new Sqlite(own);
  expect(after.pragma("journal_mode", { simple: true })).toBe("wal");
  after.close();
});

test("a folder is removed also while another process puts a file into it now and then", async () => {
  const root = temporaryFolder();
  const folder = join(root, "scratch");
  // Whoever looks whether a database was left behind makes files beside it while it is being removed.
  const disturb = `const fs = require("node:fs"); let made = 0;
    for (let i = 0; i < 20000; i += 1) try { fs.writeFileSync(process.argv[1] + "/x" + (i % 7), ""); made += 1; } catch {}
    console.log(made);`;
  mkdirSync(folder);
  const child = spawn(process.execPath, ["-e", disturb, folder], { stdio: ["ignore", "pipe", "inherit"] });
  let made = "";
  child.stdout.on("data", (chunk) => {
    made += chunk;
  });
  const ended = once(child, "close");
  let rounds = 0;
  while (child.exitCode === null && rounds < 5_000) {
    mkdirSync(folder, { recursive: true });
    removeFolder(folder);
    rounds += 1;
    await new Promise(setImmediate);
  }
  await ended;
  expect(Number(made)).toBeGreaterThan(0);
  removeFolder(folder);
  expect(existsSync(folder)).toBe(false);
});
