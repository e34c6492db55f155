import { rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { fromFileError, makeFolder, syncFolder } from "../atomic-file.ts";
import type { Env } from "../env.ts";
import type { JournalEntry } from "./journal-store.ts";
import { clearFolder, contentMark, type FileRoot, folderMark, folderMode, insideRoot, statsOf } from "./root.ts";

/** What became of the entries of one root. */
export interface Finished {
  /** Calls of which nothing is left to be done here, by whoever it was done, with how many entries each has. */
  readonly calls: ReadonlyMap<string, number>;
  /** Folders whose names are not durable yet: the journal must keep what is in them until they are. */
  readonly unflushed: ReadonlySet<string>;
  readonly problems: readonly unknown[];
  /** How many files were left as someone else wrote them meanwhile. */
  readonly overtaken: number;
}

type Placed = "placed" | "done before" | "elsewhere" | "overtaken";

/**
 * Brings files to their places. What waits aside is taken away by whoever deals with it, so this may be done
 * twice and by several at once. For shared roots it is done in the installation's lane alone: two who remove a file
 * at once could otherwise take away what a third has put there in between.
 */
export async function finishFiles(root: FileRoot, entries: readonly JournalEntry[], env: Env): Promise<Finished> {
  const problems: unknown[] = [];
  const open = new Set<string>();
  const folders = new Set<string>();
  let overtaken = 0;
  const here = await folderMark(root).catch(() => undefined);
  // Withdrawn files go first: after that nobody can bring one back to a place from which it is removed below.
  const order = entries.toSorted((one, other) => rank(one) - rank(other));
  for (const entry of order) {
    try {
      const target = insideRoot(root, entry.path);
      const placed = await place(root, entry, target, here);
      if (placed === "placed") env.reached("file-renamed");
      if (placed === "elsewhere") open.add(entry.call);
      else folders.add(dirname(target));
      if (placed === "overtaken") overtaken += 1;
    } catch (error) {
      open.add(entry.call);
      problems.push(fromFileError(error, root.name));
    }
  }
  const calls = new Map<string, number>();
  for (const { call } of entries) if (!open.has(call)) calls.set(call, (calls.get(call) ?? 0) + 1);
  return { calls, unflushed: folders, problems, overtaken };
}

const rank = ({ action }: JournalEntry) => (action === "withdrawn" ? 0 : 1);

/** Makes the names in folders durable. */
export async function flushFolders(folders: Iterable<string>): Promise<void> {
  for (const folder of folders) {
    await syncFolder(folder).catch((error) => {
      // A folder that is gone holds no name to be kept.
      if (error.code !== "ENOENT") throw error;
    });
  }
}

async function place(root: FileRoot, entry: JournalEntry, target: string, here: string | undefined): Promise<Placed> {
  const aside = insideRoot(root, entry.aside);
  if (entry.action === "remove" && !root.isShared) return removeBlob(entry, target, here);
  if (statsOf(aside) === undefined) {
    // It was dealt with, here or in the folder that this one is a copy of; or this process does not have that folder.
    const isDone = (statsOf(target) !== undefined) === (entry.action === "put");
    return entry.folder === here || isDone ? "done before" : "elsewhere";
  }
  if (entry.action === "withdrawn") {
    await rm(aside, { force: true });
    return "placed";
  }
  if (entry.replaces !== null && (await contentMark(target)) !== entry.replaces) {
    await rm(aside, { force: true });
    return "overtaken";
  }
  if (entry.action === "remove") {
    await rm(target, { force: true });
    await rm(aside, { force: true });
    return "placed";
  }
  if (!root.isShared) await clearFolder(target, basename(aside));
  try {
    await rename(aside, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    if (statsOf(aside) === undefined) return "done before";
    // Someone took the folder away meanwhile.
    await makeFolder(dirname(target), folderMode(root));
    await rename(aside, target);
  }
  return "placed";
}

/** A folder in the place of a blob is nobody's content. Where this is a copy of the folder meant, that one may still wait. */
async function removeBlob({ folder }: JournalEntry, target: string, here: string | undefined): Promise<Placed> {
  const stats = statsOf(target);
  if (stats !== undefined && !stats.isDirectory()) await rm(target, { force: true });
  return folder === here ? "placed" : "elsewhere";
}
