import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTestCallFiles, type TestCallFiles } from "../../../test/kit/call-files.ts";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { ENGINES, freshDatabaseUrl } from "../../../test/kit/kernel.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { EVERY_TENANT } from "../installation.ts";
import { query } from "../query.ts";
import type { WritePoint } from "../write-points.ts";

/** Every file of the shared folder with its text; what waits aside is told by its folder alone. */
function pagesOf({ folder }: { folder: string }): Record<string, string> {
  const found = readdirSync(join(folder, "pages"), { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) =>
      parentPath.endsWith(".incoming") ? ["aside", name] : [name, readFileSync(join(parentPath, name), "utf8")],
    ),
  );
}

const journalOf = (room: TestCallFiles) =>
  room.database.read(EVERY_TENANT, (sql) =>
    sql.all<{ path: string }>(query`select path from staged_file order by path`),
  );

/** Fails at a point of the first call with files, once: what comes after it is not done. */
function failingAt(point: WritePoint, error: Error): Env {
  let state: "waiting" | "armed" | "spent" = "waiting";
  return {
    ...createSimulatedEnv("failing"),
    reached(reached) {
      if (state === "waiting" && reached === "file-written") state = "armed";
      if (state !== "armed" || reached !== point) return;
      state = "spent";
      throw error;
    },
  };
}

describe.each(ENGINES)("on %s", (engine) => {
  const open = async (env?: Env) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "pages"));
    writeFileSync(join(folder, "pages/old.txt"), "old");
    writeFileSync(join(folder, "pages/gone.txt"), "gone");
    const databaseUrl = await freshDatabaseUrl(engine);
    const more = async (as = env) => openTestCallFiles({ folder, databaseUrl, ...(as && { env: as }) });
    return { room: await more(), more };
  };
  const change = (room: TestCallFiles, tenant?: string) =>
    room.write(async ({ files, sql }) => {
      await files.put("pages", "old.txt", "new");
      await files.put("pages", "deep/er/added.txt", "added", { modifiedMs: 86_400_000 });
      await files.remove("pages", "gone.txt");
      await files.remove("pages", "never.txt");
      return sql.dialect;
    }, tenant);

  test("files are as they were until the commit, and changed together after it", async () => {
    const { room } = await open();
    await room.write(async ({ files }) => {
      await files.put("pages", "old.txt", "new");
      await files.remove("pages", "gone.txt");
      expect(readFileSync(join(room.folder, "pages/old.txt"), "utf8")).toBe("old");
      expect(readFileSync(join(room.folder, "pages/gone.txt"), "utf8")).toBe("gone");
    });
    expect(pagesOf(room)).toEqual({ "old.txt": "new" });
    await change(room);
    expect(pagesOf(room)).toEqual({ "old.txt": "new", "added.txt": "added" });
    await room.close(room.database);
    expect(await journalOf(room)).toEqual([]);
  });

  test.each(["file-written", "file-journaled", "before-commit"] as const)(
    "a call that fails at %s leaves every file as it was, and nothing aside",
    async (point) => {
      const { room } = await open(failingAt(point, new KernelError("storage_full", "planted")));
      await expect(change(room)).rejects.toMatchObject({ code: "storage_full" });
      expect(pagesOf(room)).toEqual({ "old.txt": "old", "gone.txt": "gone" });
      expect(await journalOf(room)).toEqual([]);
      await change(room);
      expect(pagesOf(room)).toEqual({ "old.txt": "new", "added.txt": "added" });
    },
  );

  test.each(["after-commit", "file-renamed"] as const)(
    "what was committed when a process ended at %s is finished by the next start, and by the next write",
    async (point) => {
      for (const finish of [
        (next: TestCallFiles) => next.recover(next.database),
        (next: TestCallFiles) => next.write(({ files }) => files.begin("pages")),
      ]) {
        const { room, more } = await open(failingAt(point, new KernelError("commit_unknown", "planted")));
        await change(room).catch(() => {});
        const next = await more(createSimulatedEnv("next"));
        await finish(next);
        expect(pagesOf(next)).toEqual({ "old.txt": "new", "added.txt": "added" });
        // Done again it does nothing: what a person writes there afterwards stays.
        writeFileSync(join(next.folder, "pages/gone.txt"), "back");
        writeFileSync(join(next.folder, "pages/old.txt"), "by hand");
        await next.recover(next.database);
        expect(pagesOf(next)).toEqual({ "old.txt": "by hand", "added.txt": "added", "gone.txt": "back" });
        await next.close(next.database);
        expect(await journalOf(next)).toEqual([]);
      }
    },
  );

  test("a file that a person changes after the call looked at it stays as they wrote it", async () => {
    const { room } = await open();
    await room.write(async ({ files }) => {
      await files.put("pages", "old.txt", "ours");
      await files.remove("pages", "gone.txt");
      await files.put("pages", "new.txt", "ours");
      for (const name of ["old", "gone", "new"]) writeFileSync(join(room.folder, `pages/${name}.txt`), "theirs");
    });
    expect(pagesOf(room)).toEqual({ "old.txt": "theirs", "gone.txt": "theirs", "new.txt": "theirs" });
    expect(room.log.lines).toMatchObject([{ level: "warn", fields: { root: "pages", files: 3 } }]);
  });

  test("calls of two users at once never interleave: each finds what the one before it left", async () => {
    const { room, more } = await open();
    const rooms = [room, await more(createSimulatedEnv("second"))];
    const add = (of: TestCallFiles, tenant: string, n: number) =>
      of.write(async ({ files }) => {
        await files.begin("pages");
        const text = readFileSync(join(of.folder, "pages/old.txt"), "utf8");
        await new Promise((resolve) => setTimeout(resolve, 1));
        await files.put("pages", "old.txt", `${text} ${n}`);
      }, tenant);
    const calls = Array.from({ length: 24 }, (_, n) => add(rooms[n % 2] ?? room, n % 3 === 0 ? "ada" : "bob", n));
    await Promise.all(calls);
    const numbers = readFileSync(join(room.folder, "pages/old.txt"), "utf8").split(" ").slice(1).map(Number);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, n) => n));
  });

  test("what belongs to a folder that this process does not have is left alone", async () => {
    const { room, more } = await open(failingAt("after-commit", new KernelError("commit_unknown", "planted")));
    await change(room).catch(() => {});
    // Another machine on the same database, with a folder of its own.
    const pages = join(room.folder, "pages");
    renameSync(pages, `${pages}.away`);
    mkdirSync(pages);
    writeFileSync(join(pages, "old.txt"), "old");
    const other = await more(createSimulatedEnv("other"));
    await other.recover(other.database);
    await other.close(other.database);
    expect(pagesOf(other)).toEqual({ "old.txt": "old" });
    expect(await journalOf(other)).toHaveLength(3);
    rmSync(pages, { recursive: true });
    renameSync(`${pages}.away`, pages);
    const back = await more(createSimulatedEnv("back"));
    await back.recover(back.database);
    expect(pagesOf(back)).toEqual({ "old.txt": "new", "added.txt": "added" });
  });
});

