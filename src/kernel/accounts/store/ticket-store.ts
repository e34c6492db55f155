import { ACCOUNTS } from "../../installation.ts";
import { query } from "../../query.ts";
import type { Sql } from "../../sql.ts";

/** Something that holds once, for a while: an invitation, a state that comes back from elsewhere. */
export interface TicketRow {
  readonly id_hash: string;
  readonly kind: string;
  readonly payload: string;
  readonly expires_at: number;
}

export async function insertTicket(sql: Sql, row: TicketRow): Promise<void> {
  await sql.run(query`insert into account_ticket (tenant_id, id_hash, kind, payload, expires_at)
    values (${ACCOUNTS}, ${row.id_hash}, ${row.kind}, ${row.payload}, ${row.expires_at})`);
}

/** The same where it may be there already. */
export async function replaceTicket(sql: Sql, row: TicketRow): Promise<void> {
  await sql.run(query`insert into account_ticket (tenant_id, id_hash, kind, payload, expires_at)
    values (${ACCOUNTS}, ${row.id_hash}, ${row.kind}, ${row.payload}, ${row.expires_at})
    on conflict (tenant_id, kind, id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`);
}

export function findTicket(sql: Sql, kind: string, idHash: string): Promise<TicketRow | undefined> {
  return sql.first<TicketRow>(query`select * from account_ticket
    where tenant_id = ${ACCOUNTS} and kind = ${kind} and id_hash = ${idHash}`);
}

/** Takes it out; false where another was faster. */
export async function deleteTicket(sql: Sql, kind: string, idHash: string): Promise<boolean> {
  const deleted = await sql.change(query`delete from account_ticket
    where tenant_id = ${ACCOUNTS} and kind = ${kind} and id_hash = ${idHash}`);
  return deleted === 1;
}

export async function deleteOldTickets(sql: Sql, now: number): Promise<void> {
  await sql.run(query`delete from account_ticket where tenant_id = ${ACCOUNTS} and expires_at <= ${now}`);
}
