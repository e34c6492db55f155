import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { freshDatabaseUrl } from "../kit/kernel.ts";
import { CLEAN_ENVIRONMENT, DOOR, runCli } from "../kit/processes.ts";
import { startTcpProxy, type TcpProxy, through } from "../kit/tcp-proxy.ts";

type Way = readonly ["--from", string, "--to", string];
const THERE: Way = ["--from", "sqlite", "--to", "postgres"];
const BACK: Way = ["--from", "postgres", "--to", "sqlite"];

test("a folder of every world goes to PostgreSQL and back, through a kill each way, and is the same", async () => {
  const cwd = temporaryFolder();
  const url = (await freshDatabaseUrl("postgres")) as string;
  const proxy = await startTcpProxy(Number(new URL(url).port));
  const data = ["--data", "data"];
  const database = ["--database", url];
  const bailiwick = (...args: string[]) => runCli(args, { cwd });
  const rootOf = async (...where: string[]) => (await bailiwick("replay", ...data, ...where)).stdout;
  expect(await bailiwick("demo", ...data)).toMatchObject({ code: 0 });
  const root = await rootOf();
  expect(root).toContain("state root: ");

  await killAt(proxy, 'insert into "truth_observation"', ["migrate", ...THERE, ...data], cwd, url);
  // Half of it is no database: nobody can take it for one.
  const half = await bailiwick("status", ...data, ...database);
  expect([half.code, half.stderr]).toEqual([1, expect.stringContaining("run `bailiwick migrate` again")]);
  const there = await bailiwick("migrate", ...THERE, ...data, ...database);
  expect([there.code, there.stdout]).toEqual([0, expect.stringContaining("migrated to postgres: ")]);
  expect(await bailiwick("verify", "--full", ...data, ...database)).toMatchObject({ code: 0 });
  expect(await rootOf(...database)).toBe(root);
  // What is whole is not written over.
  expect(await bailiwick("migrate", ...THERE, ...data, ...database)).toMatchObject({ code: 1 });

  mkdirSync(join(cwd, "aside"));
  for (const end of ["", "-wal", "-shm"]) {
    const file = `bailiwick.db${end}`;
    if (existsSync(join(cwd, "data", file))) renameSync(join(cwd, "data", file), join(cwd, "aside", file));
  }
  await killAt(proxy, 'from "truth_observation"', ["migrate", ...BACK, ...data], cwd, url);
  expect(await bailiwick("status", ...data)).toMatchObject({ code: 1 });
  const back = await bailiwick("migrate", ...BACK, ...data, ...database);
  expect([back.code, back.stdout]).toEqual([0, expect.stringContaining("migrated to sqlite: ")]);
  expect(await bailiwick("verify", "--full", ...data)).toMatchObject({ code: 0 });
  expect(await rootOf()).toBe(root);
});

test("what cannot be meant is refused before anything is opened", async () => {
  const cwd = temporaryFolder();
  const told = async (...args: string[]) => {
    const { code, stderr } = await runCli(["migrate", ...args], { cwd });
    return [code, stderr.trim()];
  };
  expect(await told("--from", "sqlite")).toEqual([2, "bailiwick: --to needs one of: sqlite, postgres"]);
  expect(await told("--from", "sqlite", "--to", "sqlite")).toEqual([
    2,
    "bailiwick: --from and --to name the same engine; there is nothing to bring over",
  ]);
  expect(await told(...THERE)).toEqual([2, "bailiwick: name the PostgreSQL database with --database"]);
  expect(existsSync(join(cwd, "bailiwick-data"))).toBe(false);
});

/** Ends a command that has asked the server for something, before the server hears of it. */
async function killAt(
  proxy: TcpProxy,
  words: string,
  args: readonly string[],
  cwd: string,
  url: string,
): Promise<void> {
  const before = proxy.fired.delay;
  proxy.arm(
    "delay",
    (request) => request.includes(words),
    () => new Promise(() => {}),
  );
  const child = spawn(process.execPath, [DOOR, ...args, "--database", through(proxy, url)], {
    cwd,
    env: CLEAN_ENVIRONMENT,
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const early = ended.then(([code]) => expect.fail(`it ended by itself with ${code}`));
  await Promise.race([expect.poll(() => proxy.fired.delay).toBe(before + 1), early]);
  early.catch(() => {});
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
}
