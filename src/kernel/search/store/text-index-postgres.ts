import { batchesOf, list, type Query, query } from "../../query.ts";
import type { Posting, SpaceRow, TextIndex } from "./text-index.ts";

const K1 = 1.2;
const B = 0.75;
/** FTS5 never lets a common word count against a document; neither do we. */
const IDF_LEAST = 1e-6;

/** BM25 as FTS5 computes it, added up by the database from stored terms. */
export const postgresTextIndex: TextIndex = {
  async prepareSpace(sql, space) {
    // What is left of a space whose row was lost is not this space's.
    await this.drop(sql, space);
  },

  async add(sql, space, key, terms) {
    const times = new Map<string, number>();
    for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1);
    if (times.size === 0) return;
    const rows = [...times].map(([term, n]) => query`(${space.tenant_id}, ${space.space}, ${term}, ${key}, ${n})`);
    await sql.run(query`insert into search_posting (tenant_id, space, term, key, times) values ${list(rows)}`);
  },

  async remove(sql, space, keys) {
    for (const some of batchesOf(keys)) {
      await sql.run(query`delete from search_posting p where ${ofSpace(space)} and p.key in (${list(some)})`);
    }
  },

  async candidates(sql, space, terms, condition, limit) {
    if (terms.length === 0) return [];
    const frequencies = await this.frequencies(sql, space, terms);
    if (frequencies.size === 0) return [];
    const averageLength = space.terms / Math.max(1, space.documents);
    const weights = [...frequencies].map(
      ([term, documents]) => query`(${term}::text, ${idf(space.documents, documents)}::float8)`,
    );
    const rows = await sql.all<{ key: number; score: number }>(
      query`with asked(term, idf) as (values ${list(weights)})
        select d.key, sum(asked.idf * p.times * ${K1 + 1}::float8
          / (p.times + ${K1}::float8 * (${1 - B}::float8 + ${B}::float8 * d.terms / ${averageLength}::float8))) as score
        from asked join search_posting p on p.term = asked.term and ${ofSpace(space)}
        join search_document d on d.key = p.key and d.tenant_id = p.tenant_id ${condition === undefined ? query`` : query`where ${condition}`}
        group by d.key order by score desc, d.key limit ${limit}`,
    );
    return rows.map(({ key, score }) => ({ key, score: Number(score) }));
  },

  async holdingAll(sql, space, terms, condition, limit) {
    if (terms.length === 0) return [];
    const rows = await sql.all<{ key: number }>(
      query`select p.key from ${documents(space, allOf(terms), condition)} order by p.key limit ${limit}`,
    );
    return rows.map(({ key }) => key);
  },

  async groups(sql, space, terms, held, condition) {
    if (terms.length === 0) return [];
    const rows = await sql.all<{ group_id: string }>(
      query`select distinct d.group_id from ${documents(space, held === "all" ? allOf(terms) : anyOf(terms), condition)}
        order by d.group_id`,
    );
    return rows.map(({ group_id }) => group_id);
  },

  async matches(sql, space, terms, condition) {
    if (terms.length === 0) return 0;
    const row = await sql.first<{ n: number }>(
      query`select count(distinct p.key) as n from ${documents(space, anyOf(terms), condition)}`,
    );
    return row?.n ?? 0;
  },

  postings: (sql, space) =>
    sql.each<Posting>(query`select p.term, p.key, p.times from search_posting p where ${ofSpace(space)}`),

  cutter: () => async (_sql, terms) => terms,

  // Its tables are like any other, and documents keep their own lengths.
  damage: async () => undefined,
  lengths: async () => undefined,
  totals: async () => undefined,

  async clear(sql, space) {
    await sql.run(query`delete from search_posting p where ${ofSpace(space)}
      or p.key in (select d.key from search_document d where d.tenant_id = ${space.tenant_id} and d.space = ${space.space})`);
  },

  async purge(sql, space) {
    await sql.run(query`delete from search_posting p where ${ofSpace(space)} and not exists (select 1 from search_document d
      where d.key = p.key and d.tenant_id = p.tenant_id and d.space = p.space)`);
  },

  async sweep(sql, tenant) {
    await sql.run(query`delete from search_posting p where p.tenant_id = ${tenant} and not exists (
      select 1 from search_space s where s.tenant_id = p.tenant_id and s.space = p.space)`);
  },

  async drop(sql, space) {
    await sql.run(query`delete from search_posting p where ${ofSpace(space)}`);
  },

  async frequencies(sql, space, terms) {
    if (terms.length === 0) return new Map();
    const rows = await sql.all<{ term: string; n: number }>(
      query`select p.term, count(*) as n from search_posting p
        where ${ofSpace(space)} and p.term in (${list([...new Set(terms)])}) group by p.term`,
    );
    return new Map(rows.map(({ term, n }) => [term, n]));
  },
};

function ofSpace(space: SpaceRow): Query {
  return query`p.tenant_id = ${space.tenant_id} and p.space = ${space.space}`;
}

/** The places in documents of a space that meet both conditions. */
function documents(space: SpaceRow, held: Query, condition: Query | undefined): Query {
  return query`search_posting p join search_document d on d.key = p.key and d.tenant_id = p.tenant_id
    where ${ofSpace(space)} and ${held} ${condition === undefined ? query`` : query`and ${condition}`}`;
}

function anyOf(terms: readonly string[]): Query {
  return query`p.term in (${list([...new Set(terms)])})`;
}

/** The place of one term, in documents that hold the others too. */
function allOf(terms: readonly string[]): Query {
  const [one = "", ...others] = new Set(terms);
  return others.reduce(
    (held, term) => query`${held} and exists (select 1 from search_posting o
      where o.tenant_id = p.tenant_id and o.space = p.space and o.term = ${term} and o.key = p.key)`,
    query`p.term = ${one}`,
  );
}

function idf(documents: number, withTerm: number): number {
  return Math.max(IDF_LEAST, Math.log((documents - withTerm + 0.5) / (withTerm + 0.5)));
}
