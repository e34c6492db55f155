import { lstat, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { KernelError } from "../../../kernel/index.ts";
import { ENDINGS, formatOf } from "../model/parsed.ts";

/** What a person named to be imported, as it really is. */
export interface GivenPath {
  readonly path: string;
  readonly isFolder: boolean;
}

export async function requirePath(given: string): Promise<GivenPath> {
  const path = await realpath(resolve(given)).catch(() => {
    throw new KernelError("not_found", "There is no such folder or file to import", { path: given });
  });
  const stats = await lstat(path);
  if (stats.isDirectory()) return { path, isFolder: true };
  if (stats.isFile() && formatOf(path) !== undefined) return { path, isFolder: false };
  throw new KernelError(
    "invalid_arguments",
    `What is to be imported is neither a folder nor a notebook (${ENDINGS.join(", ")})`,
    { path: given },
  );
}
