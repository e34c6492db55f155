import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { mkdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { replaceFile } from "../atomic-file.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { LOG_SERVER } from "../event.ts";
import { appendEvent, eventsOfLog } from "../events/index.ts";
import { EVERY_TENANT, INSTALLATION } from "../installation.ts";
import type { Json } from "../json.ts";
import { newSigningKey, pemOf, readSigningKey, signingKey } from "../keys/index.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";

const KEY_FILE = "checkpoint-ed25519.pem";
/** The next key, until the log says that it is the one. */
const NEXT_FILE = "checkpoint-ed25519.next.pem";
/** Whose checkpoints are believed where there is no key of our own. */
const PINNED_FILE = "checkpoint-ed25519.pinned";

const KEY_ROTATED = "key.rotated";

const Rotation = z.object({ from: z.string(), to: z.string(), by_from: z.string(), by_to: z.string() });
type Rotation = z.infer<typeof Rotation>;

/** A public key as it is written down: DER in base64. */
export function publicKeyOf(key: KeyObject): string {
  return (key.type === "public" ? key : createPublicKey(key))
    .export({ type: "spki", format: "der" })
    .toString("base64");
}

export function signText(key: KeyObject, text: string): string {
  return sign(null, Buffer.from(text), key).toString("base64");
}

export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), type: "spki", format: "der" });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
  } catch {
    // What is no key has signed nothing.
    return false;
  }
}

/** The key that signs now: the one the log names last, made when there is none. */
export async function currentKey(sql: Sql, env: Env, keysFolder: string): Promise<KeyObject> {
  const key = await signingKey(join(keysFolder, KEY_FILE), env);
  const last = (await rotations(sql)).at(-1);
  if (last === undefined || publicKeyOf(key) === last.to) return key;
  // A rotation that was cut short between its entry and its file.
  const next = await readSigningKey(join(keysFolder, NEXT_FILE));
  if (next === undefined || publicKeyOf(next) !== last.to) {
    throw new KernelError("key_unknown", "The signing key in the data folder is not the one the log names", {
      named: last.to,
    });
  }
  await rename(join(keysFolder, NEXT_FILE), join(keysFolder, KEY_FILE));
  return next;
}

/** The keys that may have signed what lies in this folder; none where it has no key of its own. */
export async function ownKeys(sql: Sql, keysFolder: string): Promise<ReadonlySet<string>> {
  const own = await readSigningKey(join(keysFolder, KEY_FILE));
  return own === undefined ? new Set() : trustedKeys(sql, publicKeyOf(own));
}

/** Signs with a new key from now on. Both keys sign the entry that says so, so that whoever trusts one can trust the other. */
export async function rotateKey(
  database: Database,
  env: Env,
  keysFolder: string,
): Promise<{ from: string; to: string }> {
  const old = await database.read(EVERY_TENANT, (sql) => currentKey(sql, env, keysFolder));
  const nextFile = join(keysFolder, NEXT_FILE);
  // One that was never named may lie there.
  const made = newSigningKey(env);
  await replaceFile(nextFile, pemOf(made), env.id(), { mode: 0o600 });
  const [from, to] = [publicKeyOf(old), publicKeyOf(made)];
  const statement = rotationText(from, to);
  const rotation: Rotation = { from, to, by_from: signText(old, statement), by_to: signText(made, statement) };
  const actor = { user: INSTALLATION, agent: null, client: "bailiwick" };
  const origin = { tenant: INSTALLATION, server: LOG_SERVER, tool: "rotate_key", actor, approvalId: null };
  await database.write(INSTALLATION, (sql) => appendEvent(sql, env, origin, { kind: KEY_ROTATED, payload: rotation }));
  await rename(nextFile, join(keysFolder, KEY_FILE));
  return { from, to };
}

function rotationText(from: string, to: string): string {
  return canonicalJson({ format: "bailiwick-key-rotation-1", from, to });
}

async function rotations(sql: Sql): Promise<Rotation[]> {
  const said = (await eventsOfLog(sql, INSTALLATION)).filter(({ kind }) => kind === KEY_ROTATED);
  return said.flatMap(({ payload }) => Rotation.safeParse(payload as Json).data ?? []);
}

/** Where the belief in a key comes from. */
export interface Pinned {
  readonly key: string;
  readonly from: "given" | "folder" | "pinned" | "first";
}

/** The key to believe: what was given, else this folder's own, else what was believed before; never what a checkpoint says of itself. */
export async function pinnedKey(keysFolder: string, given: string | undefined): Promise<Pinned | undefined> {
  if (given !== undefined) return { key: parsePublicKey(given), from: "given" };
  const own = await readSigningKey(join(keysFolder, KEY_FILE));
  if (own !== undefined) return { key: publicKeyOf(own), from: "folder" };
  const pinned = await readFile(join(keysFolder, PINNED_FILE), "utf8").catch(() => undefined);
  return pinned === undefined ? undefined : { key: parsePublicKey(pinned), from: "pinned" };
}

/** Believes a key from now on: the first that was seen. */
export async function pinKey(keysFolder: string, key: string, env: Env): Promise<void> {
  await mkdir(keysFolder, { recursive: true, mode: 0o700 });
  await replaceFile(join(keysFolder, PINNED_FILE), `${key}\n`, env.id(), { mode: 0o600 });
}

/** All keys that follow from one: those it handed over to, and those that handed over to it. */
export async function trustedKeys(sql: Sql, pinned: string): Promise<ReadonlySet<string>> {
  const trusted = new Set([pinned]);
  const said = (await rotations(sql)).filter(({ from, to, by_from, by_to }) => {
    const statement = rotationText(from, to);
    return isSignedBy(from, statement, by_from) && isSignedBy(to, statement, by_to);
  });
  for (let size = 0; size !== trusted.size; ) {
    size = trusted.size;
    for (const { from, to } of said) {
      if (trusted.has(from)) trusted.add(to);
      if (trusted.has(to)) trusted.add(from);
    }
  }
  return trusted;
}

/** A public key as people hand it on: PEM, or DER in base64. */
function parsePublicKey(text: string): string {
  try {
    const key = text.includes("-----BEGIN")
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text.trim(), "base64"), type: "spki", format: "der" });
    if (key.asymmetricKeyType !== "ed25519") throw new TypeError("another kind of key");
    return publicKeyOf(key);
  } catch (error) {
    throw new KernelError(
      "invalid_arguments",
      "The key is no Ed25519 public key in PEM or base64",
      {},
      { cause: error },
    );
  }
}
