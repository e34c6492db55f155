import { lstat, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { KernelError } from "../../../kernel/index.ts";

/** What a person named to be imported, as it really is. */
export interface GivenPath {
  readonly path: string;
  readonly isFolder: boolean;
}

export async function requirePath(given: string): Promise<GivenPath> {
  const path = await realpath(resolve(given)).catch(() => {
    throw new KernelError("not_found", "There is no such folder or file to import", { path: given });
  });
  return { path, isFolder: (await lstat(path)).isDirectory() };
}
