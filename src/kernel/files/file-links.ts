import { createHmac, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { secretFile } from "../keys/index.ts";
import type { LinkedFile, Links } from "../links.ts";

const KEY_BYTES = 32;
/** No link is given out for longer; one that says so was made by a clock that was wrong. */
const LIFE_MS_MAX = 8 * 24 * 60 * 60_000;
const PATH = /^[0-9a-f-]{36}\/([0-9a-f]{64})$/;

/** Signs addresses of files and tells whether one still holds. */
export interface FileLinks extends Links {
  /** The file an address stands for, with the hash of its content; refuses an edited or expired one. */
  check(path: string, parameters: URLSearchParams): Promise<LinkedFile & { readonly sha256: string }>;
}

export interface FileLinksOptions {
  readonly keysFolder: string;
  readonly env: Env;
  /** Where this process, or one like it, serves files. */
  base(): Promise<string>;
}

/** The key lies in the data folder: a link made by one process is good at every other. */
export function createFileLinks({ keysFolder, env, base }: FileLinksOptions): FileLinks {
  let key: Promise<Buffer> | undefined;

  async function signature(file: LinkedFile, expires: string): Promise<Buffer> {
    key ??= secretFile(join(keysFolder, "file-links.key"), () => env.randomBytes(KEY_BYTES), env);
    // Each part is encoded by itself, so that no two different links can sign alike.
    const text = JSON.stringify([file.path, expires, file.mimeType, file.name]);
    return createHmac("sha256", await key)
      .update(text)
      .digest();
  }

  return {
    async sign(file, expiresAtMs) {
      const expires = String(Math.floor(expiresAtMs));
      const parameters = new URLSearchParams({ expires, type: file.mimeType });
      if (file.name !== null) parameters.set("name", file.name);
      parameters.set("signature", (await signature(file, expires)).toString("base64url"));
      return `${await base()}/files/${file.path}?${parameters}`;
    },
    async check(path, parameters) {
      const sha256 = PATH.exec(path)?.[1];
      const expires = parameters.get("expires") ?? "";
      const file = { path, mimeType: parameters.get("type") ?? "", name: parameters.get("name") };
      const given = Buffer.from(parameters.get("signature") ?? "", "base64url");
      const right = await signature(file, expires);
      if (sha256 === undefined || given.length !== right.length || !timingSafeEqual(given, right)) {
        throw new KernelError("forbidden", "This link was not made here, or it was changed");
      }
      const leftMs = Number(expires) - env.now();
      if (leftMs <= 0 || leftMs > LIFE_MS_MAX)
        throw new KernelError("forbidden", "This link has expired; ask for a new one");
      return { ...file, sha256 };
    },
  };
}
