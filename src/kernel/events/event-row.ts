import { canonicalJson } from "../canonical-json.ts";
import { KernelError } from "../errors.ts";
import type { Actor, Event, Via } from "../event.ts";
import type { Json } from "../json.ts";
import { type Query, query } from "../query.ts";

/** An entry as the table holds it. JSON stands in canonical form: hashes are taken over these very texts. */
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
  readonly salt: string;
  readonly body_hash: string;
  readonly former_hash: string | null;
  readonly erased_by: number | null;
  readonly prev_hash: string;
  readonly hash: string;
}

/** The columns of an entry that a caller brings. */
export function columnsOf(event: Omit<Event, "hash" | "body_hash">) {
  const { tenant, seq, id, at, server, tool, actor, kind, reasoning, approval_id, via, prev_hash } = event;
  return {
    tenant_id: tenant,
    seq,
    id,
    at,
    server,
    tool,
    actor: canonicalJson(actor),
    kind,
    payload: canonicalJson(event.payload),
    reasoning,
    approval_id,
    via: via === undefined ? null : canonicalJson(via),
    former_hash: null,
    erased_by: null,
    prev_hash,
  };
}

export function insertEvent(row: EventRow): Query {
  return query`insert into event
    (tenant_id, seq, id, at, server, tool, actor, kind, payload, reasoning, approval_id, via, salt, body_hash, prev_hash, hash)
    values (${row.tenant_id}, ${row.seq}, ${row.id}, ${row.at}, ${row.server}, ${row.tool}, ${row.actor}, ${row.kind},
      ${row.payload}, ${row.reasoning}, ${row.approval_id}, ${row.via}, ${row.salt}, ${row.body_hash}, ${row.prev_hash},
      ${row.hash})`;
}

/** Reads a row back, or says which one cannot be read. */
export function toEvent(row: EventRow): Event {
  try {
    return parsed(row);
  } catch (error) {
    const { tenant_id: tenant, seq, id } = row;
    throw new KernelError(
      "storage_corrupt",
      "An entry of the log cannot be read",
      { tenant, seq, id },
      { cause: error },
    );
  }
}

function parsed(row: EventRow): Event {
  const { tenant_id, actor, payload, via, salt: _salt, former_hash, erased_by, ...rest } = row;
  return {
    tenant: tenant_id,
    ...rest,
    ...(via !== null && { via: JSON.parse(via) as Via }),
    ...(former_hash !== null && { former_hash }),
    ...(erased_by !== null && { erased_by }),
    actor: JSON.parse(actor) as Actor,
    payload: JSON.parse(payload) as Json,
  };
}
