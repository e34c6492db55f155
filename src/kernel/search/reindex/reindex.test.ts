import { describe, expect, test } from "vitest";
import { ENGINES, type Engine } from "../../../../test/kit/kernel.ts";
import { openTestMemos, type TestMemos } from "../../../../test/kit/memos.ts";
import { sampled } from "../../../../test/kit/thorough.ts";
import { EVERY_TENANT } from "../../installation.ts";
import { query } from "../../query.ts";
import type { Sql } from "../../sql.ts";

const ANIMALS = ["heron", "otter", "badger", "lynx", "viper"];
const PLACES = ["river", "meadow", "quarry"];
const textOf = (n: number) =>
  `a ${ANIMALS[n % 5]} by the ${PLACES[n % 3]}, ${n % 2 === 0 ? "seen" : "heard"} ${n % 7} times`;

/** More memos than are ranked whole, with a past: some replaced, some dropped; a file; another tenant. */
async function openFilled(engine: Engine) {
  const memos = await openTestMemos({ engine });
  await memos.keep(...Array.from({ length: 215 }, (_, n): [string, string] => [`m${n}`, textOf(n)]));
  const early = memos.parts.env.now();
  await memos.keep(
    ...Array.from({ length: 40 }, (_, n): [string, string] => [`m${n}`, `a ferry with ${textOf(n + 1)}`]),
  );
  for (const id of ["m50", "m51"]) await memos.ask("drop_memo", { id });
  await memos.ask("keep_file", { text: "a heron in a stored file" });
  await memos.ask("keep_memo", { memos: [{ id: "other", text: "a heron of Ada's" }] }, "ada");
  const middle = memos.parts.env.now();
  await memos.keep(["m1", "a kettle"], ["m1", "a lantern"]);
  return { ...memos, answers: () => answersOf(memos, [undefined, early, middle]) };
}

/** What searches of every kind answer, with scores. */
async function answersOf({ parts }: TestMemos, times: readonly (number | undefined)[]) {
  const database = await parts.database();
  const answers = [];
  for (const tenant of ["local", "ada"]) {
    for (const text of ["heron", "otter by the quarry", "ferry", "kettle", "lantern", "zeppelin", "viper seen"]) {
      for (const asOf of times) {
        const asked = { space: "memo", text, limit: 20, ...(asOf !== undefined && { asOf }) };
        const { hits, matches } = await database.read(EVERY_TENANT, (sql) => parts.searchOn(sql, tenant).find(asked));
        answers.push([
          tenant,
          text,
          asOf,
          matches,
          hits.map(({ document, score }) => [document.id, document.text, score]),
        ]);
      }
    }
  }
  return answers;
}

const NOTHING_DONE = { added: 0, changed: 0, removed: 0 };

/** Ways an index comes to be wrong. */
const DAMAGES: Readonly<Record<string, (sql: Sql) => Promise<unknown>>> = {
  "documents are gone": (sql) => sql.run(query`delete from search_document where key % 3 = 0`),
  "all documents are gone": (sql) => sql.run(query`delete from search_document`),
  "texts are wrong": (sql) => sql.run(query`update search_document set text = 'a zeppelin' where key % 5 = 0`),
  "documents were planted": (sql) =>
    sql.run(query`insert into search_document
      (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
      select key + 100000, tenant_id, space, id || '-planted', unit, 'a zeppelin', group_id, position, filters, 1, since
      from search_document where key % 4 = 0`),
  "a document stands twice": (sql) =>
    sql.run(query`insert into search_document
      (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
      select key + 100000, tenant_id, space, id, unit, text, group_id, position, filters, terms, since
      from search_document where key % 4 = 0`),
  "times, filters and lengths are wrong": (sql) =>
    sql.run(
      query`update search_document set since = 1, until = 2, filters = '{"a":"b"}', terms = 99 where key % 4 = 0`,
    ),
  "spaces are gone": (sql) => sql.run(query`delete from search_space`),
  "counts are wrong": (sql) => sql.run(query`update search_space set documents = 0, terms = 1, past = 0, pending = 7`),
  "words are gone": async (sql) => {
    if (sql.dialect === "postgres") await sql.run(query`delete from search_posting where bucket > 200`);
    else await sql.run(query`delete from search_text_1 where rowid % 2 = 0`);
  },
  "words are wrong": async (sql) => {
    if (sql.dialect === "postgres")
      await sql.run(query`update search_posting set bucket = -bucket - 1 where bucket between 100 and 300`);
    else
      await sql.run(query`insert into search_text_1 (rowid, body) values (7, 'zeppelin'), (100000, 'zeppelin heron')`);
  },
};

