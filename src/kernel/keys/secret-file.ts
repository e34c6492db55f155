import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { createFile, makeFolder } from "../atomic-file.ts";
import type { Env } from "../env.ts";

/**
 * A secret that all processes of a data folder share. Whoever needs it first makes it;
 * it appears whole under its name or not at all, so that nobody ever reads half a key.
 */
export async function secretFile(file: string, make: () => Uint8Array, env: Env): Promise<Buffer> {
  const existing = await readIfThere(file);
  if (existing !== undefined) return existing;
  await makeFolder(dirname(file), 0o700);
  await createFile(file, make(), env.id(), { mode: 0o600 });
  return readFile(file);
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
