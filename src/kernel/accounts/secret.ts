import { createHash } from "node:crypto";
import type { Env } from "../env.ts";

const BYTES = 32;

/** A word that nobody can guess. */
export function newSecret(env: Env): string {
  return Buffer.from(env.randomBytes(BYTES)).toString("base64url");
}

/** What is kept of such a word: enough to know it again, and of no use to whoever reads it. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
