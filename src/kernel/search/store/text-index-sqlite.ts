import { batchesOf, list, name, Query, query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import { createCutter, TOKENIZER } from "./cut-terms-sqlite.ts";
import type { Candidate, Posting, SpaceRow, TextIndex } from "./text-index.ts";
import { damageOf, readLength, totalsOf } from "./text-tables-sqlite.ts";

type Numbered = Pick<SpaceRow, "number">;

// One table per space: counts and lengths, and so the scores, are the space's own and tell nothing of other tenants.
const tableOf = (space: Numbered) => name(`search_text_${space.number}`);
const vocabularyOf = (space: Numbered) => name(`search_vocabulary_${space.number}`);

/** FTS5 over our own terms: it is asked for postings and BM25, never to cut or stem words. */
export const sqliteTextIndex: TextIndex = {
  async prepareSpace(sql, space) {
    // The number of a space whose row was lost is given again: what its tables still hold is not this space's.
    await dropTables(sql, space);
    await sql.run(
      query`create virtual table if not exists ${tableOf(space)}
        using fts5(body, content='', contentless_delete=1, ${TOKENIZER})`,
    );
    await sql.run(
      query`create virtual table if not exists ${vocabularyOf(space)} using fts5vocab(${new Query([`search_text_${space.number}`], [])}, row)`,
    );
  },

  async add(sql, space, documents) {
    for (const { key, found } of documents)
      await sql.run(query`insert into ${tableOf(space)} (rowid, body) values (${BigInt(key)}, ${found.join(" ")})`);
  },

  async remove(sql, space, gone) {
    for (const { key } of gone) await sql.run(query`delete from ${tableOf(space)} where rowid = ${BigInt(key)}`);
  },

  // Nothing is far away.
  ahead: async () => undefined,

  look: async (sql, space, terms) => ({
    frequencies: await frequenciesOf(sql, space, terms),
    candidates: (telling, condition, limit) => candidatesIn(sql, space, telling, condition, limit),
    matches: (telling, condition) => matchesIn(sql, space, telling, condition),
  }),

  async holdingAll(sql, space, terms, condition, limit) {
    // Without rank: to weigh a word, the engine would walk every place where it stands.
    const rows = await sql.all<{ key: number }>(
      condition === undefined
        ? query`select rowid as key from ${tableOf(space)} where body match ${allOf(terms)} order by rowid limit ${limit}`
        : query`select f.rowid as key from ${tableOf(space)} f join search_document d on d.key = f.rowid and d.tenant_id = ${space.tenant_id}
            where f.body match ${allOf(terms)} and ${condition} order by f.rowid limit ${limit}`,
    );
    return rows.map(({ key }) => key);
  },

  async groups(sql, space, terms, held, condition) {
    if (terms.length === 0) return [];
    const rows = await sql.all<{ group_id: string }>(
      query`select distinct d.group_id from ${tableOf(space)} f join search_document d on d.key = f.rowid and d.tenant_id = ${space.tenant_id}
        where f.body match ${held === "all" ? allOf(terms) : anyOf(terms)}
        ${condition === undefined ? query`` : query`and ${condition}`} order by d.group_id`,
    );
    return rows.map(({ group_id }) => group_id);
  },

  async *postings(sql, space) {
    const instances = query`temp.${name("search_instance")}`;
    await sql.run(query`create virtual table ${instances}
      using fts5vocab('main', ${new Query([`search_text_${space.number}`], [])}, instance)`);
    try {
      yield* countedTogether(sql.each<Omit<Posting, "times">>(query`select term, doc as key from ${instances}`));
    } finally {
      await sql.run(query`drop table ${instances}`);
    }
  },

  cutter: createCutter,

  damage: damageOf,
  totals: totalsOf,

  async lengths(sql, space, keys) {
    const found = new Map<number, number>();
    const sizes = name(`search_text_${space.number}_docsize`);
    for (const some of batchesOf(keys)) {
      const rows = await sql.all<{ id: number; sz: unknown }>(
        query`select id, sz from ${sizes} where id in (${list(some)})`,
      );
      for (const { id, sz } of rows) found.set(id, readLength(sz));
    }
    return found;
  },

  async clear(sql, space) {
    await this.prepareSpace(sql, space);
  },

  async purge(sql, space) {
    const strays = await sql.all<{ id: number }>(query`select id from ${name(`search_text_${space.number}_docsize`)}
      where id not in (select key from search_document where tenant_id = ${space.tenant_id} and space = ${space.space})`);
    await this.remove(
      sql,
      space,
      strays.map(({ id }) => ({ key: id })),
    );
    // What is deleted stays in the segments, words and all, until they are merged: this merges them all.
    await sql.run(query`insert into ${tableOf(space)} (${tableOf(space)}) values ('optimize')`);
  },

  async sweep(sql) {
    const rows = await sql.all<{ name: string }>(
      query`select name from sqlite_master where type = 'table' and name glob 'search_text_[0-9]*' and sql like 'create virtual%'`,
    );
    const spaces = await sql.all<{ number: number }>(query`select number from search_space`);
    const numbers = new Set(spaces.map(({ number }) => number));
    for (const row of rows) {
      const number = Number(row.name.slice("search_text_".length));
      if (!numbers.has(number)) await dropTables(sql, { number });
    }
  },

  drop: dropTables,
};

async function candidatesIn(
  sql: Sql,
  space: SpaceRow,
  terms: readonly string[],
  condition: Query | undefined,
  limit: number,
): Promise<Candidate[]> {
  if (terms.length === 0) return [];
  const rows = await sql.all<{ key: number; rank: number }>(
    condition === undefined
      ? query`select rowid as key, rank from ${tableOf(space)} where body match ${anyOf(terms)} order by rank, rowid limit ${limit}`
      : query`select f.rowid as key, f.rank as rank from ${tableOf(space)} f join search_document d on d.key = f.rowid and d.tenant_id = ${space.tenant_id}
          where f.body match ${anyOf(terms)} and ${condition} order by f.rank, f.rowid limit ${limit}`,
  );
  return rows.map(({ key, rank }) => ({ key, score: -rank })).sort((a, b) => b.score - a.score || a.key - b.key);
}

async function matchesIn(
  sql: Sql,
  space: SpaceRow,
  terms: readonly string[],
  condition: Query | undefined,
): Promise<number> {
  if (terms.length === 0) return 0;
  const row = await sql.first<{ n: number }>(
    condition === undefined
      ? query`select count(*) as n from ${tableOf(space)} where body match ${anyOf(terms)}`
      : query`select count(*) as n from ${tableOf(space)} f join search_document d on d.key = f.rowid and d.tenant_id = ${space.tenant_id}
          where f.body match ${anyOf(terms)} and ${condition}`,
  );
  return row?.n ?? 0;
}

async function frequenciesOf(sql: Sql, space: SpaceRow, terms: readonly string[]): Promise<Map<string, number>> {
  if (terms.length === 0) return new Map();
  const rows = await sql.all<{ term: string; doc: number }>(
    query`select term, doc from ${vocabularyOf(space)} where term in (${list([...new Set(terms)])})`,
  );
  return new Map(rows.map(({ term, doc }) => [term, doc]));
}

async function dropTables(sql: Sql, space: Numbered): Promise<void> {
  await sql.run(query`drop table if exists ${vocabularyOf(space)}`);
  await sql.run(query`drop table if exists ${tableOf(space)}`);
}

/** The places of a term in one document come one after the other. */
async function* countedTogether(places: AsyncIterable<Omit<Posting, "times">>): AsyncIterable<Posting> {
  let last: { term: string; key: number; times: number } | undefined;
  for await (const { term, key } of places) {
    if (last?.term === term && last.key === key) {
      last.times += 1;
      continue;
    }
    if (last !== undefined) yield last;
    last = { term, key, times: 1 };
  }
  if (last !== undefined) yield last;
}

/** Terms are letters and digits alone; quoting keeps even those from meaning anything to FTS5. */
function anyOf(terms: readonly string[]): string {
  return quoted(terms).join(" OR ");
}

function allOf(terms: readonly string[]): string {
  return quoted(terms).join(" AND ");
}

function quoted(terms: readonly string[]): string[] {
  return [...new Set(terms)].map((term) => `"${term.replaceAll('"', "")}"`);
}
