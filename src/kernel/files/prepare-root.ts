import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../atomic-file.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { type FileRoot, folderMark, folderMode, statsOf } from "./root.ts";

/** A file that has waited this long to be committed never will be. */
const LEFTOVER_MS = 24 * 60 * 60_000;

/**
 * Makes the folder where files wait, and removes what calls that ended early left in it: what is old and not committed.
 * What is younger may belong to a call that still runs, in this process or another. Folders are none of ours. Answers with which folder it is.
 */
export async function prepareRoot(
  root: FileRoot,
  env: Env,
  /** Undefined where nobody knows now: then all stays. */
  committed: () => Promise<Set<string> | undefined>,
): Promise<string> {
  const aside = join(root.folder, root.aside);
  // What is old in it is taken away below: not from wherever somebody's link leads.
  if (statsOf(aside)?.isSymbolicLink()) {
    throw new KernelError("storage_unwritable", `The ${root.aside} folder of ${root.name} is a link: remove it`, {});
  }
  await makeFolder(aside, folderMode(root));
  const old: string[] = [];
  for (const name of await readdir(aside)) {
    const stats = statsOf(join(aside, name));
    // Its own time may be another's: of when it was written, the system's tells.
    const sinceMs = stats?.isDirectory() ? undefined : stats && Math.max(stats.mtimeMs, stats.ctimeMs);
    if (sinceMs !== undefined && env.now() - sinceMs > LEFTOVER_MS) old.push(name);
  }
  if (old.length > 0) {
    const kept = await committed();
    const gone = kept === undefined ? [] : old.filter((name) => !kept.has(`${root.aside}/${name}`));
    for (const name of gone) await rm(join(aside, name), { force: true });
  }
  return folderMark(root);
}
