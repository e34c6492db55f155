import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { diskFolder } from "../kit/folder.ts";
import { runCli } from "../kit/processes.ts";
import { startProduct } from "./server-process.ts";

const PAGE_BYTES = 4096;

/** A closed data folder with some hundred entries. */
async function filledFolder(): Promise<{ folder: string; file: string; noteId: string }> {
  const folder = diskFolder();
  const server = startProduct("conformance", ["--data", folder]);
  await server.initialize();
  const ends = await Promise.all(
    Array.from({ length: 300 }, (_, write) => server.write(`entry ${write} ${"x".repeat(500)}`)),
  );
  await server.end();
  return { folder, file: join(folder, "bailiwick.db"), noteId: ends[0]?.value.id };
}

/** Ways a database file goes bad. Each is done to a closed file. */
const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  "that is no database": (file) => writeFileSync(file, "this is a shopping list\n".repeat(1000)),
  "with every page but the first overwritten": (file) => {
    const pages = Math.floor(statSync(file).size / PAGE_BYTES);
    const fd = openSync(file, "r+");
    writeSync(fd, Buffer.alloc((pages - 1) * PAGE_BYTES, 0xa5), 0, (pages - 1) * PAGE_BYTES, PAGE_BYTES);
    closeSync(fd);
  },
  "cut in half": (file) => {
    const fd = openSync(file, "r+");
    ftruncateSync(fd, Math.floor(statSync(file).size / PAGE_BYTES / 2) * PAGE_BYTES);
    closeSync(fd);
  },
};

describe.each(Object.keys(DAMAGES))("a database file %s", (damage) => {
  test("is refused by every call as damaged, while the process goes on", async () => {
    const { folder, file, noteId } = await filledFolder();
    DAMAGES[damage]?.(file);
    const damaged = readFileSync(file);
    const server = startProduct("conformance", ["--data", folder]);
    await server.initialize();

    const ends = [await server.write("one"), await server.call("test_read", { id: noteId }), await server.write("two")];

    expect(ends).toEqual([{ failed: "storage_corrupt" }, { failed: "storage_corrupt" }, { failed: "storage_corrupt" }]);
    expect((await server.send("tools/list", {}).end).value.tools.length).toBeGreaterThan(0);
    expect(await server.end()).toBe(0);
    expect(readFileSync(file).equals(damaged)).toBe(true);
  });

  test("is named by verify, which fails without a stack trace", async () => {
    const { folder, file } = await filledFolder();
    DAMAGES[damage]?.(file);

    const { code, stdout, stderr } = await runCli(["verify", "--data", folder]);

    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/^(bad database: |bailiwick: The database file is damaged)/m);
    expect(stderr).not.toContain("    at ");
  });
});

test("a database file that goes bad under a running process is refused as damaged, and the process goes on", async () => {
  const { folder, file } = await filledFolder();
  const server = startProduct("conformance", ["--data", folder]);
  await server.initialize();
  await server.write("before");
  writeFileSync(file, Buffer.alloc(statSync(file).size, 0xa5));

  // Pages of the log's end may still be in memory; the notes before are not.
  const end = await server.call("test_read", { id: "0".repeat(64) });

  expect(end.failed).toMatch(/^storage_corrupt$/);
  expect((await server.send("tools/list", {}).end).value.tools.length).toBeGreaterThan(0);
});

test("a repeated failure to open the database leaves no files open", async () => {
  const { folder, file } = await filledFolder();
  DAMAGES["cut in half"]?.(file);
  const server = startProduct("conformance", ["--data", folder]);
  await server.initialize();

  for (let call = 0; call < 50; call++) expect(await server.write("again")).toEqual({ failed: "storage_corrupt" });

  expect(openFilesOf(server.pid, folder).length).toBeLessThan(20);
});

function openFilesOf(pid: number, folder: string): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      return [];
    }
  });
}

test("a data folder that cannot be made is refused by every call, and the process goes on", async () => {
  const file = join(diskFolder(), "a-file");
  writeFileSync(file, "");
  const server = startProduct("conformance", ["--data", join(file, "data")]);
  await server.initialize();

  const ends = [await server.write("one"), await server.call("test_read", { id: "0".repeat(64) })];

  expect(ends).toEqual([{ failed: "storage_unwritable" }, { failed: "storage_unwritable" }]);
  expect(readFileSync(file, "utf8")).toBe("");
  expect(await server.end()).toBe(0);
});
