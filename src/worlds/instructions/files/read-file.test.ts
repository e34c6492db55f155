import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/kit/folder.ts";
import { swapFolder } from "../../../../test/kit/swap-folder.ts";
import { readCanonical } from "./read-canonical.ts";
import { readEntryFile } from "./read-file.ts";
import { createUsageFile } from "./usage-snapshot.ts";

test("a link shows nothing of what is outside while folders become links and folders again", () => {
  const folder = temporaryFolder();
  const outside = temporaryFolder();
  mkdirSync(join(folder, "below"));
  writeFileSync(join(folder, "below/a.txt"), "mine");
  writeFileSync(join(outside, "a.txt"), "secret");
  symlinkSync("below/a.txt", join(folder, "a.json"));
  swapFolder(join(folder, "below"), outside);
  const seen = new Map<string, number>();
  const times = (what: string) => seen.get(what) ?? 0;
  while (times("mine") < 200 || times("a link that leads out of the folder") < 50) {
    const read = readEntryFile(folder, "a.json");
    const what = read.kind === "text" ? read.text : read.kind === "gone" ? "gone" : read.reason;
    seen.set(what, times(what) + 1);
  }
  expect(seen.has("secret")).toBe(false);
});

test("waits for no pipe where a file of ours should be", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "snapshots"));
  execFileSync("/usr/bin/mkfifo", [
    join(folder, "usage-snapshot.json"),
    join(folder, "snapshots/canonical-instructions.json"),
  ]);
  expect(createUsageFile(join(folder, "usage-snapshot.json")).isCorrupt()).toBe(true);
  expect(readCanonical(folder)).toBe("the snapshot is not valid JSON");
});

test("counts a link where the usage file should be as one that cannot be read", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "theirs.json"), "{}");
  symlinkSync("theirs.json", join(folder, "usage-snapshot.json"));
  const file = createUsageFile(join(folder, "usage-snapshot.json"));
  expect([file.isCorrupt(), file.isCorrupt(), file.snapshot().size]).toEqual([true, true, 0]);
});
