import { createReadStream } from "node:fs";
import { link, readFile, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fromFileError, makeFolder, replaceFile, syncFolder, writeAside } from "../atomic-file.ts";
import { sha256 as hashOf } from "../canonical-json.ts";
import type { Env } from "../env.ts";
import { BY_HASH, blobPath, INCOMING, LEFT, listBlobs, pathByHash, stateOfBlob } from "./blob-store.ts";
import { flushFolders } from "./finish.ts";
import { clearFolder, type FileRoot, folderMode, insideRoot, statsOf } from "./root.ts";

/** What a disk answers that knows no second name for a file. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"]);

/** Whose logs name which of the wanted blobs; not whole where entries could not be read, which may name more. */
export type OwnersOf = (wanted: ReadonlySet<string>) => Promise<{
  readonly owners: ReadonlyMap<string, ReadonlySet<string>>;
  readonly isWhole: boolean;
}>;

export interface BroughtOver {
  readonly blobs: number;
  /** Blobs that stay where they are. */
  readonly left: number;
  /** Whether all of the log could be asked; if not, all stay in the older place too. */
  readonly isWhole: boolean;
}

/** Whether there are blobs where earlier builds kept those of all tenants together, besides those that stay there. */
export async function isFlat(root: FileRoot): Promise<boolean> {
  const flat = await flatBlobs(root).catch((error) => {
    throw fromFileError(error, root.name);
  });
  return flat.length > 0 && (await leftMark(root)) !== markOf(flat);
}

/**
 * Gives each tenant the blobs that its log names, in a folder of its own, and takes them away where all had them
 * together. Each step may be the last one or be done twice, and several processes may do this at once: a blob is taken
 * away only when it is durable in the folders of all its owners.
 */
export async function bringOver(root: FileRoot, env: Env, ownersOf: OwnersOf): Promise<BroughtOver> {
  try {
    if (!(await isFlat(root))) return { blobs: 0, left: 0, isWhole: true };
    const flat = await flatBlobs(root);
    const { owners, isWhole } = await ownersOf(new Set(flat));
    const named = flat.filter((sha256) => owners.has(sha256));
    await give(root, env, named, owners);
    env.reached("blobs-given");
    if (isWhole) await takeAway(root, env, named);
    env.reached("blobs-taken-away");
    // Of what came since, from a journal that another process has finished, it is not known who names it.
    const left = flat.filter((sha256) => !owners.has(sha256));
    if (isWhole && left.length > 0) {
      await replaceFile(join(root.folder, BY_HASH, LEFT), markOf(left), env.id(), { mode: 0o600 });
    }
    return { blobs: named.length, left: left.length, isWhole };
  } catch (error) {
    throw fromFileError(error, root.name);
  }
}

async function flatBlobs(root: FileRoot): Promise<string[]> {
  const blobs: string[] = [];
  for await (const sha256 of listBlobs(root.folder)) blobs.push(sha256);
  return blobs;
}

function markOf(blobs: readonly string[]): string {
  return hashOf(blobs.join("\n"));
}

async function leftMark(root: FileRoot): Promise<string | undefined> {
  return readFile(join(root.folder, BY_HASH, LEFT), "utf8").catch(() => undefined);
}

async function give(
  root: FileRoot,
  env: Env,
  blobs: readonly string[],
  owners: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  const unflushed = new Set<string>();
  for (const sha256 of blobs) {
    for (const tenant of owners.get(sha256) ?? []) {
      const target = insideRoot(root, blobPath(tenant, sha256));
      await makeFolder(dirname(target), folderMode(root));
      await giveOne(root, env, sha256, target);
      unflushed.add(dirname(target));
      env.reached("blob-given");
    }
  }
  await flushFolders(unflushed);
}

/** A second name for the same bytes where the disk has such, else a copy; never in the place of what is right already. */
async function giveOne(root: FileRoot, env: Env, sha256: string, target: string): Promise<void> {
  const flat = insideRoot(root, pathByHash(sha256));
  if (statsOf(target) !== undefined && (await stateOfBlob(target, sha256)) === "right") return;
  try {
    await link(flat, target);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    // Another process has been here since: it took the blob away because all owners have it.
    if (code === "ENOENT" && statsOf(flat) === undefined) return;
    if (code !== "EEXIST" && !NO_LINKS.has(code)) throw error;
    await copy(root, env, flat, target);
  }
}

async function copy(root: FileRoot, env: Env, flat: string, target: string): Promise<void> {
  const aside = insideRoot(root, `${INCOMING}/${env.id()}`);
  await makeFolder(dirname(aside), folderMode(root));
  await writeAside(aside, createReadStream(flat), { mode: 0o600 });
  try {
    await clearFolder(target, basename(aside));
    await rename(aside, target);
  } finally {
    await rm(aside, { force: true });
  }
}

async function takeAway(root: FileRoot, env: Env, blobs: readonly string[]): Promise<void> {
  const folders = new Set<string>();
  for (const sha256 of blobs) {
    const flat = insideRoot(root, pathByHash(sha256));
    await rm(flat, { force: true });
    folders.add(dirname(flat));
    env.reached("blob-taken-away");
  }
  await flushFolders(folders);
  // Those that hold something else stay.
  for (const folder of folders) await rmdir(folder).catch(() => {});
  await rm(join(root.folder, BY_HASH, LEFT), { force: true });
  await rmdir(join(root.folder, BY_HASH)).catch(() => {});
  await syncFolder(root.folder);
}
