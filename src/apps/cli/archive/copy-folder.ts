import { constants } from "node:fs";
import { copyFile, mkdir, readdir, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

export interface CopyOptions {
  /** Which paths below the folder are left out. */
  isLeftOut?(path: string): boolean;
  readonly signal: AbortSignal;
}

/**
 * Copies the files below a folder that others may be writing to. What waits in hidden folders is copied first: a file that
 * moves from there into its place meanwhile is then found in one of the two. Answers with links, which are not followed.
 */
export async function copyFolder(from: string, to: string, options: CopyOptions, inner = ""): Promise<string[]> {
  const entries = await readdir(join(from, inner), { withFileTypes: true }).catch(ignoreGone);
  const hiddenFirst = (name: string) => (name.startsWith(".") ? 0 : 1);
  const links: string[] = [];
  await mkdir(join(to, inner), { recursive: true, mode: 0o700 });
  for (const entry of (entries ?? []).sort((a, b) => hiddenFirst(a.name) - hiddenFirst(b.name))) {
    options.signal.throwIfAborted();
    const path = inner === "" ? entry.name : `${inner}/${entry.name}`;
    if (options.isLeftOut?.(path)) continue;
    if (entry.isDirectory()) links.push(...(await copyFolder(from, to, options, path)));
    else if (entry.isSymbolicLink()) links.push(path);
    else if (entry.isFile()) await copyOne(join(from, path), join(to, path));
  }
  return links;
}

/** One file with its time; one that has gone meanwhile is not there, as in any other moment. */
export async function copyOne(from: string, to: string): Promise<void> {
  const stats = await stat(from).catch(ignoreGone);
  if (stats === undefined) return;
  await copyFile(from, to, constants.COPYFILE_FICLONE).then(() => utimes(to, stats.atime, stats.mtime), ignoreGone);
}

/** Every file below a folder, sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const start = folder.length + 1;
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(start).replaceAll("\\", "/"))
    .sort();
}

function ignoreGone(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
