import { query } from "../query.ts";
import type { Sql } from "../sql.ts";

/** How many rows a table is planned for, and how many an index that is over some of them only. */
const ROWS = 1_000_000;
const ROWS_OF_SOME = 1000;
/** Columns that narrow a search little: one tenant, one space or one type may hold a large part of all rows. */
const COARSE = new Set(["tenant_id", "space", "collection_id", "entity_type", "relationship_type", "live", "unit"]);
const COARSE_SHARE = 10;
/** How many rows share a value of any other column. */
const FEW = 10;

interface IndexColumn {
  readonly table_name: string;
  readonly index_name: string;
  readonly is_unique: number;
  readonly is_partial: number;
  readonly column_name: string | null;
}

/**
 * Tells SQLite's planner what an empty database cannot show: that the first column of nearly every index is the tenant,
 * and that one tenant may have many rows. Left to guess, it reads a tenant's whole table where an index has the row.
 * The facts are the same for every database, so a plan never depends on what is stored.
 */
export async function tellPlanner(sql: Sql): Promise<void> {
  const columns = await sql.all<IndexColumn>(
    query`select t.name as table_name, i.name as index_name, i."unique" as is_unique, i.partial as is_partial, c.name as column_name
      from sqlite_schema t join pragma_index_list(t.name) i join pragma_index_info(i.name) c
      where t.type = 'table' and t.sql not like 'create virtual%' order by t.name, i.name, c.seqno`,
  );
  await sql.run(query`analyze sqlite_schema`);
  await sql.run(query`delete from sqlite_stat1`);
  for (const index of Map.groupBy(columns, ({ index_name }) => index_name).values()) {
    const [first] = index;
    if (first === undefined) continue;
    const rows = first.is_partial === 1 ? ROWS_OF_SOME : ROWS;
    const left = rowsLeft(
      rows,
      index.map(({ column_name }) => column_name ?? ""),
    );
    if (first.is_unique === 1) left[left.length - 1] = 1;
    await sql.run(query`insert into sqlite_stat1 (tbl, idx, stat)
      values (${first.table_name}, ${first.index_name}, ${[rows, ...left].join(" ")})`);
  }
  await sql.run(query`analyze sqlite_schema`);
}

/** How many rows are left when the first column is given, the first two, and so on. */
function rowsLeft(all: number, columns: readonly string[]): number[] {
  let rows = all;
  return columns.map((column) => {
    rows = COARSE.has(column) ? Math.max(FEW, rows / COARSE_SHARE) : FEW;
    return rows;
  });
}
