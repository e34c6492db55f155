import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { createRealEnv } from "../../apps/real-env.ts";
import { createWriteConnection, openReader, openWriter } from "./sqlite-connection.ts";

const OPEN_AT_ONCE = fileURLToPath(new URL("../../../test/reliability/open-at-once.ts", import.meta.url));

test("processes that open a new file in the same moment all get it", async () => {
  const folder = temporaryFolder();
  const run = (...names: string[]) => promisify(execFile)(process.execPath, [OPEN_AT_ONCE, folder, "60", ...names]);
  const ends = await Promise.all([run("one", "other"), run("other", "one")]);
  expect(ends.map(({ stdout }) => JSON.parse(stdout))).toEqual([{ failed: [] }, { failed: [] }]);
});

/** Has the whole file to itself until a while after it is told, as a process that closes it last does for a moment. */
const HOLDER = `
  const db = new (require("better-sqlite3"))(process.argv[1]);
  db.pragma("locking_mode = exclusive");
  db.exec("insert into item values (1)");
  console.log("held");
  process.stdin.once("data", () => setTimeout(() => db.close(), 400));
`;

test.each([
  ["write", (file: string) => openWriter(file, createRealEnv())],
  ["read", openReader],
] as const)("opening to %s waits for a process that has the file to itself", async (_, open) => {
  const file = join(temporaryFolder(), "bailiwick.db");
  const first = await openWriter(file, createRealEnv());
  first.exec("create table item (n integer)");
  first.close();
  const holder = spawn(process.execPath, ["-e", HOLDER, file], { stdio: ["pipe", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  holder.stdin.end("somebody is about to open it");
  const db = await open(file);
  expect(db.prepare("select n from item").all()).toEqual([{ n: 1 }]);
  db.close();
  await once(holder, "exit");
});

const PAGE_BYTES = 4096;
const PAGES_WRITTEN = 4000;

test.each([
  ["small parts while nobody waits to write", false, [800, 1500]],
  ["large ones while somebody does", true, [PAGES_WRITTEN, 2 * PAGES_WRITTEN]],
] as const)("the log is brought into the database in %s", async (_, isFollowed, [least, most]) => {
  const env = createRealEnv();
  const file = join(temporaryFolder(), "bailiwick.db");
  const db = await openWriter(file, env);
  db.exec("create table item (n integer primary key, text)");
  const connection = createWriteConnection(
    db,
    env,
    () => {},
    () => {},
  );
  const insert = db.prepare("insert into item (text) values (?)");
  for (let n = 0; n < PAGES_WRITTEN / 40; n += 1) {
    await connection.begin();
    for (let row = 0; row < 40; row += 1) insert.run("x".repeat(PAGE_BYTES - 100));
    await connection.commit(undefined, isFollowed);
  }
  // The file is written from its beginning again once all of it is in the database: its size is the most it ever held.
  const pages = statSync(`${file}-wal`).size / PAGE_BYTES;
  db.close();
  expect([pages > least, pages < most, pages]).toEqual([true, true, pages]);
});
