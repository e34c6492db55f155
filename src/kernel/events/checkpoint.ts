import { createPublicKey, sign, verify } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { canonicalJson } from "../canonical-json.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { signingKey } from "../keys/index.ts";
import { query } from "../query.ts";
import type { Sql } from "../sql.ts";
import { allHeads } from "./event-log.ts";

/** At most this many hashes per tenant are kept on the way: up to here a rewritten entry is named exactly. */
const ANCHORS_MAX = 1024;
const HASH = z.string().regex(/^[0-9a-f]{64}$/);

const Statement = z.strictObject({
  format: z.literal("bailiwick-checkpoint-1"),
  at: z.int(),
  tenants: z.record(z.string(), z.strictObject({ seq: z.int(), hash: HASH, anchors: z.record(z.string(), HASH) })),
  public_key: z.string(),
});
const SignedCheckpoint = z.strictObject({ ...Statement.shape, signature: z.string() });

/** The heads of all logs at one moment, signed. It proves something only when kept where the log's owner cannot change it. */
export type Checkpoint = z.infer<typeof SignedCheckpoint>;

export async function makeCheckpoint(sql: Sql, env: Env, keysFolder: string): Promise<Checkpoint> {
  const tenants: Record<string, { seq: number; hash: string; anchors: Record<string, string> }> = {};
  for (const [tenant, head] of await allHeads(sql)) {
    tenants[tenant] = { ...head, anchors: await anchorsOf(sql, tenant, head.seq) };
  }
  const key = await signingKey(join(keysFolder, "checkpoint-ed25519.pem"), env);
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" }).toString("base64");
  const statement = { format: "bailiwick-checkpoint-1" as const, at: env.now(), tenants, public_key: publicKey };
  const signature = sign(null, Buffer.from(canonicalJson(statement)), key).toString("base64");
  return { ...statement, signature };
}

async function anchorsOf(sql: Sql, tenant: string, last: number): Promise<Record<string, string>> {
  const step = Math.max(1, Math.ceil(last / ANCHORS_MAX));
  const rows = await sql.all<{ seq: number; hash: string }>(
    query`select seq, hash from event where tenant_id = ${tenant} and seq % ${step} = 0 order by seq`,
  );
  return Object.fromEntries(rows.map(({ seq, hash }) => [String(seq), hash]));
}

/** Reads a checkpoint and checks its signature; one that was edited is refused, not used. */
export function readCheckpoint(text: string): Checkpoint {
  const invalid = (message: string) => new KernelError("invalid_arguments", message);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalid("The checkpoint file is not JSON");
  }
  const parsed = SignedCheckpoint.safeParse(json);
  if (!parsed.success) throw invalid("The file is not a checkpoint of Bailiwick");
  const { signature, ...statement } = parsed.data;
  if (!isSignedBy(statement.public_key, canonicalJson(statement), signature)) {
    throw invalid("The checkpoint's signature does not fit its content: the file was changed");
  }
  return parsed.data;
}

function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), type: "spki", format: "der" });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
  } catch {
    // What is no key has signed nothing.
    return false;
  }
}
