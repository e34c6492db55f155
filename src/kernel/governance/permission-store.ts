import { canonicalJson } from "../canonical-json.ts";
import { INSTALLATION } from "../installation.ts";
import { query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import type { PermissionRecord } from "./record.ts";

export interface PermissionRow {
  readonly agent: string;
  readonly for_user: string;
  readonly record: string;
  readonly version: number;
  readonly changed_at: number;
  readonly source: string;
}

export type RowKey = Pick<PermissionRow, "agent" | "for_user">;

const PERMISSIONS = "permissions";

const VERSION = query`select version from permission_version where tenant_id = ${INSTALLATION} and name = ${PERMISSIONS}`;

/** The number that every change of permissions moves on; 0 before the first. */
export async function permissionVersion(sql: Sql): Promise<number> {
  return (await sql.first<{ version: number }>(VERSION))?.version ?? 0;
}

/** The same, as every call looks at it. */
export async function glanceAtVersion({ glance }: Pick<Database, "glance">): Promise<number> {
  const [row] = await glance<{ version: number }>(INSTALLATION, VERSION);
  return row?.version ?? 0;
}

export function allPermissions(sql: Sql): Promise<PermissionRow[]> {
  return sql.all<PermissionRow>(query`select agent, for_user, record, version, changed_at, source from permission
    where tenant_id = ${INSTALLATION} order by agent, for_user`);
}

export function permissionOf(sql: Sql, { agent, for_user }: RowKey): Promise<PermissionRow | undefined> {
  return sql.first<PermissionRow>(query`select agent, for_user, record, version, changed_at, source from permission
    where tenant_id = ${INSTALLATION} and agent = ${agent} and for_user = ${for_user}`);
}

export interface Change {
  readonly version: number;
  readonly at: number;
}

export async function putPermission(
  sql: Sql,
  { agent, for_user }: RowKey,
  record: PermissionRecord,
  source: string,
  { version, at }: Change,
): Promise<void> {
  const text = canonicalJson(record as never);
  await sql.run(query`insert into permission (tenant_id, agent, for_user, record, version, changed_at, source)
    values (${INSTALLATION}, ${agent}, ${for_user}, ${text}, ${version}, ${at}, ${source})
    on conflict (tenant_id, agent, for_user) do update set record = excluded.record, version = excluded.version,
      changed_at = excluded.changed_at, source = excluded.source`);
  await moveVersion(sql, version);
}

export async function dropPermission(sql: Sql, { agent, for_user }: RowKey, version: number): Promise<void> {
  await sql.run(query`delete from permission
    where tenant_id = ${INSTALLATION} and agent = ${agent} and for_user = ${for_user}`);
  await moveVersion(sql, version);
}

async function moveVersion(sql: Sql, version: number): Promise<void> {
  await sql.run(query`insert into permission_version (tenant_id, name, version)
    values (${INSTALLATION}, ${PERMISSIONS}, ${version})
    on conflict (tenant_id, name) do update set version = excluded.version`);
}
