import { list, name, Query, query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import { KEY_MODULUS, type SpaceRow, type TermSum, type TextIndex } from "./text-index.ts";

// One table per space: counts and lengths, and so the scores, are the space's own and tell nothing of other tenants.
const tableOf = (space: SpaceRow) => name(`search_text_${space.number}`);
const vocabularyOf = (space: SpaceRow) => name(`search_vocabulary_${space.number}`);

/** FTS5 over our own terms: it is asked for postings and BM25, never to cut or stem words. */
export const sqliteTextIndex: TextIndex = {
  async prepareSpace(sql, space) {
    // The number of a space whose row was lost is given again: what its tables still hold is not this space's.
    await dropTables(sql, space);
    await sql.run(
      query`create virtual table if not exists ${tableOf(space)}
        using fts5(body, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0")`,
    );
    await sql.run(
      query`create virtual table if not exists ${vocabularyOf(space)} using fts5vocab(${new Query([`search_text_${space.number}`], [])}, row)`,
    );
  },

  async add(sql, space, key, terms) {
    await sql.run(query`insert into ${tableOf(space)} (rowid, body) values (${BigInt(key)}, ${terms.join(" ")})`);
  },

  async remove(sql, space, keys) {
    for (const key of keys) await sql.run(query`delete from ${tableOf(space)} where rowid = ${BigInt(key)}`);
  },

  async candidates(sql, space, terms, condition, limit) {
    if (terms.length === 0) return [];
    const rows = await sql.all<{ key: number; rank: number }>(
      condition === undefined
        ? query`select rowid as key, rank from ${tableOf(space)} where body match ${anyOf(terms)} order by rank, rowid limit ${limit}`
        : query`select f.rowid as key, f.rank as rank from ${tableOf(space)} f join search_document d on d.key = f.rowid
            where f.body match ${anyOf(terms)} and ${condition} order by f.rank, f.rowid limit ${limit}`,
    );
    return rows.map(({ key, rank }) => ({ key, score: -rank })).sort((a, b) => b.score - a.score || a.key - b.key);
  },

  async holdingAll(sql, space, terms, condition, limit) {
    // Without rank: to weigh a word, the engine would walk every place where it stands.
    const rows = await sql.all<{ key: number }>(
      condition === undefined
        ? query`select rowid as key from ${tableOf(space)} where body match ${allOf(terms)} order by rowid limit ${limit}`
        : query`select f.rowid as key from ${tableOf(space)} f join search_document d on d.key = f.rowid
            where f.body match ${allOf(terms)} and ${condition} order by f.rowid limit ${limit}`,
    );
    return rows.map(({ key }) => key);
  },

  async groups(sql, space, terms, held, condition) {
    if (terms.length === 0) return [];
    const rows = await sql.all<{ group_id: string }>(
      query`select distinct d.group_id from ${tableOf(space)} f join search_document d on d.key = f.rowid
        where f.body match ${held === "all" ? allOf(terms) : anyOf(terms)}
        ${condition === undefined ? query`` : query`and ${condition}`} order by d.group_id`,
    );
    return rows.map(({ group_id }) => group_id);
  },

  async matches(sql, space, terms, condition) {
    if (terms.length === 0) return 0;
    const row = await sql.first<{ n: number }>(
      condition === undefined
        ? query`select count(*) as n from ${tableOf(space)} where body match ${anyOf(terms)}`
        : query`select count(*) as n from ${tableOf(space)} f join search_document d on d.key = f.rowid
            where f.body match ${anyOf(terms)} and ${condition}`,
    );
    return row?.n ?? 0;
  },

  async *sums(sql, space) {
    const instances = query`temp.${name("search_instance")}`;
    await sql.run(query`create virtual table ${instances}
      using fts5vocab('main', ${new Query([`search_text_${space.number}`], [])}, instance)`);
    try {
      yield* sql.each<TermSum>(query`select term, count(*) as times, sum(doc) as keys,
        sum((doc % ${KEY_MODULUS}) * (doc % ${KEY_MODULUS})) as squares from ${instances} group by term`);
    } finally {
      await sql.run(query`drop table ${instances}`);
    }
  },

  async clear(sql, space) {
    await this.prepareSpace(sql, space);
  },

  async frequencies(sql, space, terms) {
    if (terms.length === 0) return new Map();
    const rows = await sql.all<{ term: string; doc: number }>(
      query`select term, doc from ${vocabularyOf(space)} where term in (${list([...new Set(terms)])})`,
    );
    return new Map(rows.map(({ term, doc }) => [term, doc]));
  },
};

async function dropTables(sql: Sql, space: SpaceRow): Promise<void> {
  await sql.run(query`drop table if exists ${vocabularyOf(space)}`);
  await sql.run(query`drop table if exists ${tableOf(space)}`);
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
