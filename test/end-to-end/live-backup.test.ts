import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { freshDatabaseUrl } from "../kit/kernel.ts";
import { backUpWhileWriting } from "../kit/live-backup.ts";
import { runCli } from "../kit/processes.ts";

test("a backup that is made while two processes write restores to a folder that verifies and has all that was acknowledged before", async () => {
  const { before, written, missing, restored, said } = await backUpWhileWriting(temporaryFolder(), 60, 10);

  expect(said).toEqual([
    expect.stringMatching(/^0 backed up: \d+ entries, \d+ files, \d+ KiB, verified; /),
    expect.stringMatching(/^0 restored: \d+ entries, \d+ files, verified; /),
    expect.stringMatching(/^0 ok: \d+ entries of 1 tenant, \d+ blobs; tables, index and quotes follow from them/),
  ]);
  expect({ missing, isLive: written > before, isWhole: restored >= before }).toEqual({
    missing: 0,
    isLive: true,
    isWhole: true,
  });
});

test("a server is backed up while two processes write, and restores into a folder or into another server", async () => {
  const folder = temporaryFolder();
  const from = (await freshDatabaseUrl("postgres")) as string;
  const { before, written, missing, restored, said } = await backUpWhileWriting(folder, 60, 20, from);

  expect(said).toEqual([
    expect.stringMatching(/^0 backed up: \d+ entries, \d+ files, \d+ KiB, verified; /),
    expect.stringMatching(/^0 restored: \d+ entries, \d+ files, verified; /),
    expect.stringMatching(/^0 ok: \d+ entries of 1 tenant, \d+ blobs; tables, index and quotes follow from them/),
  ]);
  expect({ missing, isLive: written > before, isWhole: restored >= before }).toEqual({
    missing: 0,
    isLive: true,
    isWhole: true,
  });

  const bailiwick = (...args: string[]) => runCli(args, { cwd: folder });
  const database = ["--database", (await freshDatabaseUrl("postgres")) as string];
  const there = await bailiwick("restore", "live.tar", "--data", "there", ...database);
  expect([there.code, there.stdout, there.stderr]).toMatchObject([
    0,
    expect.stringMatching(/^restored: \d+ entries/),
    "",
  ]);
  expect(existsSync(join(folder, "there", "bailiwick.db"))).toBe(false);
  expect(await bailiwick("verify", "--full", "--data", "there", ...database)).toMatchObject({ code: 0 });
  const rootOf = async (...where: string[]) => (await bailiwick("replay", ...where)).stdout;
  expect(await rootOf("--data", "there", ...database)).toBe(await rootOf("--data", "restored"));
  // What holds data already is not written over.
  const again = await bailiwick("restore", "live.tar", "--data", "again", ...database);
  expect([again.code, existsSync(join(folder, "again"))]).toEqual([1, false]);
});
