import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { secretFile } from "../keys/index.ts";
import type { LinkedFile } from "../links.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import type { Finding } from "../world.ts";
import { EVERY_FILE, putRevocation, revokedUntil } from "./link-revocations.ts";

const KEY_BYTES = 32;
/** What a link is good for; to ask what it would give is part of it. */
const METHOD = "GET";
/** No link is given out for longer; one that says so was made by a clock that was wrong. */
const LIFE_MS_MAX = 8 * 24 * 60 * 60_000;
/** The row is written a moment before the entry that tells of it. */
const MOMENT_MS = 5000;
const PATH = /^[0-9a-f-]{36}\/([0-9a-f]{64})$/;
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A file, and whose it is. */
export interface TenantFile extends LinkedFile {
  readonly tenant: string;
}

/** Signs addresses of files and tells whether one still holds. */
export interface FileLinks {
  /** An address under which this tenant's file can be fetched for a while, by whoever holds the address. */
  sign(file: TenantFile, expiresAtMs: number): Promise<string>;
  /** The file an address stands for, with the hash of its content; refuses an edited, expired or revoked one. */
  check(path: string, parameters: URLSearchParams): Promise<TenantFile & { readonly sha256: string }>;
  /** Ends every link given out so far to one file of a tenant, or to all of them; the transaction is the tenant's. */
  revoke(sql: Sql, tenant: string, sha256: string | undefined): Promise<void>;
  /** Links that were revoked and hold again, because somebody took away or changed the row that says so. */
  heldAgain(sql: Sql, revoked: readonly Revoked[]): AsyncIterable<Finding>;
}

/** What an entry of the log tells of a revocation. */
export interface Revoked {
  readonly tenant: string;
  readonly sha256: string | undefined;
  readonly at: number;
}

export interface FileLinksOptions {
  readonly keysFolder: string;
  readonly env: Env;
  database(): Promise<Database>;
  /** Where this process, or one like it, serves files. */
  base(): Promise<string>;
}

/** The key lies in the data folder: a link made by one process is good at every other. */
export function createFileLinks({ keysFolder, env, database, base }: FileLinksOptions): FileLinks {
  let made: Promise<Buffer> | undefined;

  function key(): Promise<Buffer> {
    made ??= secretFile(join(keysFolder, "file-links.key"), () => env.randomBytes(KEY_BYTES), env);
    return made;
  }

  async function signature(file: TenantFile, issued: string, expires: string): Promise<Buffer> {
    // Each part is encoded by itself, so that no two different links can sign alike.
    const text = JSON.stringify([METHOD, file.tenant, file.path, issued, expires, file.mimeType, file.name]);
    return createHmac("sha256", await key())
      .update(text)
      .digest();
  }

  /** Whoever reads the table of what was revoked learns of no file that it has not. */
  async function markOf(tenant: string, sha256: string): Promise<string> {
    return createHmac("sha256", await key())
      .update(JSON.stringify(["revoked", tenant, sha256]))
      .digest("hex");
  }

  return {
    async sign(file, expiresAtMs) {
      const issued = String(env.now());
      const expires = String(Math.floor(expiresAtMs));
      const parameters = new URLSearchParams({ issued, expires, type: file.mimeType });
      if (file.name !== null) parameters.set("name", file.name);
      const signed = await signature(file, issued, expires);
      parameters.set("owner", sealTenant(file.tenant, await key(), signed));
      parameters.set("signature", signed.toString("base64url"));
      return `${await base()}/files/${file.path}?${parameters}`;
    },
    async check(path, parameters) {
      const sha256 = PATH.exec(path)?.[1];
      const issued = parameters.get("issued") ?? "";
      const expires = parameters.get("expires") ?? "";
      const given = Buffer.from(parameters.get("signature") ?? "", "base64url");
      const tenant = openTenant(parameters.get("owner") ?? "", await key(), given);
      const file = { tenant: tenant ?? "", path, mimeType: parameters.get("type") ?? "", name: parameters.get("name") };
      const right = await signature(file, issued, expires);
      const isRight = given.length === right.length && timingSafeEqual(given, right);
      if (sha256 === undefined || tenant === undefined || !isRight) {
        throw new KernelError("forbidden", "This link was not made here, or it was changed");
      }
      const leftMs = Number(expires) - env.now();
      if (leftMs <= 0 || leftMs > LIFE_MS_MAX)
        throw new KernelError("forbidden", "This link has expired; ask for a new one");
      const mark = await markOf(tenant, sha256);
      const until = await (await database()).read(tenant, (sql) => revokedUntil(sql, tenant, mark));
      if (Number(issued) <= until) throw new KernelError("forbidden", "This link was revoked; ask for a new one");
      return { ...file, sha256 };
    },
    async revoke(sql, tenant, sha256) {
      const file = sha256 === undefined ? EVERY_FILE : await markOf(tenant, sha256);
      await putRevocation(sql, { tenant, file, until: env.now(), expiredBy: env.now() - LIFE_MS_MAX });
    },
    async *heldAgain(sql, revoked) {
      for (const { tenant, sha256, at } of revoked) {
        // Whatever was given out before has expired by now.
        if (at < env.now() - LIFE_MS_MAX) continue;
        const file = sha256 === undefined ? EVERY_FILE : await markOf(tenant, sha256);
        if ((await revokedUntil(sql, tenant, file)) + MOMENT_MS >= at) continue;
        const what = sha256 === undefined ? `links of user ${tenant}` : `links of user ${tenant} to blob ${sha256}`;
        yield { what, reason: "they hold again: the log says that they were revoked" };
      }
    },
  };
}

/** Whoever holds a link need not learn whose file it is. The nonce is as different as what is signed. */
function sealTenant(tenant: string, key: Buffer, signature: Buffer): string {
  const cipher = createCipheriv(CIPHER, sealingKey(key), signature.subarray(0, NONCE_BYTES));
  return Buffer.concat([cipher.update(tenant, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

function openTenant(sealed: string, key: Buffer, signature: Buffer): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < TAG_BYTES || signature.length < NONCE_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, sealingKey(key), signature.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return undefined;
  }
}

/** A key of its own for each use. */
function sealingKey(key: Buffer): Buffer {
  return createHmac("sha256", key).update("owner").digest();
}
