import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { query } from "../../src/kernel/query.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { authored, openTestInstructions, type TestInstructions } from "../kit/instructions-world.ts";
import { createSimulatedEnv } from "../kit/simulated-env.ts";

const add = (world: TestInstructions, id: string) => world.ask("instructions_add", { entry: authored(id), lax: true });

async function journal(world: TestInstructions): Promise<number> {
  const rows = await (await world.parts.database()).read(EVERY_TENANT, (sql) =>
    sql.all(query`select path from staged_file`),
  );
  return rows.length;
}

/** A process that was stopped right after its commit: the entry is in the log, its file waits aside. */
async function stoppedAfterCommit(folder: string): Promise<void> {
  const env = createSimulatedEnv("stopped");
  let isStopped = false;
  const world = await openTestInstructions({
    folder,
    env: {
      ...env,
      reached(point) {
        if (point !== "after-commit" || !existsSync(join(folder, "instructions", "a.json"))) return;
        isStopped = true;
        throw new Error("stopped here");
      },
    },
  });
  await add(world, "a");
  await world.result("instructions_add", { entry: authored("b"), lax: true });
  expect(isStopped).toBe(true);
  expect(existsSync(join(folder, "instructions", "b.json"))).toBe(false);
}

test("what was committed and not yet in its place is there at the first read of the next start", async () => {
  const folder = temporaryFolder();
  await stoppedAfterCommit(folder);
  const next = await openTestInstructions({ folder });
  expect((await next.ask("instructions_get", { id: "b" })).item).toMatchObject({ id: "b" });
});

test("a copy of a data folder forgets what was done before it was made", async () => {
  const folder = temporaryFolder();
  const first = await openTestInstructions({ folder });
  await add(first, "a");
  expect(await journal(first)).toBeGreaterThan(0);
  const copy = join(temporaryFolder(), "copy");
  cpSync(folder, copy, { recursive: true });
  const other = await openTestInstructions({ folder: copy });
  await add(other, "b");
  await other.close();
  const again = await openTestInstructions({ folder: copy });
  expect(await journal(again)).toBe(0);
});

test.each([
  ["the folder where files wait", ".incoming"],
  ["the whole folder", "."],
])("writing goes on after somebody removed %s under a running server", async (_what, path) => {
  const world = await openTestInstructions();
  await add(world, "a");
  rmSync(join(world.root, path), { recursive: true });
  expect(await add(world, "b")).toMatchObject({ id: "b" });
  expect(readdirSync(world.root)).toContain("b.json");
});

test("nothing is written through a link that stands where files wait", async () => {
  const world = await openTestInstructions();
  const elsewhere = temporaryFolder();
  mkdirSync(world.root, { recursive: true });
  symlinkSync(elsewhere, join(world.root, ".incoming"));
  const root = await world.stateRoot();
  expect(await world.result("instructions_add", { entry: authored("a"), lax: true })).toMatchObject({ isError: true });
  expect([readdirSync(elsewhere), world.texts(), await world.stateRoot()]).toEqual([[], {}, root]);
});
