import { name, Query, query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import type { SpaceRow, TextTotals } from "./text-index.ts";

/** What of an FTS5 table is not as it was made: its definition, its settings, its pages. */
export async function damageOf(sql: Sql, space: SpaceRow): Promise<string | undefined> {
  try {
    return await lookAt(sql, space);
  } catch {
    return "it cannot be read";
  }
}

async function lookAt(sql: Sql, { number }: SpaceRow): Promise<string | undefined> {
  const [table, vocabulary] = [`search_text_${number}`, `search_vocabulary_${number}`];
  const made = await sql.all<{ name: string; sql: string }>(
    query`select name, sql from sqlite_master where name in (${table}, ${vocabulary})`,
  );
  const definitions = new Map(made.map((row) => [row.name, row.sql.replaceAll(/\s+/g, " ")]));
  if (definitions.size < 2) return "it is not there";
  const isAsMade =
    definitions.get(table) ===
      `CREATE VIRTUAL TABLE "${table}" using fts5(body, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0")` &&
    definitions.get(vocabulary) === `CREATE VIRTUAL TABLE "${vocabulary}" using fts5vocab(${table}, row)`;
  if (!isAsMade) return "it was defined otherwise";
  const settings = await sql.all<{ k: string }>(query`select k from ${name(`${table}_config`)} where k <> 'version'`);
  if (settings.length > 0) return `its setting ${settings[0]?.k} was changed`;
  const [faults] = await sql.all<{ integrity_check: string }>(new Query([`pragma integrity_check("${table}")`], []));
  if (faults?.integrity_check !== "ok") return "its pages do not fit together";
  // The engine does not look at the way from a word to its page: so each word is looked up.
  const lost = await sql.first(query`select s.term from ${name(vocabulary)} s
    left join ${name(vocabulary)} v on v.term = s.term where v.doc is not s.doc limit 1`);
  return lost === undefined ? undefined : "words that it holds are not found";
}

/** What FTS5 believes it was given. */
export async function totalsOf(sql: Sql, { number }: SpaceRow): Promise<TextTotals> {
  const kept = await sql.first<{ block: unknown }>(
    query`select block from ${name(`search_text_${number}_data`)} where id = 1`,
  );
  const [documents = 0, words = 0] = readIntegers(kept?.block);
  return { documents, words };
}

/** The length of a document as FTS5 keeps it. */
export function readLength(bytes: unknown): number {
  return readIntegers(bytes)[0] ?? 0;
}

/** Seven bits to a byte, the high ones first. */
function readIntegers(bytes: unknown): number[] {
  const found: number[] = [];
  if (!(bytes instanceof Uint8Array)) return found;
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    found.push(value);
    value = 0;
  }
  return found;
}