describe.each(ENGINES)("on %s", (engine) => {
  test.each(sampled(Object.entries(DAMAGES), engine === "postgres" ? 3 : 1))(
    "where %s, searches answer as before, and again nothing is to be done",
    async (_, damage) => {
      const { parts, reindex, answers, stateRoot, rows } = await openFilled(engine);
      const [before, root, stored] = [await answers(), await stateRoot(), await rows()];
      const database = await parts.database();
      await database.write(EVERY_TENANT, damage);

      const report = await reindex();
      expect(await answers()).toEqual(before);
      expect(await rows()).toEqual(stored);
      expect(report).toMatchObject({ worlds: [{ world: "memo" }], documents: 215, unreadable: 0 });
      expect(await reindex()).toMatchObject({ worlds: [{ world: "memo", ...NOTHING_DONE }], texts: 0, vectors: 0 });
      expect(await stateRoot()).toEqual(root);
    },
  );

  test("an index that is right is left as it is", async () => {
    const { parts, reindex } = await openFilled(engine);
    const keys = async () =>
      (await parts.database()).read(EVERY_TENANT, (sql) =>
        sql.all(query`select key, text from search_document order by key`),
      );
    const before = await keys();
    expect(await reindex()).toMatchObject({ worlds: [NOTHING_DONE], texts: 0, vectors: 0 });
    expect(await keys()).toEqual(before);
  });

  test("broken off anywhere, it leaves what it has mended and can be run again", async () => {
    const { parts, reindex, answers } = await openFilled(engine);
    const before = await answers();
    await (await parts.database()).write(EVERY_TENANT, (sql) =>
      sql.run(query`delete from search_document where key % 2 = 0`),
    );
    let runs = 0;
    for (let stopAt = 1; ; stopAt += 1) {
      let shown = 0;
      const stop = new AbortController();
      const progress = () => {
        shown += 1;
        if (shown === stopAt) stop.abort();
      };
      const broken = await reindex({ progress, signal: stop.signal }).catch((error: Error) => error);
      runs += 1;
      if (!(broken instanceof Error)) break;
      expect(broken).toMatchObject({ code: "cancelled" });
    }
    expect(runs).toBeGreaterThan(4);
    expect(await answers()).toEqual(before);
  });

  test("calls go on meanwhile, find what is there, and what they record is neither lost nor undone", async () => {
    const { parts, reindex, keep, found, ask } = await openFilled(engine);
    await (await parts.database()).write(EVERY_TENANT, (sql) =>
      sql.run(query`update search_document set text = 'a zeppelin' where key % 2 = 0 and id <> 'm1'`),
    );
    const calls: Promise<unknown>[] = [];
    let n = 0;
    const progress = () => {
      n += 1;
      calls.push(keep([`new${n}`, `a walrus ${n}`], ["m3", `a walrus ${n} instead`]));
      calls.push(ask("drop_memo", { id: `m${100 + n}` }));
      calls.push(found("lantern").then((ids) => expect(ids).toEqual(["m1"])));
    };
    await reindex({ progress });
    await Promise.all(calls);
    expect(n).toBeGreaterThan(3);
    expect(await found("zeppelin")).toEqual([]);
    expect(await found(`walrus ${n}`)).toEqual(expect.arrayContaining([`new${n}`, "m3"]));
    expect(await reindex()).toMatchObject({ worlds: [NOTHING_DONE], texts: 0, vectors: 0 });
  });

  test("the words of a file that is lost are left out, and it says so", async () => {
    const { folder, reindex, found, ask } = await openFilled(engine);
    const { sha256 } = await ask("keep_file", { text: "a walrus in a file" });
    const { rmSync } = await import("node:fs");
    rmSync(`${folder}/blobs/local/sha256/${sha256.slice(0, 2)}/${sha256.slice(2)}`);
    expect(await reindex()).toMatchObject({ unreadable: 1, worlds: [{ removed: 1 }] });
    expect(await found("walrus")).toEqual([]);
  });
});

test("documents keep their vectors, and only what has none gets a new one", async () => {
  const { parts, keep, reindex } = await openTestMemos({ embedder: { provider: "bundled" } });
  await keep(["a", "a heron"], ["b", "an otter"], ["c", "a tax form"], ["d", "a kettle"]);
  const database = await parts.database();
  const vectors = () =>
    database.read(EVERY_TENANT, (sql) =>
      sql.all<{ id: string; model: string | null }>(query`select d.id, d.vector_model as model, v.embedding, b.bits
        from search_document d left join search_vector v on v.key = d.key left join search_bits b on b.key = d.key
        order by d.id`),
    );
  const waiting = async () => (await vectors()).filter(({ model }) => model === null).length;
  await expect.poll(waiting).toBe(0);
  const before = await vectors();

  await database.write(EVERY_TENANT, async (sql) => {
    await sql.run(query`delete from search_vector where key = (select key from search_document where id = 'a')`);
    await sql.run(query`delete from search_bits where key = (select key from search_document where id = 'b')`);
    await sql.run(query`update search_document set filters = '{"x":"y"}' where id = 'c'`);
    await sql.run(query`insert into search_vector (key, embedding) values (999, x'00')`);
    await sql.run(query`insert into search_bits (number, key, bits) values (9, 999, x'00')`);
  });
  expect(await reindex()).toMatchObject({ vectors: 1, texts: 0, worlds: [{ added: 0, changed: 1, removed: 0 }] });
  const kept = (await vectors()).filter(({ id }) => id !== "a");
  expect(kept).toEqual(before.filter(({ id }) => id !== "a"));
  expect(
    await database.read(EVERY_TENANT, (sql) => sql.all(query`select key from search_vector where key = 999`)),
  ).toEqual([]);

  parts.committed("local");
  await expect.poll(waiting).toBe(0);
  expect(await vectors()).toEqual(before);
});
