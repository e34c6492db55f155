import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { EVERY_TENANT } from "../installation.ts";
import { name, Query, query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "./database.ts";
import { bindTable, withoutPolicies } from "./postgres-tenants.ts";

const REST_MS = 10;
const TRIES = 3000;

/**
 * Writes every table anew without what was deleted, and with it what the planner remembers: of each column it keeps values
 * that were frequent or typical, in a table of its own that others may read. What somebody may still see the server keeps,
 * and says nothing of it: so those are waited for, and told of where they stay.
 */
export async function scrubPostgres(sql: Sql, { glance }: Pick<Database, "glance">, env: Env): Promise<string[]> {
  const isLeft = await outlasted(sql, env);
  for (const table of await ownTables(sql)) {
    await sql.run(query`vacuum (full, analyze) ${name(table)}`);
    // Of an empty table nothing is remembered anew, and the old is kept.
    const rows = await glance(EVERY_TENANT, query`select 1 as found from ${name(table)} limit 1`);
    if (rows.length === 0) await forgetValues(sql, table);
  }
  if (!isLeft) return [];
  return [
    "another session still reads the old state, so the server's files still hold what was erased: end it, then run `bailiwick erase --finish`",
  ];
}

/** Whether somebody who may see what was deleted before now is still there after all patience. */
async function outlasted(sql: Sql, env: Env): Promise<boolean> {
  const here = await ofEveryServer(sql, "select pg_snapshot_xmax(pg_current_snapshot())::text");
  for (let tries = 1; tries <= TRIES; tries++) {
    // Where one server is through, it stays so: whoever comes later sees the new state.
    for (const [server, before] of here) {
      const seen = await ofEveryServer(sql, whoSees(before), server);
      if (seen.get(server) === "0") here.delete(server);
    }
    if (here.size === 0) return false;
    await env.sleep(REST_MS);
  }
  return true;
}

/** Counts sessions of this database, prepared transactions and standbys for whom what ended before this number may be alive. */
const whoSees = (before: string): string => `select (
    (select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and greatest(age(backend_xid), age(backend_xmin)) > since)
    + (select count(*) from pg_prepared_xacts where database = current_database() and age(transaction) > since)
    + (select count(*) from pg_replication_slots where age(xmin) > since)
  )::text from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint - ${before} as since) passed`;

const ALONE = 0;

/** What each server answers, or one of them: there are several on a cluster, each with numbers of its own. */
async function ofEveryServer(sql: Sql, command: string, server?: number): Promise<Map<number, string>> {
  if (!(await isOnCluster(sql))) {
    const answer = await sql.first<Record<string, string>>(new Query([command], []));
    return new Map([[ALONE, Object.values(answer ?? {})[0] ?? ""]]);
  }
  const answers = await sql.all<{ nodeid: number; success: boolean; result: string }>(
    query`select nodeid, success, result from run_command_on_all_nodes(${command})`,
  );
  for (const { success } of answers) {
    if (!success) throw new KernelError("storage_unavailable", "A server of the cluster does not answer");
  }
  return new Map(answers.filter(({ nodeid }) => (server ?? nodeid) === nodeid).map((one) => [one.nodeid, one.result]));
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
