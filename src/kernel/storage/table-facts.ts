import { query } from "../query.ts";
import type { Sql } from "../sql.ts";

/** A table as an engine describes it. */
export interface Table {
  readonly name: string;
  /** In order of their names: the engines may have them in different places. */
  readonly columns: readonly string[];
  /** What rows are told apart by, in order. */
  readonly key: readonly string[];
}

/** What an engine has for itself, and what follows from the rest: the search index differs from engine to engine. */
const OWN = /^(?:sqlite_|search_|schema_migration$|write_lane$)/;

/** Every table whose rows are the same on both engines, in order of their names. */
export async function tablesOf(sql: Sql): Promise<Table[]> {
  const rows = await sql.all<{ name: string; column_name: string; place: number }>(
    sql.dialect === "sqlite"
      ? query`select t.name as name, c.name as column_name, c.pk as place
          from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`
      : // The places of a key are counted from 0 in this kind of list.
        query`select c.relname as name, a.attname as column_name,
            coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) as place
          from pg_catalog.pg_class c
          join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
          where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`,
  );
  const own = rows.filter(({ name }) => !OWN.test(name));
  return [...Map.groupBy(own, ({ name }) => name)]
    .map(([name, columns]) => ({
      name,
      columns: columns.map(({ column_name }) => column_name).sort(),
      key: columns
        .filter(({ place }) => place > 0)
        .sort((a, b) => a.place - b.place)
        .map(({ column_name }) => column_name),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
