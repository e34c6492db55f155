import { createCipheriv, createDecipheriv } from "node:crypto";
import { join } from "node:path";
import type { Env } from "../env.ts";
import { secretFile } from "../keys/index.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps refresh tokens so that the database alone gives none of them away. */
export interface ConnectionSeal {
  /** AES-256-GCM; bound to the connection, so that it fits no other row. */
  seal(connection: string, token: string): Promise<string>;
  /** What was sealed; undefined where it was changed, moved or sealed with another key. */
  open(connection: string, sealed: string): Promise<string | undefined>;
}

export function createConnectionSeal(keysFolder: string, env: Env): ConnectionSeal {
  let key: Promise<Buffer> | undefined;
  const ready = () => {
    key ??= secretFile(join(keysFolder, "connections.key"), () => env.randomBytes(KEY_BYTES), env);
    return key;
  };
  return {
    async seal(connection, token) {
      const nonce = env.randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", await ready(), nonce).setAAD(Buffer.from(connection));
      const body = Buffer.concat([cipher.update(token, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    async open(connection, sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      try {
        const decipher = createDecipheriv("aes-256-gcm", await ready(), bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(connection))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}
