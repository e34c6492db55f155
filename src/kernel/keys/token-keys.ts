import { createECDH, createHash } from "node:crypto";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { secretFile } from "./secret-file.ts";

/** A P-256 key as tokens are signed with it. */
export interface TokenKey {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
  readonly d: string;
  readonly alg: "ES256";
  readonly use: "sig";
  readonly kid: string;
}

const KEY_BYTES = 32;
const UNCOMPRESSED_BYTES = 1;

/** The keys in a file as a JSON Web Key Set, one made when first needed. The first one signs, all are believed. */
export async function tokenKeys(file: string, env: Env): Promise<readonly TokenKey[]> {
  const bytes = await secretFile(file, () => Buffer.from(`${JSON.stringify({ keys: [newKey(env)] })}\n`), env);
  try {
    const { keys } = JSON.parse(bytes.toString("utf8")) as { keys: TokenKey[] };
    if (keys.length > 0 && keys.every(({ kty, kid }) => kty === "EC" && typeof kid === "string")) return keys;
  } catch {
    // Told below, with the same words.
  }
  throw new KernelError("key_unknown", "The keys that tokens are signed with cannot be read", {
    file: "keys/tokens.json",
  });
}

/** Its bytes are drawn from the Env, so that a simulated run has the same key again. */
function newKey(env: Env): TokenKey {
  const curve = createECDH("prime256v1");
  const d = env.randomBytes(KEY_BYTES);
  curve.setPrivateKey(d);
  const point = curve.getPublicKey().subarray(UNCOMPRESSED_BYTES);
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
  const [x, y] = [base64(point.subarray(0, KEY_BYTES)), base64(point.subarray(KEY_BYTES))];
  // RFC 7638: the members that make the key, in this order.
  const kid = createHash("sha256")
    .update(JSON.stringify({ crv: "P-256", kty: "EC", x, y }))
    .digest("base64url");
  return { kty: "EC", crv: "P-256", x, y, d: base64(d), alg: "ES256", use: "sig", kid };
}
