import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { EVERY_TENANT } from "../installation.ts";
import { name, Query, query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "./database.ts";
import { placeOfTables } from "./distribute.ts";
import { bindTable, withoutPolicies } from "./postgres-tenants.ts";

const REST_MS = 10;
const PATIENCE_MS = 30_000;

/**
 * Writes every table anew without what was deleted, and with it what the planner remembers: of each column it keeps values
 * that were frequent or typical, in a table of its own that others may read. What somebody may still see the server keeps,
 * and says nothing of it: so those are waited for, and told of where they stay.
 */
export async function scrubPostgres(sql: Sql, { glance }: Pick<Database, "glance">, env: Env): Promise<string[]> {
  const place = await placeOfTables(sql);
  if (place === "at the coordinator")
    return [
      "this server is a worker of a cluster, and tables are written anew at its coordinator, so the servers' files still hold what was erased: run `bailiwick erase --finish` with the coordinator's address",
    ];
  const isCluster = place === "at this coordinator";
  const isLeft = await outlasted(sql, isCluster, env);
  for (const table of await ownTables(sql)) {
    await sql.run(query`vacuum (full, analyze) ${name(table)}`);
    // Of an empty table nothing is remembered anew, and the old is kept.
    const rows = await glance(EVERY_TENANT, query`select 1 as found from ${name(table)} limit 1`);
    if (rows.length === 0) await forgetValues(sql, isCluster, table);
  }
  if (!isLeft) return [];
  return [
    "another session still reads the old state, or one of any database on the server has been writing since before, so the server's files still hold what was erased: end it, then run `bailiwick erase --finish`",
  ];
}

/** Whether somebody who may see what was deleted before now is still there after all patience. */
async function outlasted(sql: Sql, isCluster: boolean, env: Env): Promise<boolean> {
  const here = isCluster ? "(select groupid from pg_dist_local_group)" : "0";
  const before = await ofEveryServer(
    sql,
    isCluster,
    `select ${here} || ', ' || pg_snapshot_xmax(pg_current_snapshot())`,
  );
  const whoSees = whoSeesAt(here, before);
  // A look at every server of a cluster takes longer than the rest after it.
  const startedMs = env.monotonicMs();
  do {
    const seen = await ofEveryServer(sql, isCluster, whoSees);
    if (seen.every((count) => count === "0")) return false;
    await env.sleep(REST_MS);
  } while (env.monotonicMs() - startedMs < PATIENCE_MS);
  return true;
}

/**
 * Counts those for whom what ended before a server's number may be alive: sessions of this database, standbys and, of all
 * databases, transactions that write. While one of those is open, whoever writes a table anew sees as far back as it began.
 */
const whoSeesAt = (here: string, before: readonly string[]): string => `select (
    (select count(*) from pg_stat_activity where pid <> pg_backend_pid() and (age(backend_xid) > since
      or (datname = current_database() or backend_type = 'walsender') and age(backend_xmin) > since))
    + (select count(*) from pg_prepared_xacts where age(transaction) > since)
    + (select count(*) from pg_replication_slots where age(xmin) > since)
  )::text from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint - before as since
    from (values ${before.map((one) => `(${one}::bigint)`).join(", ")}) known (server, before) where server = ${here}) passed`;

/** What each server answers: there are several on a cluster, each with numbers of its own. */
async function ofEveryServer(sql: Sql, isCluster: boolean, command: string): Promise<string[]> {
  if (!isCluster) {
    const rows = await sql.all<Record<string, string>>(new Query([command], []));
    return rows.map((row) => Object.values(row)[0] ?? "");
  }
  const answers = await sql.all<{ success: boolean; result: string }>(
    query`select success, result from run_command_on_all_nodes(${command})`,
  );
  if (answers.some(({ success }) => !success))
    throw new KernelError("storage_unavailable", "A server of the cluster does not answer");
  return answers.map(({ result }) => result);
}

/**
 * PostgreSQL forgets the values of a column that is given a type, also where it is the one it had. What it remembers of a
 * table with policies it shows to nobody whom they bind, so every column is given its type. No policy may name one meanwhile.
 */
async function forgetValues(sql: Sql, isCluster: boolean, table: string): Promise<void> {
  const columns = await sql.all<{ column: string; type: string }>(
    query`select a.attname as column, format_type(a.atttypid, a.atttypmod)
        || case when a.attcollation = 0 then '' else ' collate ' || a.attcollation::regcollation end as type
      from pg_catalog.pg_attribute a where a.attnum > 0 and not a.attisdropped
        and a.attrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident(${table}))`,
  );
  const isTenants = columns.some(({ column }) => column === "tenant_id");
  // By it the rows of a cluster are placed, and there nobody may touch it.
  const kept = isTenants && isCluster ? "tenant_id" : undefined;
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

async function ownTables(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ tablename: string }>(
    query`select tablename from pg_catalog.pg_tables where schemaname = current_schema() order by tablename`,
  );
  return rows.map(({ tablename }) => tablename);
}
