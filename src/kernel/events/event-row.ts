import { canonicalJson, sha256 } from "../canonical-json.ts";
import type { Actor, Event, Via } from "../event.ts";
import type { Json } from "../json.ts";
import { type Query, query } from "../query.ts";

/** What comes before the first entry of a log. */
export const GENESIS_HASH = "0".repeat(64);

/** An entry as the table holds it. */
export interface EventRow {
  readonly tenant_id: string;
  readonly seq: number;
  readonly id: string;
  readonly at: number;
  readonly server: string;
  readonly tool: string;
  readonly actor: string;
  readonly kind: string;
  readonly payload: string;
  readonly reasoning: string | null;
  readonly approval_id: string | null;
  readonly via: string | null;
  readonly prev_hash: string;
  readonly hash: string;
}

/** The hash that binds every field of an entry, and through `prev_hash` all before it. */
export function eventHash(event: Omit<Event, "hash">, payloadText = canonicalJson(event.payload)): string {
  const { tenant, seq, id, at, server, tool, actor, kind, reasoning, approval_id, via, prev_hash } = event;
  // The canonical JSON of the whole entry, around a payload that may be long and was written out before.
  const before = canonicalJson({ actor, approval_id, at, id, kind });
  const after = canonicalJson({ prev_hash, reasoning, seq, server, tenant, tool, ...(via && { via }) });
  return sha256(`${before.slice(0, -1)},"payload":${payloadText},${after.slice(1)}`);
}

export function insertEvent(event: Event, payloadText: string): Query {
  const { tenant, seq, id, at, server, tool, kind, reasoning, approval_id, via, prev_hash, hash } = event;
  return query`insert into event
    (tenant_id, seq, id, at, server, tool, actor, kind, payload, reasoning, approval_id, via, prev_hash, hash)
    values (${tenant}, ${seq}, ${id}, ${at}, ${server}, ${tool}, ${canonicalJson(event.actor)}, ${kind},
      ${payloadText}, ${reasoning}, ${approval_id}, ${via === undefined ? null : canonicalJson(via)}, ${prev_hash}, ${hash})`;
}

/** Reads a row back. Throws on JSON that is not JSON; verification catches that and names the entry. */
export function toEvent(row: EventRow): Event {
  const { tenant_id, actor, payload, via, ...rest } = row;
  return {
    tenant: tenant_id,
    ...rest,
    ...(via !== null && { via: JSON.parse(via) as Via }),
    actor: JSON.parse(actor) as Actor,
    payload: JSON.parse(payload) as Json,
  };
}
