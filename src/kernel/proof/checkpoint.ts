import { z } from "zod";
import { canonicalJson } from "../canonical-json.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { allHeads, hashesUpTo } from "../events/index.ts";
import type { Sql } from "../sql.ts";
import { currentKey, isSignedBy, publicKeyOf, signText } from "./checkpoint-keys.ts";
import { createTree } from "./merkle.ts";

/** Of each entry's hash a checkpoint keeps so many bytes: the root proves, these only tell which entry it was. */
const FINGERPRINT_DIGITS = 8;
const HASH = z.string().regex(/^[0-9a-f]{64}$/);

const FirstFormat = z.strictObject({
  format: z.literal("bailiwick-checkpoint-1"),
  at: z.int(),
  tenants: z.record(z.string(), z.strictObject({ seq: z.int(), hash: HASH, anchors: z.record(z.string(), HASH) })),
  public_key: z.string(),
  signature: z.string(),
});

const SecondFormat = z.strictObject({
  format: z.literal("bailiwick-checkpoint-2"),
  at: z.int(),
  logs: z.record(
    z.string(),
    z.strictObject({
      size: z.int(),
      /** The hash of the last entry. */
      head: HASH,
      /** Of the tree over all entries: RFC 9162. */
      root: HASH,
      fingerprints: z.base64(),
    }),
  ),
  /** Who signed it, for whoever looks for the key; it proves nothing. */
  key: z.string(),
  signature: z.string(),
});

/** The heads of logs at one moment, signed. It proves something only when kept where the log's owner cannot change it. */
export type Checkpoint = z.infer<typeof SecondFormat>;
export type AnyCheckpoint = Checkpoint | z.infer<typeof FirstFormat>;

/** Of all tenants, or of one: then it tells nothing of the others. */
export async function makeCheckpoint(sql: Sql, env: Env, keysFolder: string, only?: string): Promise<Checkpoint> {
  const logs: Checkpoint["logs"] = {};
  for (const [tenant, { seq, hash }] of await allHeads(sql)) {
    if (only !== undefined && tenant !== only) continue;
    logs[tenant] = { size: seq, head: hash, ...(await treeOf(sql, tenant, seq)) };
  }
  if (only !== undefined && logs[only] === undefined) {
    throw new KernelError("not_found", "There is no log of this user", { user: only });
  }
  const key = await currentKey(sql, env, keysFolder);
  const statement = { format: "bailiwick-checkpoint-2" as const, at: env.now(), logs, key: publicKeyOf(key) };
  return { ...statement, signature: signText(key, canonicalJson(statement)) };
}

async function treeOf(sql: Sql, tenant: string, size: number): Promise<{ root: string; fingerprints: string }> {
  const tree = createTree();
  const fingerprints: string[] = [];
  for await (const { hash } of hashesUpTo(sql, tenant, size)) {
    tree.add(hash);
    fingerprints.push(hash.slice(0, FINGERPRINT_DIGITS));
  }
  return { root: tree.root(), fingerprints: Buffer.from(fingerprints.join(""), "hex").toString("base64") };
}

/** What a checkpoint knows of the hash of an entry, counted from 1; undefined beyond its end. */
export function fingerprintAt(fingerprints: Buffer, seq: number): string | undefined {
  const bytes = FINGERPRINT_DIGITS / 2;
  const part = fingerprints.subarray((seq - 1) * bytes, seq * bytes);
  return part.length === bytes ? part.toString("hex") : undefined;
}

/** Reads a checkpoint of either format. Nothing is believed yet. */
export function readCheckpoint(text: string): AnyCheckpoint {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalid("The checkpoint file is not JSON");
  }
  const parsed = z.discriminatedUnion("format", [FirstFormat, SecondFormat]).safeParse(json);
  if (!parsed.success) throw invalid("The file is not a checkpoint of Bailiwick");
  return parsed.data;
}

/** The key that a checkpoint claims to be signed with. */
export function claimedKey(checkpoint: AnyCheckpoint): string {
  return "key" in checkpoint ? checkpoint.key : checkpoint.public_key;
}

/** Refuses a checkpoint that none of the trusted keys has signed. */
export function refuseUnsigned(checkpoint: AnyCheckpoint, trusted: ReadonlySet<string>): void {
  const { signature, ...statement } = checkpoint;
  const text = canonicalJson(statement);
  if ([...trusted].some((key) => isSignedBy(key, text, signature))) return;
  if (isSignedBy(claimedKey(checkpoint), text, signature)) {
    throw invalid("The checkpoint is signed with a key that is not trusted here: give the right one with --key");
  }
  throw invalid("The checkpoint's signature does not fit its content: the file was changed");
}

function invalid(message: string): KernelError {
  return new KernelError("checkpoint_invalid", message);
}
