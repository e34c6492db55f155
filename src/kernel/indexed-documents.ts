import { list, type Query, query } from "./query.ts";
import type { Sql } from "./sql.ts";

/** A document as the index holds it, for worlds that look whether theirs are right. */
export interface IndexedDocument {
  readonly key: number;
  readonly id: string;
  readonly unit: string;
  readonly text: string;
  readonly group_id: string;
  readonly position: number;
  readonly speaker: string | null;
  readonly at: number | null;
  /** JSON with its keys in order; `{}` where there are none. */
  readonly filters: string;
  /** Null for one of now. */
  readonly until: number | null;
}

const COLUMNS = query`key, id, unit, text, group_id, position, speaker, at, filters, until`;
const ROWS_PER_STEP = 200;

/** The spaces in which a tenant has documents. */
export async function indexedSpaces(sql: Sql, tenant: string): Promise<string[]> {
  const rows = await sql.all<{ space: string }>(
    query`select distinct space from search_document where tenant_id = ${tenant} order by space`,
  );
  return rows.map(({ space }) => space);
}

/** Every document of a space by id, doubles and past ones too, some at a time. */
export async function* indexedDocuments(sql: Sql, tenant: string, space: string): AsyncIterable<IndexedDocument[]> {
  for (let last: IndexedDocument | undefined; ; ) {
    const after: Query =
      last === undefined ? query`` : query`and id >= ${last.id} and not (id = ${last.id} and key <= ${last.key})`;
    const rows = await sql.all<IndexedDocument>(query`select ${COLUMNS} from search_document
      where tenant_id = ${tenant} and space = ${space} ${after} order by id, key limit ${ROWS_PER_STEP}`);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (last === undefined) return;
  }
}

/** Which of some ids have a document of now. */
export async function indexedAmong(
  sql: Sql,
  tenant: string,
  space: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await sql.all<{ id: string }>(query`select id from search_document
    where tenant_id = ${tenant} and space = ${space} and until is null and id in (${list(ids)})`);
  return new Set(rows.map(({ id }) => id));
}
