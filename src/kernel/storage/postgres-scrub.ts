import { EVERY_TENANT } from "../installation.ts";
import { name, Query, query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "./database.ts";
import { bindTable, withoutPolicies } from "./postgres-tenants.ts";

/**
 * Writes every table anew without what was deleted, and with it what the planner remembers: of each column it keeps values
 * that were frequent or typical, in a table of its own that others may read.
 */
export async function scrubPostgres(sql: Sql, { glance }: Pick<Database, "glance">): Promise<void> {
  for (const table of await ownTables(sql)) {
    await sql.run(query`vacuum (full, analyze) ${name(table)}`);
    // Of an empty table nothing is remembered anew, and the old is kept.
    const rows = await glance(EVERY_TENANT, query`select 1 as found from ${name(table)} limit 1`);
    if (rows.length === 0) await forgetValues(sql, table);
  }
}

/**
 * PostgreSQL forgets the values of a column that is given a type, also where it is the one it had. What it remembers of a
 * table with policies it shows to nobody whom they bind, so every column is given its type. No policy may name one meanwhile.
 */
async function forgetValues(sql: Sql, table: string): Promise<void> {
  const columns = await sql.all<{ column: string; type: string }>(
    query`select a.attname as column, format_type(a.atttypid, a.atttypmod)
        || case when a.attcollation = 0 then '' else ' collate ' || a.attcollation::regcollation end as type
      from pg_catalog.pg_attribute a where a.attnum > 0 and not a.attisdropped
        and a.attrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident(${table}))`,
  );
  const isTenants = columns.some(({ column }) => column === "tenant_id");
  // By it the rows of a cluster are placed, and there nobody may touch it.
  const kept = isTenants && (await isOnCluster(sql)) ? "tenant_id" : undefined;
  await sql.run(query`begin`);
  try {
    if (isTenants) for (const statement of withoutPolicies(table)) await sql.run(statement);
    for (const { column, type } of columns.filter(({ column }) => column !== kept)) {
      await sql.run(query`alter table ${name(table)} alter column ${name(column)} type ${new Query([type], [])}`);
    }
    if (isTenants) await bindTable(sql, table);
    await sql.run(query`commit`);
  } catch (error) {
    await sql.run(query`rollback`).catch(() => {});
    throw error;
  }
}

async function isOnCluster(sql: Sql): Promise<boolean> {
  const found = await sql.first<{ it: boolean }>(
    query`select to_regclass('pg_catalog.pg_dist_partition') is not null as it`,
  );
  return found?.it === true;
}

async function ownTables(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ tablename: string }>(
    query`select tablename from pg_catalog.pg_tables where schemaname = current_schema() order by tablename`,
  );
  return rows.map(({ tablename }) => tablename);
}
