import { KernelError } from "../errors.ts";
import { Query, query } from "../query.ts";
import type { Sql } from "../sql.ts";
import { bindTable, unboundTable } from "./postgres-tenants.ts";

/** What became of the tables. */
export interface Distributed {
  readonly distributed: readonly string[];
  readonly referenced: readonly string[];
  /** How many were where they belong already. */
  readonly standing: number;
  readonly workers: number;
}

/** All tables of tenants lie beside this one: what belongs to a tenant is on one server. */
const FIRST = "event";

/** Looked at by every call, whoever's it is, and changed by hand: every server has them whole, and needs no other for it. */
const EVERYWHERE = new Set(["permission", "permission_version"]);

/**
 * Puts every table that has tenants on the workers, all parts of a tenant on the same one; of the others each server has
 * a copy. Tables that are there already stay. In the caller's transaction, at the coordinator.
 */
export async function distributeTables(sql: Sql): Promise<Distributed> {
  const workers = await countWorkers(sql);
  if (workers === 0)
    throw new KernelError(
      "storage_refused",
      "The cluster has no worker yet: add one with citus_add_node, then run this again",
    );
  const tables = await tablesToPlace(sql);
  const loose = tables.filter(({ is_placed }) => !is_placed);
  const isShared = ({ name, has_tenant }: (typeof tables)[number]) => !has_tenant || EVERYWHERE.has(name);
  const distributed = loose.filter((table) => !isShared(table)).map(({ name }) => name);
  const referenced = loose.filter(isShared).map(({ name }) => name);
  distributed.sort((a, b) => Number(b === FIRST) - Number(a === FIRST));
  for (const table of distributed) {
    // Rows are carried over in a way that no policy lets through; nobody sees the table before all this is committed.
    for (const statement of unboundTable(table)) await sql.run(statement);
    const beside = table === FIRST ? "none" : FIRST;
    await sql.all(
      query`select create_distributed_table(quote_ident(${table})::regclass, 'tenant_id', colocate_with => ${beside})`,
    );
    await bindTable(sql, table);
  }
  for (const table of referenced) {
    const isBound = EVERYWHERE.has(table);
    if (isBound) for (const statement of unboundTable(table)) await sql.run(statement);
    await sql.all(query`select create_reference_table(quote_ident(${table})::regclass)`);
    if (isBound) await bindTable(sql, table);
  }
  return { distributed, referenced, standing: tables.length - loose.length, workers };
}

/** Where a table that a process makes as it goes is to be made: nowhere special, here and then placed, or elsewhere. */
export type PlaceOfTables = "here alone" | "at this coordinator" | "at the coordinator";

export async function placeOfTables(sql: Sql): Promise<PlaceOfTables> {
  const citus = await sql.first<{ is_there: boolean }>(
    query`select to_regclass('pg_catalog.pg_dist_partition') is not null as is_there`,
  );
  if (citus?.is_there !== true) return "here alone";
  const here = await sql.first<{ node: number }>(query`select l.groupid as node from pg_dist_local_group l
    join pg_dist_partition p on p.logicalrelid = to_regclass(quote_ident(current_schema()) || '.event')`);
  if (here === undefined) return "here alone";
  return here.node === 0 ? "at this coordinator" : "at the coordinator";
}

/** Puts one new, empty table of tenants beside the others, in the caller's transaction, at the coordinator. */
export async function distributeTable(sql: Sql, table: string): Promise<void> {
  // A transaction that makes tables and then changes them reaches each worker over one line.
  await sql.all(new Query(["set local citus.multi_shard_modify_mode = 'sequential'"], []));
  await sql.all(
    query`select create_distributed_table(quote_ident(${table})::regclass, 'tenant_id', colocate_with => ${FIRST})`,
  );
}

async function countWorkers(sql: Sql): Promise<number> {
  const row = await sql.first<{ n: number }>(
    query`select count(*) as n from pg_dist_node where noderole = 'primary' and shouldhaveshards and isactive`,
  );
  return row?.n ?? 0;
}

async function tablesToPlace(sql: Sql) {
  return sql.all<{ name: string; has_tenant: boolean; is_placed: boolean }>(query`select c.relname as name,
      exists (select 1 from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as has_tenant,
      exists (select 1 from pg_dist_partition p where p.logicalrelid = c.oid) as is_placed
    from pg_catalog.pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`);
}
