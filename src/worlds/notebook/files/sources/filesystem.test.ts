import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../../test/kit/folder.ts";
import { swapFolder } from "../../../../../test/kit/swap-folder.ts";
import { FILE_BYTES_MAX } from "./file-source.ts";
import { createFilesystemSource } from "./filesystem.ts";

async function walked(root: string, under = "") {
  const found = [];
  for await (const file of createFilesystemSource(root).walk(under)) found.push(file);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

test("walks every visible file at any depth and follows no link", async () => {
  const root = temporaryFolder();
  const outside = temporaryFolder();
  mkdirSync(join(root, "a/b"), { recursive: true });
  writeFileSync(join(root, "a/b/deep.md"), "x");
  writeFileSync(join(root, ".hidden.md"), "x");
  writeFileSync(join(outside, "secret.md"), "secret");
  symlinkSync(join(outside, "secret.md"), join(root, "link.md"));
  symlinkSync(outside, join(root, "folder"));
  execFileSync("/usr/bin/mkfifo", [join(root, "pipe.md")]);
  expect(await walked(root)).toEqual([
    { path: "a/b/deep.md", stamp: expect.any(String), modifiedAt: expect.any(Number) },
    { path: "folder", refused: "link" },
    { path: "link.md", refused: "link" },
    { path: "pipe.md", refused: "not_a_file" },
  ]);
});

test("reads nothing through a link, a pipe, a folder or a way out", async () => {
  const root = temporaryFolder();
  const outside = temporaryFolder();
  mkdirSync(join(root, "inside"));
  mkdirSync(join(outside, "inside"));
  writeFileSync(join(outside, "secret.md"), "secret");
  symlinkSync(join(outside, "secret.md"), join(root, "link.md"));
  symlinkSync(outside, join(root, "folder"));
  execFileSync("/usr/bin/mkfifo", [join(root, "pipe.md")]);
  const source = createFilesystemSource(root);
  expect(await source.read("link.md")).toEqual({ kind: "refused", reason: "link" });
  expect(await source.read("folder/secret.md")).toEqual({ kind: "refused", reason: "link" });
  expect(await source.read("pipe.md")).toEqual({ kind: "refused", reason: "not_a_file" });
  expect(await source.read("inside")).toEqual({ kind: "refused", reason: "not_a_file" });
  expect(await source.read("missing.md")).toEqual({ kind: "gone" });
});

test("refuses a file that was replaced by a link to the outside after the walk", async () => {
  const root = temporaryFolder();
  const outside = temporaryFolder();
  mkdirSync(join(root, "a"));
  writeFileSync(join(root, "a/n.md"), "mine");
  writeFileSync(join(outside, "n.md"), "secret");
  const source = createFilesystemSource(root);
  expect(await source.read("a/n.md")).toMatchObject({ kind: "file" });
  renameSync(join(root, "a"), join(root, "b"));
  symlinkSync(outside, join(root, "a"));
  expect(await source.read("a/n.md")).toEqual({ kind: "refused", reason: "link" });
});

test("never reads what is outside while folders become links and folders again", async () => {
  const root = temporaryFolder();
  const outside = temporaryFolder();
  mkdirSync(join(root, "a"));
  writeFileSync(join(root, "a/n.md"), "mine");
  writeFileSync(join(outside, "n.md"), "secret");
  const source = createFilesystemSource(root);
  swapFolder(join(root, "a"), outside);
  const seen = new Map<string, number>();
  const times = (what: string) => seen.get(what) ?? 0;
  // Met often enough in each of its states to be sure that it was met in the midst of them.
  while (times("mine") < 200 || times("link") < 50 || times("gone") < 50) {
    const read = await source.read("a/n.md");
    const what =
      read.kind === "file" ? Buffer.from(read.bytes).toString() : read.kind === "gone" ? "gone" : read.reason;
    seen.set(what, times(what) + 1);
  }
  expect([...seen.keys()].filter((what) => !["mine", "link", "gone", "changing"].includes(what))).toEqual([]);
});

test("gives up on a file that keeps changing while it is read", async () => {
  const root = temporaryFolder();
  const path = join(root, "busy.md");
  writeFileSync(path, "x".repeat(4 * 1024 * 1024));
  // Every turn of the event loop that the reader waits in, the file grows.
  const writing = setInterval(() => appendFileSync(path, "y"), 0);
  try {
    expect(await createFilesystemSource(root).read("busy.md")).toEqual({ kind: "refused", reason: "changing" });
  } finally {
    clearInterval(writing);
  }
});

test("refuses a file beyond the limit without reading it", async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, "big.txt"), "");
  truncateSync(join(root, "big.txt"), FILE_BYTES_MAX + 1);
  expect(await createFilesystemSource(root).read("big.txt")).toEqual({ kind: "refused", reason: "too_large" });
});

test("has nothing where there is no folder", async () => {
  const source = createFilesystemSource(join(temporaryFolder(), "none"));
  expect(await source.folders("")).toEqual([]);
  expect(await source.names("")).toEqual([]);
  expect(await walked(join(temporaryFolder(), "none"))).toEqual([]);
});
