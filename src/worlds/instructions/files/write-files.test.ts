import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTestCallFiles } from "../../../../test/kit/call-files.ts";
import { temporaryFolder } from "../../../../test/kit/folder.ts";
import type { Edit } from "../model/entry-file.ts";
import { INSTRUCTIONS_ROOT } from "../model/names.ts";
import { writeFiles } from "./write-files.ts";

/** Writes as a call does that commits when it does not fail. */
async function write(folder: string, edits: readonly Edit[], signal?: AbortSignal): Promise<string[]> {
  const room = await openTestCallFiles({ roots: { [INSTRUCTIONS_ROOT]: folder } });
  return room.write(({ files }) => writeFiles({ folder, files, nowMs: 0, ...(signal && { signal }) }, edits));
}

const put = (file: string, text: string | null): Edit => ({ file, make: () => text });

/** Every file but the marker, with its text. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { withFileTypes: true }).filter((found) => found.isFile());
  return Object.fromEntries(
    names.flatMap(({ name }) =>
      name === ".catalog-version" ? [] : [[name, readFileSync(join(folder, name), "utf8")]],
    ),
  );
}

test("writes, replaces and removes, makes the folder first, and touches the marker", async () => {
  const folder = join(temporaryFolder(), "new", "folder");
  expect(await write(folder, [put("a.json", "1"), put("b.json", "2")])).toEqual(["a.json", "b.json"]);
  expect(readFileSync(join(folder, ".catalog-version"), "utf8")).toBe("1970-01-01T00:00:00.000Z\n");
  const leave: Edit = { file: "b.json", make: () => undefined };
  expect(await write(folder, [put("a.json", "3"), leave, put("gone.json", null)])).toEqual(["a.json"]);
  expect(await write(folder, [put("a.json", null)])).toEqual(["a.json"]);
  expect(filesOf(folder)).toEqual({ "b.json": "2" });
});

test("puts the marker in the place of a link, and leaves alone what the link leads to", async () => {
  const folder = temporaryFolder();
  const outside = join(temporaryFolder(), "theirs.txt");
  writeFileSync(outside, "theirs");
  symlinkSync(outside, join(folder, ".catalog-version"));
  symlinkSync(outside, join(folder, "a.json"));

  await write(folder, [put("a.json", "ours")]);

  expect(readFileSync(outside, "utf8")).toBe("theirs");
  expect(lstatSync(join(folder, ".catalog-version")).isFile()).toBe(true);
  expect(filesOf(folder)).toEqual({ "a.json": "ours" });
});

test("writes nothing where the folder for files that wait is a link, and takes nothing away behind it", async () => {
  const folder = temporaryFolder();
  const outside = temporaryFolder();
  writeFileSync(join(outside, "old.txt"), "theirs");
  utimesSync(join(outside, "old.txt"), 0, 0);
  symlinkSync(outside, join(folder, ".incoming"));

  await expect(write(folder, [put("a.json", "ours")])).rejects.toMatchObject({ code: "storage_unwritable" });

  expect(readdirSync(outside)).toEqual(["old.txt"]);
  expect(filesOf(folder)).toEqual({});
});

test("a file that someone changes meanwhile is edited from what it says then", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.json"), "old");
  let asked = 0;
  const edit: Edit = {
    file: "a.json",
    make(current) {
      // The hand of a person, between our reading and our writing.
      if (asked++ === 0) setImmediate(() => writeFileSync(join(folder, "a.json"), "theirs"));
      return `${current?.text} and ours`;
    },
  };
  // The second file takes longer, so that the first is changed before its turn comes.
  await write(folder, [edit, put("b.json", "x".repeat(5_000_000))]);
  expect(readFileSync(join(folder, "a.json"), "utf8")).toBe("theirs and ours");
  expect(Object.keys(filesOf(folder))).toEqual(["a.json", "b.json"]);
});

test("a file that keeps changing is given up, and nothing of the rest stays changed", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.json"), "a");
  writeFileSync(join(folder, "b.json"), "b");
  let turn = 0;
  const restless: Edit = {
    file: "b.json",
    make() {
      queueMicrotask(() => writeFileSync(join(folder, "b.json"), `b${"b".repeat(++turn)}`));
      return "ours";
    },
  };
  await expect(write(folder, [put("a.json", "new"), put("c.json", "new"), restless])).rejects.toMatchObject({
    code: "conflict",
  });
  expect(filesOf(folder)).toEqual({ "a.json": "a", "b.json": `b${"b".repeat(turn)}` });
});

test("when one file cannot be put in its place, those before it are as they were", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.json"), "a");
  mkdirSync(join(folder, "z.json"));
  await expect(write(folder, [put("a.json", "new"), put("b.json", "new"), put("z.json", "new")])).rejects.toMatchObject(
    { code: "storage_unwritable" },
  );
  expect(filesOf(folder)).toEqual({ "a.json": "a" });
});

test("a call that is cancelled leaves every file as it was", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.json"), "a");
  const before = new AbortController();
  before.abort();
  await expect(write(folder, [put("a.json", "new")], before.signal)).rejects.toMatchObject({
    code: "cancelled",
  });
  expect(filesOf(folder)).toEqual({ "a.json": "a" });
});

test("a full disk refuses, and every file is whole and as it was", async (context) => {
  const disk = join(temporaryFolder(), "disk");
  mkdirSync(disk);
  try {
    execFileSync("/bin/mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], { stdio: "pipe" });
  } catch {
    return context.skip("a small disk can only be mounted by root on Linux");
  }
  onTestFinished(() => {
    execFileSync("/bin/umount", ["--lazy", disk]);
  });
  writeFileSync(join(disk, "a.json"), "a");
  const edits = Array.from({ length: 40 }, (_, n) => put(n === 0 ? "a.json" : `n${n}.json`, "x".repeat(20_000)));
  await expect(write(disk, edits)).rejects.toMatchObject({ code: "storage_full" });
  expect(filesOf(disk)).toEqual({ "a.json": "a" });
  rmSync(join(disk, "a.json"));
});
