import { canonicalJson, sha256 } from "../canonical-json.ts";
import type { EventRow } from "./event-row.ts";

/** What comes before the first entry of a log. */
export const GENESIS_HASH = "0".repeat(64);

/** Binds what an entry says without telling it: who does not have the salt cannot try words out. */
export function bodyHash(salt: string, payload: string, reasoning: string | null): string {
  return sha256(`${salt}{"payload":${payload},"reasoning":${canonicalJson(reasoning)}}`);
}

/** The hash that binds every field of an entry, its body by its hash, and through `prev_hash` all before it. */
export function entryHash(row: Omit<EventRow, "hash" | "salt" | "payload" | "reasoning" | "erased_by">): string {
  // The canonical JSON of the entry, put together from columns that hold canonical JSON already.
  const former = row.former_hash === null ? "" : `"former_hash":${canonicalJson(row.former_hash)},`;
  const via = row.via === null ? "" : `,"via":${row.via}`;
  const first = canonicalJson({ approval_id: row.approval_id, at: row.at, body_hash: row.body_hash });
  const rest = canonicalJson({
    id: row.id,
    kind: row.kind,
    prev_hash: row.prev_hash,
    seq: row.seq,
    server: row.server,
    tenant: row.tenant_id,
    tool: row.tool,
  });
  return sha256(`{"actor":${row.actor},${first.slice(1, -1)},${former}${rest.slice(1, -1)}${via}}`);
}

/** The hash of the first format, which covered the payload itself. `prev` is the hash before it in that format. */
export function formerHash(row: EventRow, prev: string): string {
  const { id, at, seq, server, tool, kind, reasoning, approval_id } = row;
  const before = canonicalJson({ approval_id, at, id, kind }).slice(1, -1);
  const after = canonicalJson({ prev_hash: prev, reasoning, seq, server, tenant: row.tenant_id, tool }).slice(1, -1);
  const via = row.via === null ? "" : `,"via":${row.via}`;
  return sha256(`{"actor":${row.actor},${before},"payload":${row.payload},${after}${via}}`);
}
