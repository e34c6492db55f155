import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/kit/folder.ts";
import { swapFolder } from "../../test/kit/swap-folder.ts";
import { replaceInside } from "./replace-inside.ts";

test("makes the folders on the way and replaces what is there", async () => {
  const root = join(temporaryFolder(), "new");

  await replaceInside(root, "a/b/c.txt", "one", "x1", { modifiedMs: 1000 });
  await replaceInside(root, "a/b/c.txt", "two", "x2");
  await replaceInside(root, "top.txt", "three", "x3");

  expect(readFileSync(join(root, "a/b/c.txt"), "utf8")).toBe("two");
  expect(readFileSync(join(root, "top.txt"), "utf8")).toBe("three");
  expect(readdirSync(join(root, "a/b"))).toEqual(["c.txt"]);
});

test.each(["", "../x", "a/../../x", "a//x", "./x", "a/..", "a\0b"])("refuses a way that is none: %j", async (path) => {
  const root = temporaryFolder();
  await expect(replaceInside(root, path, "x", "n")).rejects.toMatchObject({ code: "internal" });
  expect(readdirSync(root)).toEqual([]);
});

test("goes through no link: a folder that is one is refused, a file that is one is replaced", async () => {
  const root = temporaryFolder();
  const outside = temporaryFolder();
  writeFileSync(join(outside, "theirs.txt"), "theirs");
  symlinkSync(outside, join(root, "linked"));
  symlinkSync(join(outside, "theirs.txt"), join(root, "link.txt"));
  writeFileSync(join(root, "file"), "");

  await expect(replaceInside(root, "linked/x.txt", "ours", "n")).rejects.toMatchObject({ code: "storage_unwritable" });
  await expect(replaceInside(root, "linked/in/x.txt", "ours", "n")).rejects.toMatchObject({
    code: "storage_unwritable",
  });
  await expect(replaceInside(root, "file/x.txt", "ours", "n")).rejects.toMatchObject({ code: "storage_unwritable" });
  await replaceInside(root, "link.txt", "ours", "n");

  expect(readdirSync(outside)).toEqual(["theirs.txt"]);
  expect(readFileSync(join(outside, "theirs.txt"), "utf8")).toBe("theirs");
  expect(lstatSync(join(root, "link.txt")).isFile()).toBe(true);
});

test("never writes outside while a folder on the way becomes a link and a folder again", async () => {
  const root = temporaryFolder();
  const outside = temporaryFolder();
  mkdirSync(join(root, "a/in"), { recursive: true });
  mkdirSync(join(outside, "in"));
  const swapping = swapFolder(join(root, "a"), outside);
  let written = 0;
  let refused = 0;
  // Met often enough in each of its states to be sure that it was met in the midst of them.
  for (let n = 0; written < 100 || refused < 20; n += 1) {
    await replaceInside(root, `a/in/${n % 10}.txt`, "ours", `n${n}`).then(
      () => (written += 1),
      () => (refused += 1),
    );
  }
  await swapping.stop();

  expect(readdirSync(join(outside, "in"))).toEqual([]);
  expect(readdirSync(outside)).toEqual(["in"]);
});
