import { readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { openTestMemos, type TestMemos } from "../../../../test/kit/memos.ts";
import { embedAll, findingsOf, reconcileTenant } from "../../../../test/kit/search-check.ts";
import { EVERY_TENANT } from "../../installation.ts";
import { query } from "../../query.ts";

/** Words that nothing else begins or ends like; the index keeps their stems, some without their first letters. */
const CANARIES = ["qzebrafishing", "xylophonists", "wyvernhood", "jqkirkwallness"];
const TRACES = ["zebrafish", "lophonist", "yvernhood", "kirkwal"];

/** Memos of which some say canaries; those vanish from the log as if erased there. */
async function openWithCanaries(engine: (typeof ENGINES)[number]): Promise<TestMemos> {
  const memos = await openTestMemos({ engine });
  await memos.keep(...Array.from({ length: 60 }, (_, n): [string, string] => [`m${n}`, `a heron by river ${n}`]));
  await memos.keep(["c0", `a ${CANARIES[0]} here`], ["m7", `an otter with ${CANARIES[1]}`]);
  await memos.keep(["c2", `once a ${CANARIES[2]}`]);
  await memos.keep(["c2", "now nothing of it"]);
  // Replaced without a past, one of many: its words are deleted already, and lie in the index all the same.
  const database = await memos.parts.database();
  const passage = (id: string, text: string) => ({ space: "memo", id, unit: "passage" as const, text });
  const many = Array.from({ length: 40 }, (_, n) => passage(`f${n}`, `a filler ${n}`));
  for (const texts of [[...many, passage("m9", `a ${CANARIES[3]}`)], [passage("m9", "a heron by river 9")]])
    await database.write("local", (sql) => memos.parts.searchOn(sql, "local").index(texts));
  if (engine === "sqlite") await embedAll(memos);
  await memos.ask("keep_memo", { memos: [{ id: "other", text: "a lynx of Ada's" }] }, "ada");
  await database.write("local", async (sql) => {
    for (const canary of CANARIES) await sql.run(query`delete from event where payload like ${`%${canary}%`}`);
  });
  return memos;
}

/** What of the canaries the database still holds, after all that is free was given back. */
async function tracesIn(memos: TestMemos): Promise<string[]> {
  const database = await memos.parts.database();
  if (database.dialect === "postgres") {
    const rows = await database.read(EVERY_TENANT, (sql) =>
      sql.all<{ text: string }>(
        query`select text from search_document union all select encode(places, 'escape') as text from search_posting`,
      ),
    );
    return TRACES.filter((trace) => rows.some(({ text }) => text.includes(trace)));
  }
  const file = join(memos.folder, "bailiwick.db");
  const raw = new Sqlite(file);
  raw.exec("vacuum");
  // A reader that is just looking keeps the log from being taken over.
  await expect.poll(() => raw.pragma("wal_checkpoint(TRUNCATE)")).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
  raw.close();
  const bytes = readFileSync(file);
  return TRACES.filter((trace) => bytes.includes(trace));
}

describe.each(ENGINES)("on %s", (engine) => {
  test("nothing is left of words that the log no longer says, and the rest stays as it was", async () => {
    const memos = await openWithCanaries(engine);
    expect(await tracesIn(memos)).toEqual(engine === "sqlite" ? TRACES : TRACES.slice(0, 3));
    expect(await findingsOf(memos)).toContain("document memo/c0 of local: the log does not say it");
    const kept = async () =>
      (await memos.parts.database()).read(EVERY_TENANT, (sql) =>
        sql.all(query`select key, text, vector_model from search_document where id like 'm1_' order by key`),
      );
    const before = await kept();

    await reconcileTenant(memos, "local");
    expect(await findingsOf(memos)).toEqual([]);
    expect(await tracesIn(memos)).toEqual([]);
    expect(await kept()).toEqual(before);
    expect(await memos.found("river 17")).toContain("m17");
    expect(await memos.found("lynx", undefined, "ada")).toEqual(["other"]);
    expect(await reconcileTenant(memos, "local")).toEqual({ added: 0, changed: 0, removed: 0 });
  });

  test("a space that the log no longer knows is gone with its words", async () => {
    const memos = await openTestMemos({ engine });
    await memos.keep(["a", `a ${CANARIES[0]}`]);
    const database = await memos.parts.database();
    await database.write("local", (sql) => sql.run(query`delete from event`));
    expect(await reconcileTenant(memos, "local")).toMatchObject({ removed: 1 });
    expect(await tracesIn(memos)).toEqual([]);
    expect(await database.read(EVERY_TENANT, (sql) => sql.all(query`select space from search_space`))).toEqual([]);
    expect(await findingsOf(memos)).toEqual([]);
    await memos.keep(["b", "a heron"]);
    expect(await memos.found("heron")).toEqual(["b"]);
  });

  test("rehearsed, nothing is changed", async () => {
    const memos = await openWithCanaries(engine);
    const before = [await memos.rows(), await findingsOf(memos)];
    const database = await memos.parts.database();
    const undone = { ...memos, parts: { ...memos.parts, database: async () => undoing(database) } };
    expect(await reconcileTenant(undone, "local")).toMatchObject({ removed: expect.any(Number) });
    expect([await memos.rows(), await findingsOf(memos)]).toEqual(before);
  });

  test("documents of a space that nothing fills are found, and reindexing removes them", async () => {
    const memos = await openTestMemos({ engine });
    await memos.keep(["a", "a heron"]);
    const database = await memos.parts.database();
    const ghost = { space: "ghost", id: "g", unit: "passage" as const, text: "a zeppelin" };
    await database.write("local", (sql) => memos.parts.searchOn(sql, "local").index([ghost]));
    expect(await findingsOf(memos)).toEqual(["document ghost/g of local: the log does not say it"]);
    expect(await memos.reindex()).toMatchObject({ unclaimed: 1, documents: 1, worlds: [{ removed: 0 }] });
    expect(await findingsOf(memos)).toEqual([]);
    expect(await memos.reindex()).toMatchObject({ unclaimed: 0, documents: 1 });
  });
});

function undoing<Kind extends Awaited<ReturnType<TestMemos["parts"]["database"]>>>(database: Kind): Kind {
  return {
    ...database,
    write: (lane: string, work: Parameters<Kind["write"]>[1]) => database.write(lane, work, { keep: false }),
  };
}
