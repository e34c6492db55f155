import { createHash } from "node:crypto";
import { constants, createReadStream, lstatSync, type Stats } from "node:fs";
import { readlink, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { KernelError } from "../errors.ts";

/** A folder in which files commit with calls. */
export interface FileRoot {
  readonly name: string;
  readonly folder: string;
  /** Where files wait, below the folder and so on its disk. */
  readonly aside: string;
  /** Whether people may write there too; what nobody else writes is ours alone to read. */
  readonly isShared: boolean;
}

/** Who may enter folders that are made in it; what the system gives new ones where people share it. */
export function folderMode({ isShared }: FileRoot): number | undefined {
  return isShared ? undefined : 0o700;
}

/** A path of a root, sure to stay inside it: names alone, and no link on the way. */
export function insideRoot(root: FileRoot, path: string): string {
  const names = path.split("/");
  if (path.includes("\0") || names.some((name) => name === "" || name === "." || name === "..")) {
    throw new KernelError("internal", "A file was to be written outside its folder", { root: root.name });
  }
  let folder = root.folder;
  for (const name of names.slice(0, -1)) {
    folder = join(folder, name);
    if (statsOf(folder)?.isSymbolicLink()) {
      throw new KernelError("storage_unwritable", `A folder of ${root.name} is a link`, { root: root.name });
    }
  }
  return join(root.folder, path);
}

/** What is there now, such that any change shows: nothing, a link, or a file by its content. */
export async function contentMark(path: string): Promise<string> {
  const stats = statsOf(path);
  if (stats === undefined) return "none";
  if (stats.isSymbolicLink()) return `link:${await readlink(path)}`;
  if (!stats.isFile()) return "other";
  const hash = createHash("sha256");
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    for await (const chunk of createReadStream(path, { flags: flags as unknown as string })) {
      hash.update(chunk as Buffer);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "none";
    throw error;
  }
  return hash.digest("hex");
}

/** Moves a folder out of the way of a file: it is not ours to throw away. The name it gets is made of a new one. */
export async function clearFolder(target: string, newName: string): Promise<void> {
  if (statsOf(target)?.isDirectory()) await rename(target, `${target}.not-a-file.${newName}`);
}

/** Tells the folder of a root from another that is reached by the same name on another machine or by another setting. */
export async function folderMark(root: FileRoot): Promise<string> {
  const { dev, ino, birthtimeNs } = await stat(root.folder, { bigint: true });
  return `${dev}:${ino}:${birthtimeNs}`;
}

/** What is there itself, not what it links to. Synchronous: thousands of files are looked at for one call. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}
