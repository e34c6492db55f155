import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/kit/folder.ts";
import type { KernelError } from "../../../kernel/index.ts";
import { codeOf } from "../errors.ts";
import { createFileAccess } from "./file-access.ts";

/** A root with a file, a data folder inside it, and a secret beside it. */
function place() {
  const top = temporaryFolder();
  const root = join(top, "root");
  const data = join(root, "bailiwick-data");
  for (const folder of [join(root, "in"), join(data, "keys"), join(data, "import"), `${root}-evil`]) {
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(join(root, "in/a.txt"), "inside");
  writeFileSync(join(top, "secret.txt"), "secret");
  writeFileSync(join(`${root}-evil`, "a.txt"), "secret");
  writeFileSync(join(data, "bailiwick.db"), "secret");
  writeFileSync(join(data, "keys/signing"), "secret");
  writeFileSync(join(data, "import/b.txt"), "imported");
  const files = createFileAccess({ folder: data, workingFolder: root });
  const read = async (path: string, transport: "stdio" | "http" | "local" = "stdio") => {
    try {
      return (await files.read(path, transport)).toString();
    } catch (error) {
      const { code, details } = codeOf(error as KernelError) ?? { code: String(error), details: { reason: undefined } };
      return details.reason === undefined ? code : `${code} ${String(details.reason)}`;
    }
  };
  return { top, root, data, read };
}

/** A program of the system, not of a package. */
const MAKE_PIPE = "/usr/bin/mkfifo";

const OUTSIDE = "VALIDATION_ERROR outside_allowed_roots";

test("reads what lies below the working folder and below the folder for imports", async () => {
  const { root, data, read } = place();
  expect(await read("in/a.txt")).toBe("inside");
  expect(await read(join(root, "in/a.txt"), "local")).toBe("inside");
  expect(await read(join(root, "in/../in/./a.txt"))).toBe("inside");
  expect(await read(join(data, "import/b.txt"))).toBe("imported");
});

test("reads nothing for a caller over HTTP unless the operator opened a folder", async () => {
  const { root, data, read } = place();
  expect(await read(join(root, "in/a.txt"), "http")).toBe(OUTSIDE);
  const opened = createFileAccess({ folder: data, workingFolder: root, filesRoots: ["in"] });
  expect((await opened.read(join(root, "in/a.txt"), "http")).toString()).toBe("inside");
  await expect(opened.read(join(data, "import/b.txt"), "stdio")).rejects.toMatchObject({
    details: { reason: "outside_allowed_roots" },
  });
});

describe("refuses what lies outside, whether or not it is there", () => {
  test.each([
    ["a way up", "../secret.txt"],
    ["a way up through a folder", "in/../../secret.txt"],
    ["a way up to nothing", "../nothing.txt"],
    ["an absolute path", "/etc/passwd"],
    ["an absolute path to nothing", "/etc/no-such-file"],
    ["the root itself", "."],
    ["the folder above", ".."],
    ["the environment of the process", "/proc/self/environ"],
    ["an endless device", "/dev/zero"],
    ["a NUL", "in/a.txt\0.png"],
    ["our own database", "bailiwick-data/bailiwick.db"],
    ["our own keys", "bailiwick-data/keys/signing"],
    ["keys by way of the folder for imports", "bailiwick-data/import/../keys/signing"],
  ])("%s", async (_what, path) => {
    expect(await place().read(path)).toBe(OUTSIDE);
  });

  test("a folder whose name begins like the root's", async () => {
    const { root, read } = place();
    expect(await read(`${root}-evil/a.txt`)).toBe(OUTSIDE);
  });
});

describe("takes strange spellings as plain names, which are not there", () => {
  test.each([
    "..%2f..%2fsecret.txt",
    "%2e%2e/secret.txt",
    "..\\secret.txt",
    "C:\\secret.txt",
    "\\\\host\\share",
    "a.txt::$DATA",
    "file:///etc/passwd",
    "~/secret.txt",
    "$HOME/secret.txt",
    "in/A.TXT",
    `${"x".repeat(300)}.txt`,
  ])("%s", async (path) => {
    expect(await place().read(path)).toBe("FILE_NOT_FOUND");
  });
});

describe("refuses links and whatever is no plain file", () => {
  test("a link to a file outside, to one inside, and to nothing", async () => {
    const { top, root, read } = place();
    symlinkSync(join(top, "secret.txt"), join(root, "out.txt"));
    symlinkSync(join(root, "in/a.txt"), join(root, "alias.txt"));
    symlinkSync(join(top, "nothing.txt"), join(root, "dangling.txt"));
    expect([await read("out.txt"), await read("alias.txt"), await read("dangling.txt")]).toEqual([
      OUTSIDE,
      OUTSIDE,
      OUTSIDE,
    ]);
  });

  test("a folder that is a link, the same for what is behind it and what is not", async () => {
    const { top, root, read } = place();
    symlinkSync(top, join(root, "up"));
    expect([await read("up/secret.txt"), await read("up/nothing.txt"), await read("up/no/thing.txt")]).toEqual([
      OUTSIDE,
      OUTSIDE,
      OUTSIDE,
    ]);
  });

  test("a file with a second name", async () => {
    const { top, root, read } = place();
    linkSync(join(top, "secret.txt"), join(root, "hard.txt"));
    expect(await read("hard.txt")).toBe("VALIDATION_ERROR hard_link");
  });

  test("a folder, a pipe that nobody writes to, and a socket, without waiting", async () => {
    const { root, read } = place();
    execFileSync(MAKE_PIPE, [join(root, "pipe")]);
    const server = createServer().listen(join(root, "socket"));
    expect([await read("in"), await read("pipe"), await read("socket")]).toEqual([
      "VALIDATION_ERROR not_a_regular_file",
      "VALIDATION_ERROR not_a_regular_file",
      "VALIDATION_ERROR not_a_regular_file",
    ]);
    server.close();
  });
});

test("never reads through a link that is swapped in while it looks", async () => {
  const { top, root, read } = place();
  mkdirSync(join(root, "real"));
  writeFileSync(join(root, "real/secret.txt"), "inside");
  let running = true;
  const swap = async () => {
    while (running) {
      renameSync(join(root, "real"), join(root, "aside"));
      symlinkSync(top, join(root, "real"));
      await new Promise((resolve) => setImmediate(resolve));
      rmSync(join(root, "real"));
      renameSync(join(root, "aside"), join(root, "real"));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const swapping = swap();
  const seen = new Set<string>();
  for (let n = 0; n < 1000; n += 1) seen.add(await read("real/secret.txt"));
  running = false;
  await swapping;
  expect([...seen]).not.toContain("secret");
  expect(seen).toContain(OUTSIDE);
});

describe("over stdio, the working folder is not opened by itself", () => {
  const inHome = async (
    workingFolder: string,
    homeFolder: string,
    more: object = {},
    transport: "stdio" | "local" = "stdio",
  ) => {
    const data = temporaryFolder();
    mkdirSync(join(data, "import"));
    writeFileSync(join(data, "import/b.txt"), "imported");
    const files = createFileAccess({ folder: data, workingFolder, homeFolder, ...more });
    const read = (path: string) =>
      files.read(path, transport).then(String, (error: KernelError) => `${error.details.reason}: ${error.message}`);
    return { read, imported: join(data, "import/b.txt") };
  };
  const WITHHELD = expect.stringMatching(/^outside_allowed_roots: .*--files-root DIR/);

  test.each([
    ["it is the home folder", ""],
    ["it holds the home folder", ".."],
    ["it is the root of all", "/"],
  ])("where %s", async (_, way) => {
    const home = join(temporaryFolder(), "home");
    mkdirSync(home);
    writeFileSync(join(home, "diary.txt"), "secret");
    const { read, imported } = await inHome(resolve(home, way), home);

    expect(await read(join(home, "diary.txt"))).toEqual(WITHHELD);
    expect(await read("/etc/passwd")).toEqual(WITHHELD);
    expect(await read(imported)).toBe("imported");
  });

  test("but a folder inside the home folder is, and whatever the operator or the person at the keyboard opens", async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, "work"));
    writeFileSync(join(home, "work/a.txt"), "work");

    expect(await (await inHome(join(home, "work"), home)).read("a.txt")).toBe("work");
    expect(await (await inHome(home, home, { filesRoots: [home] })).read("work/a.txt")).toBe("work");
    expect(await (await inHome(home, home, {}, "local")).read("work/a.txt")).toBe("work");
  });
});

const SIZE = 20_000_000;

test.each([
  ["grows", (path: string) => appendFileSync(path, "x")],
  ["shrinks", (path: string, n: number) => truncateSync(path, SIZE - n)],
])("refuses a file that %s while it is read", async (_what, change) => {
  const { root, read } = place();
  const path = join(root, "moving.txt");
  writeFileSync(path, "x".repeat(SIZE));
  let done = false;
  const reading = read("moving.txt").finally(() => {
    done = true;
  });
  for (let n = 1; !done; n += 1) {
    change(path, n);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await reading).slice(0, 100)).toBe("FILE_READ_ERROR changed");
});

test("refuses a file of 50 MB by its size alone, and an empty one", async () => {
  const { root, read } = place();
  writeFileSync(join(root, "large.bin"), "");
  truncateSync(join(root, "large.bin"), 52_428_800);
  writeFileSync(join(root, "empty.txt"), "");
  expect(await read("large.bin")).toBe("FILE_TOO_LARGE");
  expect(await read("empty.txt")).toBe("VALIDATION_ERROR empty_file");
});
