import { join } from "node:path";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { WORLDS } from "../../src/apps/worlds.ts";
import type { World } from "../../src/kernel/serve.ts";
import { conformance } from "../../src/worlds/conformance/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES, freshDatabaseUrl, openTestKernel } from "../kit/kernel.ts";
import { startProduct } from "./server-process.ts";

/** What a newer build leaves behind: a step of the schema that this one has never heard of. */
const newerWorld: World = {
  ...conformance,
  migrations: [
    ...conformance.migrations,
    {
      name: "conformance-999-from-the-future",
      up: (schema, { text }) => [
        schema.createTable("conformance_future").addColumn("id", text, (column) => column.notNull()),
      ],
    },
  ],
};

/** All worlds of this build, one of them a step ahead. */
function newerWorlds(): World[] {
  return WORLDS.map((world) => (world.name === newerWorld.name ? newerWorld : world));
}

describe.each(ENGINES)("on %s, once a newer build has changed the schema", (engine) => {
  async function openOldAndNew() {
    const folder = temporaryFolder();
    const databaseUrl = await freshDatabaseUrl(engine);
    const old = await openTestKernel({ folder, databaseUrl, seed: "old" });
    const written = await old.callTool("test_write", { text: "before" });
    const noteId = (written as { structuredContent: { id: string } }).structuredContent.id;
    const newer = await openTestKernel({ folder, databaseUrl, seed: "newer", worlds: newerWorlds() });
    await newer.stateRoot();
    return { folder, databaseUrl, old, newer, noteId };
  }

  const refusal = { isError: true, structuredContent: { error: { code: "schema_newer" } } };

  test("a process that was already running writes nothing more", async () => {
    const { old, newer } = await openOldAndNew();

    expect(await old.callTool("test_write", { text: "by the old one" })).toMatchObject(refusal);
    expect(await old.callTool("test_write", { text: "by the old one" })).toMatchObject(refusal);

    expect((await newer.verify()).entries).toBe(1);
  });

  test("a process that was already running reads nothing more", async () => {
    const { old, noteId } = await openOldAndNew();

    expect(await old.callTool("test_read", { id: noteId })).toMatchObject(refusal);
  });

  test("a process that is started afterwards neither writes nor reads", async () => {
    const { folder, databaseUrl, newer, noteId } = await openOldAndNew();
    const server = startProduct("conformance", [
      "--data",
      folder,
      ...(databaseUrl === undefined ? [] : ["--database", databaseUrl]),
    ]);
    await server.initialize();

    const ends = [await server.write("by the old one"), await server.call("test_read", { id: noteId })];

    expect(ends).toEqual([{ failed: "schema_newer" }, { failed: "schema_newer" }]);
    expect((await newer.verify()).entries).toBe(1);
  });

  test("the refused process does not stand in the way of the newer one", async () => {
    const { old, newer, folder, databaseUrl } = await openOldAndNew();
    expect(await old.callTool("test_write", { text: "by the old one" })).toMatchObject(refusal);

    expect(await heldBy(folder, databaseUrl)).toEqual([]);
    expect(await newer.callTool("test_write", { text: "by the newer one" })).toMatchObject({
      structuredContent: { seq: 2 },
    });
  });
});

/** What would make a writer wait: the transactions that somebody left open. */
async function heldBy(folder: string, databaseUrl: string | undefined): Promise<unknown[]> {
  if (databaseUrl === undefined) {
    const db = new Sqlite(join(folder, "bailiwick.db"), { timeout: 0 });
    try {
      db.exec("begin immediate; rollback");
      return [];
    } catch (error) {
      return [error];
    } finally {
      db.close();
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    "select state, query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  await client.end();
  return rows;
}
