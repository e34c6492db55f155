import { Query, query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import type { TextIndex } from "./text-index.ts";

/** How FTS5 cuts what it is given. */
export const TOKENIZER = new Query([`tokenize="unicode61 remove_diacritics 0"`], []);

const REMEMBERED = 50_000;
const PLAIN = /^[a-z0-9]*$/;
const TABLE = query`temp.search_cut`;
const PLACES = query`temp.search_cut_place`;

/**
 * Our terms are cut once more by FTS5, whose tables of letters are older than ours: to it, letters of young scripts are
 * no letters. So it is asked what becomes of every term that is not plain.
 */
export const createCutter: TextIndex["cutter"] = () => {
  const known = new Map<string, readonly string[]>();
  return async (sql, terms) => {
    const strange = new Set(terms.filter((term) => !PLAIN.test(term)));
    if (strange.size === 0) return terms;
    const unknown = [...strange].filter((term) => !known.has(term));
    if (known.size + unknown.length > REMEMBERED) {
      known.clear();
      unknown.splice(0, unknown.length, ...strange);
    }
    for (const [term, cut] of await cutTerms(sql, unknown)) known.set(term, cut);
    return terms.flatMap((term) => known.get(term) ?? [term]);
  };
};

/** In tables that only this connection sees, and that no file holds. */
async function cutTerms(sql: Sql, terms: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(terms.map((term) => [term, []]));
  if (terms.length === 0) return found;
  await sql.run(query`create virtual table ${TABLE} using fts5(body, content='', ${TOKENIZER})`);
  await sql.run(query`create virtual table ${PLACES} using fts5vocab('temp', 'search_cut', instance)`);
  try {
    for (const [index, term] of terms.entries())
      await sql.run(query`insert into ${TABLE} (rowid, body) values (${BigInt(index)}, ${term})`);
    const places = await sql.all<{ term: string; doc: number }>(query`select term, doc from ${PLACES}`);
    for (const { term, doc } of places) found.get(terms[doc] ?? "")?.push(term);
  } finally {
    await sql.run(query`drop table ${PLACES}`);
    await sql.run(query`drop table ${TABLE}`);
  }
  return found;
}
