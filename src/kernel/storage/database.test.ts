import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { createMemoryLog, ENGINES, freshDatabaseUrl } from "../../../test/kit/kernel.ts";
import { createRealEnv } from "../../apps/real-env.ts";
import { EVERY_TENANT } from "../installation.ts";
import { query } from "../query.ts";
import type { Migration } from "../sql.ts";
import { openDatabase } from "./index.ts";

const table: Migration = {
  name: "test-001",
  up: (schema, { text, integer }) => [
    schema
      .createTable("item")
      .addColumn("name", text, (column) => column.primaryKey())
      .addColumn("n", integer),
  ],
};

async function open(
  engine: (typeof ENGINES)[number],
  migrations = [table],
  where?: { folder: string; url: string | undefined },
) {
  const { folder, url } = where ?? { folder: temporaryFolder(), url: await freshDatabaseUrl(engine) };
  const database = await openDatabase({ folder, url, readOnly: false, migrations }, createRealEnv(), createMemoryLog());
  return { database, where: { folder, url } };
}

const put = (name: string, n = 0) => query`insert into item (name, n) values (${name}, ${n})`;
const names = query`select name from item order by name`;

describe.each(ENGINES)("on %s", (engine) => {
  test("a write that fails undoes itself alone; its neighbours in the same commit stay", async () => {
    const { database } = await open(engine);
    const writes = await Promise.allSettled([
      database.write("a", (sql) => sql.run(put("first"))),
      database.write("a", async (sql) => {
        await sql.run(put("half"));
        throw new Error("second thoughts");
      }),
      database.write("a", (sql) => sql.run(put("first"))),
      database.write("a", (sql) => sql.run(put("third"))),
    ]);
    expect(writes.map((write) => write.status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(await database.read(EVERY_TENANT, (sql) => sql.all(names))).toEqual([{ name: "first" }, { name: "third" }]);
    await database.close();
  });

  test("a glance sees what is committed, also in the midst of a write, and nothing of that write", async () => {
    const { database } = await open(engine);
    const glance = () => database.glance<{ name: string }>(EVERY_TENANT, names);
    await database.write("a", (sql) => sql.run(put("first")));
    const before = await glance();
    const during = await database.write("a", async (sql) => {
      await sql.run(put("second"));
      return glance();
    });
    expect([before, during, await glance()]).toEqual([
      [{ name: "first" }],
      [{ name: "first" }],
      [{ name: "first" }, { name: "second" }],
    ]);
    await database.close();
  });

  test("a write that is not kept leaves nothing, and still answers", async () => {
    const { database } = await open(engine);
    const seen = await database.write(
      "a",
      async (sql) => {
        await sql.run(put("gone"));
        return sql.all(names);
      },
      { keep: false },
    );
    expect(seen).toEqual([{ name: "gone" }]);
    expect(await database.read(EVERY_TENANT, (sql) => sql.all(names))).toEqual([]);
    await database.close();
  });

  test("a snapshot does not move while others write, and the next one sees everything acknowledged", async () => {
    const { database } = await open(engine);
    const snapshot = await database.snapshot(EVERY_TENANT);
    expect(await snapshot.sql.all(names)).toEqual([]);
    await database.write("a", (sql) => sql.run(put("later")));
    expect(await snapshot.sql.all(names)).toEqual([]);
    await snapshot.end();
    expect(await database.read(EVERY_TENANT, (sql) => sql.all(names))).toEqual([{ name: "later" }]);
    await database.close();
  });

  test("reading row by row stops cleanly halfway, and text sorts by code point", async () => {
    const { database } = await open(engine);
    await database.write("a", async (sql) => {
      for (const name of ["b", "Z", "a", "ä", "_"]) await sql.run(put(name));
    });
    const seen: string[] = [];
    await database.read(EVERY_TENANT, async (sql) => {
      for await (const row of sql.each<{ name: string }>(names)) {
        seen.push(row.name);
        if (seen.length === 4) break;
      }
      expect(await sql.first(query`select count(*) as n from item`)).toEqual({ n: 5 });
    });
    expect(seen).toEqual(["Z", "_", "a", "b"]);
    await database.close();
  });

  test("200 writers and 200 readers at once: every write is there, no reader is refused", async () => {
    const { database } = await open(engine);
    const writes = Array.from({ length: 200 }, (_, index) => database.write("a", (sql) => sql.run(put(`w${index}`))));
    const reads = Array.from({ length: 200 }, () => database.read(EVERY_TENANT, (sql) => sql.all(names)));
    await Promise.all([...writes, ...reads]);
    expect((await database.read(EVERY_TENANT, (sql) => sql.all(names))).length).toBe(200);
    await database.close();
  });

  test("a database that a newer build has used is refused, by name of what is not understood", async () => {
    const newer: Migration = { name: "test-002", up: () => [] };
    const { database, where } = await open(engine, [table, newer]);
    await database.close();
    await expect(open(engine, [table], where)).rejects.toMatchObject({
      code: "schema_newer",
      details: { migrations: ["test-002"] },
    });
  });

  test("a process that was running when a newer build came refuses to write, and writes nothing", async () => {
    const { database, where } = await open(engine);
    const newer: Migration = {
      name: "test-002",
      up: (schema, { text }) => [schema.alterTable("item").addColumn("extra", text)],
    };
    const { database: upgraded } = await open(engine, [table, newer], where);
    await expect(database.write("a", (sql) => sql.run(put("old")))).rejects.toMatchObject({ code: "schema_newer" });
    expect(await upgraded.read(EVERY_TENANT, (sql) => sql.all(names))).toEqual([]);
    await database.close();
    await upgraded.close();
  });
});
