import { canonicalJson } from "../canonical-json.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { allHeads, type EventRow, hashesUpTo, rowWithId, toEvent } from "../events/index.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Sql } from "../sql.ts";
import type { AnyCheckpoint, Checkpoint } from "./checkpoint.ts";
import { currentKey, publicKeyOf, signText } from "./checkpoint-keys.ts";
import { consistencyPath, createTree, inclusionPath } from "./merkle.ts";

const HASH_BYTES = 32;

/** What an outsider is given: it says nothing of the rest of the log. */
export type Proof = JsonObject;

export interface ProveParts {
  readonly sql: Sql;
  readonly env: Env;
  readonly keysFolder: string;
}

/** Proves that an entry stands in its log, as the log is now or as a checkpoint saw it. */
export async function proveEntry(parts: ProveParts, id: string, checkpoint?: Checkpoint): Promise<Proof> {
  const { sql } = parts;
  const { row, size } = await findEntry(sql, id);
  const seen = checkpoint === undefined ? size : (checkpoint.logs[row.tenant_id]?.size ?? 0);
  if (row.seq > seen) {
    throw new KernelError("not_found", "The checkpoint is older than this entry", { seq: row.seq, size: seen });
  }
  const leaves = await leavesOf(sql, row.tenant_id, seen);
  const { payload, reasoning, erased_by, ...entry } = toEvent(row);
  return {
    format: "bailiwick-proof-1",
    kind: "inclusion",
    head: await signedHead(parts, row.tenant_id, leaves),
    entry: entry as unknown as Json,
    // What was erased is no longer known; that the entry stood there is.
    body: erased_by === undefined ? { salt: row.salt, payload, reasoning } : null,
    ...(erased_by !== undefined && { erased_by }),
    path: inclusionPath(leaves, row.seq - 1),
  };
}

/** Proves that a tenant's log has only grown since a checkpoint. */
export async function proveGrowth(parts: ProveParts, checkpoint: AnyCheckpoint, tenant: string): Promise<Proof> {
  const before = "logs" in checkpoint && Object.hasOwn(checkpoint.logs, tenant) ? checkpoint.logs[tenant] : undefined;
  if (before === undefined) {
    throw new KernelError("not_found", "The checkpoint knows no log of this user", { user: tenant });
  }
  const head = (await allHeads(parts.sql)).get(tenant);
  const leaves = await leavesOf(parts.sql, tenant, head?.seq ?? 0);
  if (leaves.length / HASH_BYTES < before.size) {
    throw new KernelError("conflict", "The log is shorter than the checkpoint saw it: run `bailiwick verify`", {});
  }
  return {
    format: "bailiwick-proof-1",
    kind: "consistency",
    head: await signedHead(parts, tenant, leaves),
    since: { size: before.size, root: before.root },
    path: consistencyPath(leaves, before.size),
  };
}

async function findEntry(sql: Sql, id: string): Promise<{ row: EventRow; size: number }> {
  for (const [tenant, { seq }] of await allHeads(sql)) {
    const row = await rowWithId(sql, tenant, id);
    if (row !== undefined) return { row, size: seq };
  }
  throw new KernelError("not_found", "There is no entry with this id in any log", { id });
}

export async function leavesOf(sql: Sql, tenant: string, size: number): Promise<Buffer> {
  const hashes: string[] = [];
  for await (const { hash } of hashesUpTo(sql, tenant, size)) hashes.push(hash);
  return Buffer.from(hashes.join(""), "hex");
}

export async function signedHead(parts: ProveParts, tenant: string, leaves: Buffer): Promise<JsonObject> {
  const key = await currentKey(parts.sql, parts.env, parts.keysFolder);
  const tree = createTree();
  for (let at = 0; at < leaves.length; at += HASH_BYTES) {
    tree.add(leaves.subarray(at, at + HASH_BYTES).toString("hex"));
  }
  const statement = {
    format: "bailiwick-tree-head-1",
    at: parts.env.now(),
    tenant,
    size: tree.size(),
    root: tree.root(),
    key: publicKeyOf(key),
  };
  return { ...statement, signature: signText(key, canonicalJson(statement)) };
}
