import { canonicalJson } from "../canonical-json.ts";
import type { Env } from "../env.ts";
import { type Actor, type Event, type NewEvent, REFUSED, type Via } from "../event.ts";
import { batchesOf, list, query } from "../query.ts";
import type { Sql } from "../sql.ts";
import { bodyHash, entryHash, GENESIS_HASH } from "./entry-hash.ts";
import { columnsOf, type EventRow, insertEvent, toEvent } from "./event-row.ts";

const SALT_BYTES = 16;
const SALTS_PER_DRAW = 128;

/** What was drawn and is not used yet. */
const pools = new WeakMap<Env, { readonly bytes: Uint8Array; used: number }>();

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

/** Where a log ends, for as long as one transaction holds its lane and adds to it through this alone. */
export interface LogEnd {
  head: Promise<Head>;
}

/** Asked before it is needed, it travels with what is asked first, and once for all entries. */
export function findLogEnd(sql: Sql, tenant: string): LogEnd {
  const head = headOf(sql, tenant);
  // Whoever adds an entry hears of it; a call that adds none need not.
  head.catch(() => {});
  return { head };
}

/** Adds one entry at the end of a tenant's log. The caller holds that tenant's write lane. */
export async function appendEvent(
  sql: Sql,
  env: Env,
  origin: Origin,
  event: NewEvent,
  end: LogEnd = findLogEnd(sql, origin.tenant),
): Promise<Event> {
  const head = await end.head;
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
  const columns = columnsOf(unsealed);
  const salt = newSalt(env);
  const body_hash = bodyHash(salt, columns.payload, columns.reasoning);
  const hash = entryHash({ ...columns, body_hash });
  await sql.run(insertEvent({ ...columns, salt, body_hash, hash }));
  await moveHead(sql, origin.tenant, { seq: unsealed.seq, hash });
  end.head = Promise.resolve({ seq: unsealed.seq, hash });
  env.reached("event-appended");
  return { ...unsealed, body_hash, hash };
}

/** So much that nobody can try out what an erased body may have said. */
export function newSalt(env: Env): string {
  let pool = pools.get(env);
  if (pool === undefined || pool.used === pool.bytes.length) {
    // Drawn many at a time: a system call for each would cost more than the hash it goes into.
    pool = { bytes: env.randomBytes(SALT_BYTES * SALTS_PER_DRAW), used: 0 };
    pools.set(env, pool);
  }
  const salt = pool.bytes.subarray(pool.used, pool.used + SALT_BYTES);
  pool.used += SALT_BYTES;
  return Buffer.from(salt).toString("hex");
}

export async function moveHead(sql: Sql, tenant: string, { seq, hash }: Head): Promise<void> {
  await sql.run(query`insert into log_head (tenant_id, seq, hash) values (${tenant}, ${seq}, ${hash})
    on conflict (tenant_id) do update set seq = excluded.seq, hash = excluded.hash`);
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

/** The heads of some tenants, of those that have one. */
export async function headsOf(sql: Sql, tenants: readonly string[]): Promise<Map<string, Head>> {
  const heads = new Map<string, Head>();
  for (const some of batchesOf(tenants)) {
    const rows = await sql.all<Head & { tenant_id: string }>(
      query`select tenant_id, seq, hash from log_head where tenant_id in (${list(some)})`,
    );
    for (const { tenant_id, seq, hash } of rows) heads.set(tenant_id, { seq, hash });
  }
  return heads;
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

/** What a tenant's log says about itself, oldest first. */
export async function eventsOfLog(sql: Sql, tenant: string): Promise<Event[]> {
  const rows = await sql.all<EventRow>(
    query`select * from event where tenant_id = ${tenant} and server = 'log' order by seq`,
  );
  return rows.map(toEvent);
}

/** The entries of some kinds that one server left in a tenant's log, oldest first. */
export async function eventsOfKinds(
  sql: Sql,
  tenant: string,
  server: string,
  kinds: readonly string[],
): Promise<Event[]> {
  const rows = await sql.all<EventRow>(
    query`select * from event where tenant_id = ${tenant} and server = ${server} and kind in (${list(kinds)}) order by seq`,
  );
  return rows.map(toEvent);
}

/** Entries of one tenant after a position as they are stored, oldest first. */
export function rowsAfter(sql: Sql, tenant: string, seq: number, limit: number): Promise<EventRow[]> {
  return sql.all<EventRow>(
    query`select * from event where tenant_id = ${tenant} and seq > ${seq} order by seq limit ${limit}`,
  );
}

/** Who has a log, sorted; also those whose end is not known. */
export async function everyTenant(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ tenant_id: string }>(
    query`select tenant_id from log_head union select distinct tenant_id from event order by tenant_id`,
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** One entry as it is stored. */
export function rowAt(sql: Sql, tenant: string, seq: number): Promise<EventRow | undefined> {
  return sql.first<EventRow>(query`select * from event where tenant_id = ${tenant} and seq = ${seq}`);
}

/** The hashes of the first entries, in order. */
export function hashesUpTo(
  sql: Sql,
  tenant: string,
  seq: number,
): AsyncIterable<{ readonly seq: number; readonly hash: string }> {
  return sql.each(query`select seq, hash from event where tenant_id = ${tenant} and seq <= ${seq} order by seq`);
}

/** The entry with this id in one tenant's log. */
export function rowWithId(sql: Sql, tenant: string, id: string): Promise<EventRow | undefined> {
  return sql.first<EventRow>(query`select * from event where tenant_id = ${tenant} and id = ${id}`);
}

/** The entries of governance about one approval as they are stored, oldest first. */
export function rowsOfApproval(sql: Sql, tenant: string, approvalId: string): Promise<EventRow[]> {
  // As it stands in the index: an engine takes that only for a server it sees here.
  return sql.all<EventRow>(query`select * from event
    where tenant_id = ${tenant} and server = 'governance' and approval_id = ${approvalId} order by seq`);
}

/** The newest entry before a place that an actor left and that was not refused. */
export function lastRowBy(sql: Sql, tenant: string, actor: Actor, before: number): Promise<EventRow | undefined> {
  return sql.first<EventRow>(query`select * from event where tenant_id = ${tenant} and seq < ${before}
    and actor = ${canonicalJson(actor)} and kind <> ${REFUSED} order by seq desc limit 1`);
}

/** Puts what is left of an entry's body in its place, for good. A later entry says so. */
export async function replaceBody(
  sql: Sql,
  row: EventRow,
  left: { salt: string; payload: string; by: number },
): Promise<void> {
  await sql.run(query`update event set payload = ${left.payload}, reasoning = null, salt = ${left.salt},
    erased_by = ${left.by} where tenant_id = ${row.tenant_id} and seq = ${row.seq}`);
}
