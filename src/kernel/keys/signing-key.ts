import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fromFileError } from "../atomic-file.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { secretFile } from "./secret-file.ts";

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_BYTES = 32;

/** A new Ed25519 key. Its bytes are drawn from the Env: a simulated run has the same key again. */
export function newSigningKey(env: Env): KeyObject {
  const key = Buffer.concat([PKCS8_PREFIX, env.randomBytes(KEY_BYTES)]);
  return createPrivateKey({ key, type: "pkcs8", format: "der" });
}

/** A signing key as files hold it. */
export function pemOf(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

/** The Ed25519 key in a file, made when first needed. */
export async function signingKey(file: string, env: Env): Promise<KeyObject> {
<<<<<<< HEAD
  return toldOf(file, async () =>
    createPrivateKey(await secretFile(file, () => Buffer.from(pemOf(newSigningKey(env))), env)),
  );
=======
  return parseKey(file, await secretFile(file, () => Buffer.from(pemOf(newSigningKey(env))), env));
>>>>>>> tamper
}

/** The key in a file, where there is one. */
export function readSigningKey(file: string): Promise<KeyObject | undefined> {
  return toldOf(file, async () => {
    const pem = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    return pem && createPrivateKey(pem);
  });
<<<<<<< HEAD
}

/** A key that cannot be read or made is no fault of ours: whoever keeps the folder is told which file it is. */
async function toldOf<Key>(file: string, work: () => Promise<Key>): Promise<Key> {
  try {
    return await work();
  } catch (error) {
    const known = fromFileError(error, "data");
    if (known instanceof KernelError && known.code !== "storage_unwritable") throw known;
    throw new KernelError(
      "key_unknown",
      "The signing key in the data folder can be neither read nor made",
      { file: `keys/${basename(file)}` },
      { cause: error },
    );
=======
  return pem && parseKey(file, pem);
}

function parseKey(file: string, pem: Buffer): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new KernelError("key_invalid", "The file of the signing key holds no key", { file }, { cause: error });
>>>>>>> tamper
  }
}
