import { canonicalJson } from "../canonical-json.ts";
import type { Env } from "../env.ts";
import type { Actor, Event, NewEvent, Via } from "../event.ts";
import { query } from "../query.ts";
import type { Sql } from "../sql.ts";
import { type EventRow, eventHash, GENESIS_HASH, insertEvent, toEvent } from "./event-row.ts";

/** Where a tenant's log ends. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** What an entry says besides what happened. */
export interface Origin {
  readonly tenant: string;
  readonly server: string;
  readonly tool: string;
  readonly actor: Actor;
  readonly approvalId: string | null;
  readonly reasoning?: string | null;
  readonly via?: Via | undefined;
}

/** Adds one entry at the end of a tenant's log. The caller holds that tenant's write lane. */
export async function appendEvent(sql: Sql, env: Env, origin: Origin, event: NewEvent): Promise<Event> {
  const head = await headOf(sql, origin.tenant);
  const unsealed = {
    tenant: origin.tenant,
    seq: head.seq + 1,
    id: env.id(),
    at: env.now(),
    server: origin.server,
    tool: origin.tool,
    actor: origin.actor,
    kind: event.kind,
    payload: event.payload,
    reasoning: event.reasoning ?? origin.reasoning ?? null,
    approval_id: origin.approvalId,
    ...(origin.via !== undefined && { via: origin.via }),
    prev_hash: head.hash,
  };
  const payloadText = canonicalJson(event.payload);
  const sealed: Event = { ...unsealed, hash: eventHash(unsealed, payloadText) };
  await sql.run(insertEvent(sealed, payloadText));
  await sql.run(query`insert into log_head (tenant_id, seq, hash) values (${sealed.tenant}, ${sealed.seq}, ${sealed.hash})
    on conflict (tenant_id) do update set seq = excluded.seq, hash = excluded.hash`);
  env.reached("event-appended");
  return sealed;
}

export async function headOf(sql: Sql, tenant: string): Promise<Head> {
  const row = await sql.first<Head>(query`select seq, hash from log_head where tenant_id = ${tenant}`);
  return row ?? { seq: 0, hash: GENESIS_HASH };
}

/** All heads, by tenant. */
export async function allHeads(sql: Sql): Promise<Map<string, Head>> {
  const rows = await sql.all<Head & { tenant_id: string }>(
    query`select tenant_id, seq, hash from log_head order by tenant_id`,
  );
  return new Map(rows.map(({ tenant_id, seq, hash }) => [tenant_id, { seq, hash }]));
}

/** The entries of one tenant after a position, oldest first. */
export async function eventsAfter(sql: Sql, tenant: string, seq: number, limit: number): Promise<Event[]> {
  const rows = await sql.all<EventRow>(
    query`select * from event where tenant_id = ${tenant} and seq > ${seq} order by seq limit ${limit}`,
  );
  return rows.map(toEvent);
}

/** Every entry of every tenant, oldest first within each. */
export async function* everyEvent(sql: Sql): AsyncIterable<Event> {
  for await (const row of sql.each<EventRow>(query`select * from event order by tenant_id, seq`)) yield toEvent(row);
}
