import { createPrivateKey, type KeyObject } from "node:crypto";
import type { Env } from "../env.ts";
import { secretFile } from "./secret-file.ts";

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_BYTES = 32;

/** The Ed25519 key in a file, made when first needed. Its bytes are drawn from the Env: a simulated run has the same key again. */
export async function signingKey(file: string, env: Env): Promise<KeyObject> {
  const make = () => {
    const key = Buffer.concat([PKCS8_PREFIX, env.randomBytes(KEY_BYTES)]);
    return Buffer.from(
      createPrivateKey({ key, type: "pkcs8", format: "der" }).export({ type: "pkcs8", format: "pem" }),
    );
  };
  return createPrivateKey(await secretFile(file, make, env));
}
