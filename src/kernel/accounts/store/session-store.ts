import { ACCOUNTS } from "../../installation.ts";
import { query } from "../../query.ts";
import type { Sql } from "../../sql.ts";

/** A browser that is signed in, or a token that was copied out of one. */
export interface SessionRow {
  readonly id_hash: string;
  readonly user_name: string;
  /** The browser's own session, where this is a token copied out of it. */
  readonly parent_hash: string | null;
  readonly used_at: number;
  readonly expires_at: number;
}

export function findSession(sql: Sql, idHash: string): Promise<SessionRow | undefined> {
  return sql.first<SessionRow>(
    query`select * from account_session where tenant_id = ${ACCOUNTS} and id_hash = ${idHash}`,
  );
}

export async function insertSession(sql: Sql, row: SessionRow): Promise<void> {
  await sql.run(query`insert into account_session (tenant_id, id_hash, user_name, parent_hash, used_at, expires_at)
    values (${ACCOUNTS}, ${row.id_hash}, ${row.user_name}, ${row.parent_hash}, ${row.used_at}, ${row.expires_at})`);
}

export async function touchSession(sql: Sql, idHash: string, usedAt: number): Promise<void> {
  await sql.run(query`update account_session set used_at = ${usedAt}
    where tenant_id = ${ACCOUNTS} and id_hash = ${idHash}`);
}

/** Ends a session and the tokens copied out of it. */
export async function deleteSession(sql: Sql, idHash: string): Promise<void> {
  await sql.run(query`delete from account_session
    where tenant_id = ${ACCOUNTS} and (id_hash = ${idHash} or parent_hash = ${idHash})`);
}

export async function deleteSessionsOf(sql: Sql, user: string): Promise<void> {
  await sql.run(query`delete from account_session where tenant_id = ${ACCOUNTS} and user_name = ${user}`);
}

export async function deleteOldSessions(sql: Sql, now: number): Promise<void> {
  await sql.run(query`delete from account_session where tenant_id = ${ACCOUNTS} and expires_at <= ${now}`);
}