test("nothing is written outside the folder, nor through a link, nor in the place of a folder", async () => {
  const room = await openTestCallFiles();
  const outside = temporaryFolder();
  const pages = join(room.folder, "pages");
  mkdirSync(join(pages, "folder"), { recursive: true });
  writeFileSync(join(outside, "theirs.txt"), "theirs");
  symlinkSync(outside, join(pages, "linked"));
  symlinkSync(join(outside, "theirs.txt"), join(pages, "link.txt"));
  const put = (path: string) => room.write(({ files }) => files.put("pages", path, "ours"));

  for (const path of ["../x.txt", "/x.txt", "a/../../x.txt", "", "a//b", "a\0b"]) {
    await expect(put(path)).rejects.toMatchObject({ code: "internal" });
  }
  await expect(put("linked/x.txt")).rejects.toMatchObject({ code: "storage_unwritable" });
  await expect(put("folder")).rejects.toMatchObject({ code: "storage_unwritable" });
  // A link is replaced itself; what it leads to stays.
  await put("link.txt");
  expect(readFileSync(join(outside, "theirs.txt"), "utf8")).toBe("theirs");
  expect(readdirSync(outside)).toEqual(["theirs.txt"]);
  expect(readFileSync(join(pages, "link.txt"), "utf8")).toBe("ours");
});

test("a journal that someone wrote into moves nothing outside its folder", async () => {
  const room = await openTestCallFiles();
  await room.write(({ files }) => files.put("pages", "a.txt", "a"));
  writeFileSync(join(room.folder, "pages/.incoming/mine"), "planted");
  await room.write(({ sql }) =>
    sql.run(query`insert into staged_file (tenant_id, root, path, call_id, aside, action, replaces, folder)
      values ('~installation', 'pages', '../../evil.txt', 'x', '.incoming/mine', 'put', null, 'x')`),
  );
  await room.recover(room.database);
  expect(readdirSync(room.folder).sort()).toEqual(expect.not.arrayContaining(["evil.txt"]));
  expect(pagesOf(room)).toEqual({ "a.txt": "a", aside: "mine" });
  expect(room.log.lines.at(-1)).toMatchObject({ level: "error" });
});

test("the time of a file is as asked, and a read cannot write one", async () => {
  const room = await openTestCallFiles();
  await room.write(({ files }) => files.put("pages", "a.txt", "a", { modifiedMs: 86_400_000 }));
  expect(statSync(join(room.folder, "pages/a.txt")).mtimeMs).toBe(86_400_000);
  const staged = room.stage("local");
  await room.database.read(EVERY_TENANT, async (sql) => {
    await expect(staged.files(sql, () => false).put("pages", "b.txt", "b")).rejects.toMatchObject({ code: "internal" });
  });
  await expect(room.write(({ files }) => files.put("elsewhere", "b.txt", "b"))).rejects.toMatchObject({
    code: "internal",
  });
});
