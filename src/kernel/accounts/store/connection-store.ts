import { ACCOUNTS } from "../../installation.ts";
import { query } from "../../query.ts";
import type { Sql } from "../../sql.ts";

/** What a client without a browser is known by, once its user has signed in for it. */
export interface ConnectionRow {
  readonly id: string;
  /** Null until somebody has signed in. */
  readonly user_name: string | null;
  readonly client_name: string | null;
  readonly scopes: string;
  readonly grant_id: string | null;
  /** Sealed; see connection-seal.ts. */
  readonly refresh_token: string | null;
  readonly created_at: number;
  readonly used_at: number | null;
  /** Until when somebody may still sign in for it; null once it is active. */
  readonly expires_at: number | null;
}

const OWN = query`tenant_id = ${ACCOUNTS}`;

export function findConnection(sql: Sql, id: string): Promise<ConnectionRow | undefined> {
  return sql.first<ConnectionRow>(query`select * from oauth_connection where ${OWN} and id = ${id}`);
}

export function listConnections(sql: Sql, user: string): Promise<ConnectionRow[]> {
  return sql.all<ConnectionRow>(
    query`select * from oauth_connection where ${OWN} and user_name = ${user} order by created_at, id`,
  );
}

export async function upsertConnection(sql: Sql, row: ConnectionRow): Promise<void> {
  await sql.run(query`insert into oauth_connection
    (tenant_id, id, user_name, client_name, scopes, grant_id, refresh_token, created_at, used_at, expires_at)
    values (${ACCOUNTS}, ${row.id}, ${row.user_name}, ${row.client_name}, ${row.scopes}, ${row.grant_id},
      ${row.refresh_token}, ${row.created_at}, ${row.used_at}, ${row.expires_at})
    on conflict (tenant_id, id) do update set user_name = excluded.user_name, client_name = excluded.client_name,
      scopes = excluded.scopes, grant_id = excluded.grant_id, refresh_token = excluded.refresh_token,
      created_at = excluded.created_at, used_at = excluded.used_at, expires_at = excluded.expires_at`);
}

export async function deleteConnection(sql: Sql, id: string): Promise<void> {
  await sql.run(query`delete from oauth_connection where ${OWN} and id = ${id}`);
}

export async function deleteConnectionsOf(sql: Sql, user: string): Promise<void> {
  await sql.run(query`delete from oauth_connection where ${OWN} and user_name = ${user}`);
}

/** Those that nobody has signed in for: old ones are taken out, and the rest counted. */
export async function countPending(sql: Sql, now: number): Promise<number> {
  await sql.run(query`delete from oauth_connection where ${OWN} and user_name is null and expires_at <= ${now}`);
  const row = await sql.first<{ count: number }>(
    query`select count(*) as count from oauth_connection where ${OWN} and user_name is null`,
  );
  return row?.count ?? 0;
}
