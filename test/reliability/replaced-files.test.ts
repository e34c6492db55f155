import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { conformance } from "../../src/worlds/conformance/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { openTestKernel } from "../kit/kernel.ts";
import { audit } from "./audit.ts";
import { type ServerProcess, startProduct } from "./server-process.ts";

const FILE = "bailiwick.db";
const WAL = `${FILE}-wal`;

/** What is done to the folder of a running server, and what it must say it found. */
interface Tampering {
  readonly what: string;
  readonly says: { readonly file: string; readonly found: string };
  /** Whether all that was acknowledged before is still in the folder. */
  readonly keepsAll: boolean;
  harm(folder: string): void;
}

const TAMPERINGS: readonly Tampering[] = [
  {
    what: "its write-ahead log is removed",
    says: { file: WAL, found: "missing" },
    keepsAll: true,
    harm: (folder) => rmSync(join(folder, WAL)),
  },
  {
    what: "its write-ahead log is removed and made anew by another process",
    says: { file: WAL, found: "another file" },
    keepsAll: false,
    harm(folder) {
      const content = readFileSync(join(folder, WAL));
      rmSync(join(folder, WAL));
      writeFileSync(join(folder, WAL), content);
    },
  },
  {
    what: "its write-ahead log is emptied",
    says: { file: WAL, found: "overwritten" },
    keepsAll: false,
    harm: (folder) => truncateSync(join(folder, WAL), 0),
  },
  {
    what: "its write-ahead log is cut short",
    says: { file: WAL, found: "cut short" },
    keepsAll: false,
    harm: (folder) => truncateSync(join(folder, WAL), statSync(join(folder, WAL)).size - 4096),
  },
  {
    what: "its database is removed",
    says: { file: FILE, found: "missing" },
    keepsAll: false,
    harm: (folder) => rmSync(join(folder, FILE)),
  },
  {
    what: "its database is replaced by a copy",
    says: { file: FILE, found: "another file" },
    keepsAll: false,
    harm(folder) {
      copyFileSync(join(folder, FILE), join(folder, "copy"));
      renameSync(join(folder, "copy"), join(folder, FILE));
    },
  },
  {
    what: "its folder is moved away",
    says: { file: FILE, found: "missing" },
    keepsAll: true,
    harm: (folder) => renameSync(folder, `${folder}-moved`),
  },
  {
    what: "its folder is replaced by an empty one",
    says: { file: FILE, found: "missing" },
    keepsAll: true,
    harm(folder) {
      renameSync(folder, `${folder}-moved`);
      mkdirSync(folder);
    },
  },
];

async function start(): Promise<{ server: ServerProcess; folder: string }> {
  const folder = join(temporaryFolder(), "data");
  const server = startProduct("conformance", ["--data", folder]);
  await server.initialize();
  for (let write = 0; write < 5; write += 1) await server.write(`before ${write}`);
  expect(server.acks).toHaveLength(5);
  return { server, folder };
}

/** However it ends, what it acknowledged must not need it any more, and what was changed must not get into the database. */
const ENDS = { killed: "SIGKILL", "told to end": "SIGTERM" } as const;
const CASES = TAMPERINGS.flatMap((tampering) =>
  Object.entries(ENDS).map(([how, signal]) => ({ ...tampering, how, signal })),
);

test.for(CASES)("a server under which $what acknowledges nothing more and says why, $how", async (tampering) => {
  const { server, folder } = await start();

  tampering.harm(folder);
  const ends = [await server.write("right after"), await server.write("and again")];

  expect(ends).toEqual([{ failed: "storage_failed" }, { failed: "storage_failed" }]);
  const told = server.stderr.split("\n").filter((line) => line.includes("nothing more is acknowledged"));
  expect(told).toHaveLength(1);
  expect(JSON.parse(told[0] ?? "")).toMatchObject(tampering.says);
  expect(server.acks).toHaveLength(5);
  // Readers that were under way end first; then all is closed, and with it this file goes.
  if (tampering.says.file === WAL && tampering.says.found === "missing") {
    await expect.poll(() => existsSync(join(folder, `${FILE}-shm`))).toBe(false);
  }
  server.child.kill(tampering.signal);
  await server.ended;
  if (tampering.says.file === FILE && !tampering.keepsAll) return;
  const where = tampering.what.includes("folder") ? `${folder}-moved` : folder;
  expect(healthOf(where)).toBe("ok");
  if (!tampering.keepsAll) return;
  const { lost, corrupt } = await audit(where, "conformance", server.acks);
  expect({ lost, corrupt }).toEqual({ lost: [], corrupt: [] });
});

function healthOf(folder: string): unknown {
  const db = new Sqlite(join(folder, FILE));
  const health = db.pragma("integrity_check", { simple: true });
  db.close();
  return health;
}

test("reads do not go on from a database that another has replaced", async () => {
  const { server, folder } = await start();
  copyFileSync(join(folder, FILE), join(folder, "copy"));
  renameSync(join(folder, "copy"), join(folder, FILE));
  await expect.poll(() => server.call("test_read", { id: "0".repeat(64) })).toEqual({ failed: "storage_failed" });
});

test("what others rightly do to the files raises no alarm: checkpoints of every kind, and processes that come and go", async () => {
  const { server, folder } = await start();
  for (const kind of ["passive", "full", "restart", "truncate"]) {
    const other = new Sqlite(join(folder, FILE));
    other.pragma(`wal_checkpoint(${kind})`);
    expect(await server.write(`after ${kind}`)).toMatchObject({ value: { id: expect.any(String) } });
    other.close();
    expect(await server.write(`after closing ${kind}`)).toMatchObject({ value: { id: expect.any(String) } });
  }
  const vacuum = new Sqlite(join(folder, FILE), { timeout: 20 * 60_000 });
  vacuum.exec("vacuum");
  vacuum.pragma("wal_checkpoint(truncate)");
  vacuum.close();
  expect(await server.write("after a vacuum")).toMatchObject({ value: { id: expect.any(String) } });
  const second = startProduct("conformance", ["--data", folder]);
  await second.initialize();
  await second.write("from another process");
  await second.end();
  expect(await server.write("after another process")).toMatchObject({ value: { id: expect.any(String) } });
  await server.end();
  const { lost, corrupt } = await audit(folder, "conformance", [...server.acks, ...second.acks]);
  expect({ lost, corrupt, acks: server.acks.length }).toEqual({ lost: [], corrupt: [], acks: 15 });
});

test("a reader that opens the database again makes no other log in place of one that was removed", async () => {
  const kernel = await openTestKernel({ worlds: [conformance] });
  await kernel.callTool("test_write", { text: "before" });
  const database = await kernel.parts.database();
  // The only reader there is has work: the next opens the database.
  const { end } = await database.snapshot(EVERY_TENANT);
  rmSync(join(kernel.folder, WAL));

  await expect(database.snapshot(EVERY_TENANT)).rejects.toMatchObject({
    code: "storage_failed",
    details: { file: WAL, found: "missing" },
  });
  await end();
  await kernel.close();

  expect(healthOf(kernel.folder)).toBe("ok");
  const again = await openTestKernel({ worlds: [conformance], folder: kernel.folder });
  expect(await again.verify()).toMatchObject({ entries: 1 });
});
