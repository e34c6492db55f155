import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Env } from "../env.ts";

/**
 * A secret that all processes of a data folder share. Whoever needs it first makes it;
 * it appears whole under its name or not at all, so that nobody ever reads half a key.
 */
export async function secretFile(file: string, make: () => Uint8Array, env: Env): Promise<Buffer> {
  const existing = await readIfThere(file);
  if (existing !== undefined) return existing;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${env.id()}`;
  const handle = await open(aside, "wx", 0o600);
  try {
    await handle.writeFile(make());
    await handle.sync();
    await handle.close();
    // Of several processes one wins; all read what the winner made.
    await link(aside, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(aside, { force: true });
  }
  return readFile(file);
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
