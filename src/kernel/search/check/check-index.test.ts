import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { ENGINES, type Engine } from "../../../../test/kit/kernel.ts";
import { openTestMemos, type TestMemos } from "../../../../test/kit/memos.ts";
import { startPgvector } from "../../../../test/kit/pgvector.ts";
import { embedAll, findingsOf } from "../../../../test/kit/search-check.ts";
import { clusterServers } from "../../../../test/services/cluster-databases.ts";
import { EVERY_TENANT } from "../../installation.ts";
import { name, type Query, query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import { bucketOf } from "../store/posting-buckets.ts";

/** Memos with a past, a stored file, another tenant. */
async function fill(memos: TestMemos): Promise<TestMemos> {
  await memos.keep(...Array.from({ length: 12 }, (_, n): [string, string] => [`m${n}`, `a heron by river ${n}`]));
  await memos.keep(["m1", "a kettle, a kettle"], ["m2", "an otter in the meadow"]);
  await memos.ask("drop_memo", { id: "m3" });
  await memos.ask("keep_file", { text: "a badger in a stored file" });
  await memos.ask("keep_memo", { memos: [{ id: "other", text: "a lynx of Ada's" }] }, "ada");
  return memos;
}

const openFilled = async (engine: Engine) => fill(await openTestMemos({ engine }));

const M1 = query`id = 'm1' and until is null and tenant_id = 'local'`;
const OF_M1 = query`key = (select key from search_document where ${M1})`;
const m1 = (reason: string) => `document memo/m1 of local: ${reason}`;

/** Edits of the documents, with what is to be said of each. */
const EDITS: Readonly<Record<string, [edit: Query, finding: string]>> = {
  "a text is changed": [
    query`update search_document set text = 'a kettle and a zeppelin' where ${M1}`,
    m1("its text is not what the log says"),
  ],
  "words of a text change places": [
    query`update search_document set text = 'kettle a kettle a' where ${M1}`,
    m1("its text is not what the log says"),
  ],
  "a unit is changed": [
    query`update search_document set unit = 'turn' where ${M1}`,
    m1("its unit is not what the log says"),
  ],
  "a group is changed": [
    query`update search_document set group_id = 'm2' where ${M1}`,
    m1("its group is not what the log says"),
  ],
  "a position is changed": [
    query`update search_document set position = 3 where ${M1}`,
    m1("its position is not what the log says"),
  ],
  "a speaker is put in": [
    query`update search_document set speaker = 'Eve' where ${M1}`,
    m1("its speaker is not what the log says"),
  ],
  "a time is put in": [query`update search_document set at = 1 where ${M1}`, m1("its time is not what the log says")],
  "filters are put in": [
    query`update search_document set filters = '{"a":"b"}' where ${M1}`,
    m1("its filters is not what the log says"),
  ],
  "it began earlier": [
    query`update search_document set since = since - 1 where ${M1}`,
    m1("its since is not what the log says"),
  ],
  "it has ended": [
    query`update search_document set until = since + 1 where ${M1}`,
    m1("its until is not what the log says"),
  ],
  "its words are counted wrong": [
    query`update search_document set terms = 3 where ${M1}`,
    m1("its count of words is not what the log says"),
  ],
  "its id is another": [
    query`update search_document set id = 'm1x' where ${M1}`,
    m1("it is missing, and the log says it"),
  ],
  "its id is empty": [
    query`update search_document set id = '' where ${M1}`,
    "document memo/ of local: the log does not say it",
  ],
  "it is given to another tenant": [
    query`update search_document set tenant_id = 'ada' where ${M1}`,
    "document memo/m1 of ada: the log does not say it",
  ],
  "it is put into another space": [
    query`update search_document set space = 'entity' where ${M1}`,
    "document entity/m1 of local: the log does not say it",
  ],
  "it is deleted": [query`delete from search_document where ${M1}`, m1("it is missing, and the log says it")],
  "a past version is changed": [
    query`update search_document set text = 'a zeppelin' where id = 'm1' and until is not null`,
    m1("in a past version, its text is not what the log says"),
  ],
  "a past version lasts longer": [
    query`update search_document set until = until + 1 where id = 'm3'`,
    "document memo/m3 of local: in a past version, its until is not what the log says",
  ],
  "a past version is deleted": [
    query`delete from search_document where id = 'm1' and until is not null`,
    m1("it is missing in one of its past versions, and the log says it"),
  ],
  "what was dropped is back": [
    query`update search_document set until = null where id = 'm3'`,
    "document memo/m3 of local: in a past version, its until is not what the log says",
  ],
  "one is planted": [
    query`insert into search_document (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
      values (100000, 'local', 'memo', 'planted', 'passage', 'a zeppelin', 'planted', 0, '{}', 1, 1)`,
    "document memo/planted of local: the log does not say it",
  ],
  "one is planted in a space of its own": [
    query`insert into search_document (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
      values (100000, 'local', 'ghost', 'planted', 'passage', 'a zeppelin', 'planted', 0, '{}', 1, 1)`,
    "document ghost/planted of local: the log does not say it",
  ],
  "one stands twice": [
    query`insert into search_document (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
      select key + 100000, tenant_id, space, id, unit, text, group_id, position, filters, terms, since from search_document where ${M1}`,
    m1("the log does not say it"),
  ],
  "documents are counted wrong": [
    query`update search_space set documents = documents + 1 where tenant_id = 'local'`,
    "space memo of local: it counts 13 documents, and there are 12",
  ],
  "words are counted wrong": [
    query`update search_space set terms = 5 where tenant_id = 'local'`,
    "space memo of local: it counts 5 words, and there are 34",
  ],
  "the past is counted wrong": [
    query`update search_space set past = 0 where tenant_id = 'local'`,
    "space memo of local: it counts 0 past documents, and there are 3",
  ],
  "what waits for a vector is counted wrong": [
    query`update search_space set pending = 0 where tenant_id = 'local'`,
    "space memo of local: it counts 0 documents that wait for a vector, and there are 15",
  ],
  "the counts of a space are gone": [
    query`delete from search_space where tenant_id = 'ada'`,
    "space memo of ada: it has documents, and its counts are missing",
  ],
  "a document is marked as embedded": [
    query`update search_document set vector_model = 'letters' where ${M1}`,
    m1("it is marked as embedded and has no vector"),
  ],
};

const NOT_ITS_WORDS = m1("the text index does not hold the words of its text");

const bucketed = (term: string) => query`tenant_id = 'local' and space = 'memo' and bucket = ${bucketOf(term)}`;

const STEM = "kettl";

/** A row of one term: how long the term is, the term, how long its places are, and they. */
const rewrite = (record: string) =>
  query`update search_posting set places = decode(${Buffer.from(record, "latin1").toString("hex")}::text, 'hex')
    where ${bucketed(STEM)}`;

const ZEPPELIN = "\\x087a657070656c696e02";
const put = (chunk: number, place: string, bucket: number) =>
  query`insert into search_posting (tenant_id, space, bucket, chunk, places)
    values ('local', 'memo', ${bucket}, ${chunk}, ${ZEPPELIN + place}::bytea)
    on conflict (tenant_id, space, bucket, chunk) do update set places = search_posting.places || excluded.places`;

/** All documents stand in the first chunk; that of m1 has key 13. */
const POSTING_EDITS: typeof EDITS = {
  "a word is changed": [rewrite("\x05kettx\x02\x0d\x01"), NOT_ITS_WORDS],
  "a word counts more": [rewrite(`\x05${STEM}\x06\x0d\x82\x80\x80\x80\x10`), NOT_ITS_WORDS],
  "a word is cut off": [rewrite(`\x05${STEM}\x02\x0d`), NOT_ITS_WORDS],
  "a word is removed": [query`delete from search_posting where ${bucketed(STEM)}`, NOT_ITS_WORDS],
  "a word is added": [put(0, "0d01", bucketOf("zeppelin")), NOT_ITS_WORDS],
  "a word stands where nobody looks for it": [put(0, "0d01", bucketOf("zeppelin") === 7 ? 8 : 7), NOT_ITS_WORDS],
  "a word is another tenant's": [
    query`update search_posting set tenant_id = 'eve' where ${bucketed(STEM)}`,
    NOT_ITS_WORDS,
  ],
  "a word is of no document": [
    put(39, "0f01", bucketOf("zeppelin")),
    "text index of memo of local: it holds words of document 9999, which is not there",
  ],
  "a length is changed": [
    query`update search_posting set places = set_byte(places, 4, 99) where tenant_id = 'local' and bucket = ${bucketOf("#")}`,
    "document memo/m0 of local: the text index has another length for it",
  ],
};

const KEY_OF_M1 = `(select key from search_document where id = 'm1' and until is null)`;

/** Edits of the tables of FTS5, as whoever holds the file can make them. */
const FTS_EDITS: Readonly<Record<string, [edit: string, finding: string]>> = {
  "a row is deleted": [`delete from search_text_1 where rowid = ${KEY_OF_M1}`, NOT_ITS_WORDS],
  "a row is replaced": [
    `insert or replace into search_text_1 (rowid, body) values (${KEY_OF_M1}, 'kettl zeppelin')`,
    NOT_ITS_WORDS,
  ],
  "a word is repeated": [
    `insert or replace into search_text_1 (rowid, body) values (${KEY_OF_M1}, 'kettl kettl kettl')`,
    NOT_ITS_WORDS,
  ],
  "a row is added": [
    `insert into search_text_1 (rowid, body) values (9999, 'zeppelin')`,
    "text index of memo of local: it holds words of document 9999, which is not there",
  ],
  "a length is changed": [
    `update search_text_1_docsize set sz = x'09' where id = ${KEY_OF_M1}`,
    m1("the text index has another length for it"),
  ],
  "a length is deleted": [
    `delete from search_text_1_docsize where id = ${KEY_OF_M1}`,
    m1("the text index has another length for it"),
  ],
  "the ranking is set otherwise": [
    `insert into search_text_1 (search_text_1, rank) values ('rank', 'bm25(0.0)')`,
    "text index of memo of local: its setting rank was changed",
  ],
  "the totals are lowered": [
    `update search_text_1_data set block = x'0101' where id = 1`,
    "text index of memo of local: its totals are lower than what it holds",
  ],
  "the totals are gone": [
    `delete from search_text_1_data where id = 1`,
    "text index of memo of local: its totals are lower than what it holds",
  ],
  "a text is no text": [
    `update search_document set text = x'00ff' where id = 'm1' and until is null`,
    m1("its text is no text"),
  ],
  "a length is no length": [
    `update search_text_1_docsize set sz = null where id = ${KEY_OF_M1}`,
    m1("the text index has another length for it"),
  ],
  "its settings are gone": [`drop table search_text_1_config`, "text index of memo of local: it cannot be read"],
  "a table is gone": [`drop table search_text_1`, "text index of memo of local: it is not there"],
  "a table is another": [
    `drop table search_text_1; create virtual table search_text_1 using fts5(body, content='', contentless_delete=1)`,
    "text index of memo of local: it was defined otherwise",
  ],
  "the vocabulary is another's": [
    `drop table search_vocabulary_1; create virtual table search_vocabulary_1 using fts5vocab(search_text_2, row)`,
    "text index of memo of local: it was defined otherwise",
  ],
};

const VECTOR_EDITS: typeof EDITS = {
  "a vector is deleted": [
    query`delete from search_vector where ${OF_M1}`,
    m1("it is marked as embedded and has no vector"),
  ],
  "a vector is another document's": [
    query`update search_vector set embedding = (select v.embedding from search_vector v join search_document d
      on d.key = v.key where d.id = 'm2' and d.until is null) where ${OF_M1}`,
    m1("its vector is not the one that was made of its text"),
  ],
  "a vector and its hash are another document's": [
    query`update search_vector set (embedding, hash) = (select v.embedding, v.hash from search_vector v
      join search_document d on d.key = v.key where d.id = 'm2' and d.until is null) where ${OF_M1}`,
    m1("its vector is not the one that was made of its text"),
  ],
  "a hash is gone": [
    query`update search_vector set hash = null where ${OF_M1}`,
    m1("its vector is not the one that was made of its text"),
  ],
  "a vector is of no document": [
    query`update search_vector set key = 9999 where ${OF_M1}`,
    "vector 9999 of the search index: it belongs to no document",
  ],
  "a model is another": [
    query`update search_document set vector_model = 'other' where ${M1}`,
    m1("its vector comes from another model than those of its space"),
  ],
  "the model of a space is another": [
    query`update search_space set model = 'other' where tenant_id = 'ada'`,
    "document memo/other of ada: its vector comes from another model than those of its space",
  ],
  "a document waits again": [
    query`update search_document set vector_model = null where ${M1}`,
    "space memo of local: it counts 0 documents that wait for a vector, and there are 1",
  ],
};

const BITS_EDITS: typeof EDITS = {
  "one value of a vector is changed": [
    query`update search_vector set embedding = x'00000000' || substr(embedding, 5) where ${OF_M1}`,
    m1("its vector is not the one that was made of its text"),
  ],
  "bits are changed": [
    query`update search_bits set bits = zeroblob(8) where ${OF_M1}`,
    m1("its bits do not follow from its vector"),
  ],
  "a vector is no vector": [
    query`update search_vector set embedding = 'none', hash = 'none' where ${OF_M1}`,
    m1("its vector is not the one that was made of its text"),
  ],
  "bits are deleted": [query`delete from search_bits where ${OF_M1}`, m1("its bits do not follow from its vector")],
  "bits are of another space": [
    query`update search_bits set number = 2 where ${OF_M1}`,
    m1("its bits do not follow from its vector"),
  ],
  "bits are of no document": [
    query`insert into search_bits (number, key, bits) values (1, 9999, zeroblob(8))`,
    "vector 9999 of the search index: it belongs to no document",
  ],
};

async function edit(memos: TestMemos, statement: Query): Promise<void> {
  const database = await memos.parts.database();
  const changed = await database.write(EVERY_TENANT, (sql: Sql) => sql.change(statement));
  expect(changed, "the edit must hit").toBeGreaterThan(0);
}

describe.each(ENGINES)("on %s", (engine) => {
  test("an edit of the documents and of what is counted is named, and before it there is nothing to name", async () => {
    const memos = await openFilled(engine);
    expect(await findingsOf(memos)).toEqual([]);
    await eachUndone(memos, EDITS);
  });
});

/** Makes one edit after the other, each on the index as it was. */
async function eachUndone(memos: TestMemos, edits: typeof EDITS): Promise<void> {
  for (const [what, [statement, finding]] of Object.entries(edits)) {
    // On a cluster a row cannot be given to another user: it would lie where nobody looks for it.
    if (clusterServers().length > 0 && statement.texts.join("").includes("set tenant_id")) continue;
    const keep = await copyOfIndex(memos);
    await edit(memos, statement);
    expect(await findingsOf(memos), what).toContain(finding);
    await keep.restore();
  }
  expect(await findingsOf(memos)).toEqual([]);
}

async function copyOfIndex(memos: TestMemos) {
  const database = await memos.parts.database();
  const tables = ["search_space", "search_document", "search_posting", "search_vector", "search_bits"];
  const there = await database.read(EVERY_TENANT, async (sql) => {
    const rows = await sql.all<{ name: string }>(
      sql.dialect === "sqlite"
        ? query`select name from sqlite_master where type = 'table'`
        : query`select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()`,
    );
    const names = new Set(rows.map((row) => row.name));
    return tables.filter((table) => names.has(table));
  });
  await database.write(EVERY_TENANT, async (sql) => {
    for (const table of there)
      await sql.run(query`create table ${name(`kept_${table}`)} as select * from ${name(table)}`);
  });
  return {
    restore: () =>
      database.write(EVERY_TENANT, async (sql) => {
        for (const table of there) {
          await sql.run(query`delete from ${name(table)}`);
          await sql.run(query`insert into ${name(table)} select * from ${name(`kept_${table}`)}`);
          await sql.run(query`drop table ${name(`kept_${table}`)}`);
        }
      }),
  };
}

test("an edit of the words is named on postgres", async () => {
  await eachUndone(await openFilled("postgres"), POSTING_EDITS);
});

test.each(Object.entries(FTS_EDITS))("where in FTS5 %s, it is named", async (_, [statement, finding]) => {
  const memos = await openFilled("sqlite");
  const file = new Sqlite(join(memos.folder, "bailiwick.db"));
  file.unsafeMode(true);
  file.exec(statement);
  file.close();
  expect(await findingsOf(memos)).toContain(finding);
});

test("where two spaces change places in FTS5, both are named", async () => {
  const memos = await openFilled("sqlite");
  await edit(memos, query`update search_space set number = 3 - number`);
  const found = await findingsOf(memos);
  for (const tenant of ["local", "ada"])
    expect(found).toContainEqual(
      expect.stringMatching(`document memo/.* of ${tenant}: the text index has another length for it`),
    );
});

test("where the way to a word is cut in FTS5, it is named", async () => {
  const memos = await openTestMemos({ engine: "sqlite" });
  const words = (n: number) => Array.from({ length: 40 }, (_, index) => `w${n * 40 + index}`).join(" ");
  await memos.keep(...Array.from({ length: 40 }, (_, n): [string, string] => [`m${n}`, words(n)]));
  const file = new Sqlite(join(memos.folder, "bailiwick.db"));
  file.unsafeMode(true);
  file.exec("delete from search_text_1_idx where term = (select max(term) from search_text_1_idx)");
  const lost = file.prepare("select count(*) as n from search_text_1 where body match 'w999'").get();
  file.close();
  expect(lost).toEqual({ n: 0 });
  expect(await findingsOf(memos)).toEqual(["text index of memo of local: words that it holds are not found"]);
});

test("an edit of vectors and bits is named on sqlite", async () => {
  const memos = await openFilled("sqlite");
  await embedAll(memos);
  expect(await findingsOf(memos)).toEqual([]);
  await eachUndone(memos, { ...VECTOR_EDITS, ...BITS_EDITS });
});

test("an edit of vectors is named on postgres", async () => {
  const memos = await fill(await openTestMemos({ databaseUrl: await startPgvector() }));
  await embedAll(memos);
  expect(await findingsOf(memos)).toEqual([]);
  await eachUndone(memos, {
    ...VECTOR_EDITS,
    "a vector is of another space": [
      query`update search_vector set space = 'other' where ${OF_M1}`,
      m1("it is marked as embedded and has no vector"),
    ],
  });
});

test("scripts that FTS5 does not know letters of are no finding", async () => {
  const memos = await openTestMemos({ engine: "sqlite" });
  await memos.keep(
    ["adlam", "\u{1E900}\u{1E901}\u{1E902} heron"],
    ["cherokee", "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ"],
    ["mixed", "Straße 東京都 Ångström ΣΊΣΥΦΟΣ ﬁne Ⅷ ½ 𝔘𝔫𝔦 ไทย हिन्दी გამარჯობა Ა"],
    ["nothing", "the and of …"],
    ["empty", ""],
  );
  expect(await findingsOf(memos)).toEqual([]);
});
