import { createHash } from "node:crypto";
import { link, mkdir, open, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { KernelError } from "./errors.ts";

export interface FileOptions {
  /** Who may read it; what the system gives new files unless said otherwise. */
  readonly mode?: number | undefined;
  /** The time the file is to carry, where it is not now. */
  readonly modifiedMs?: number | undefined;
}

/**
 * Writes a file whole and durably under a name of its own, to be moved into place. The name must be new:
 * nothing is ever written through a link that someone put there.
 */
export async function writeAside(
  path: string,
  content: Readable | Uint8Array | string,
  { mode, modifiedMs }: FileOptions = {},
): Promise<{ sha256: string; size: number }> {
  const file = await open(path, "wx", mode);
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const chunk of piecesOf(content)) {
      hash.update(chunk);
      size += chunk.length;
      for (let written = 0; written < chunk.length; ) {
        written += (await file.write(chunk, written, chunk.length - written)).bytesWritten;
      }
    }
    if (modifiedMs !== undefined) await utimes(path, modifiedMs / 1000, modifiedMs / 1000);
    await file.sync();
    return { sha256: hash.digest("hex"), size };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

function piecesOf(content: Readable | Uint8Array | string): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (typeof content === "string") return [Buffer.from(content)];
  return content instanceof Uint8Array ? [content] : content;
}

/** Puts a whole file in the place of another: a reader sees the old one or the new one, also after a power cut. */
export async function replaceFile(
  target: string,
  content: Uint8Array | string,
  newName: string,
  options?: FileOptions,
): Promise<void> {
  await writeThen(target, content, newName, options, rename);
}

/** Makes a file unless there is one; of several who try at once one wins, and its file is whole from the first moment. */
export async function createFile(
  target: string,
  content: Uint8Array | string,
  newName: string,
  options?: FileOptions,
): Promise<void> {
  await writeThen(target, content, newName, options, (aside) =>
    link(aside, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    }),
  );
}

async function writeThen(
  target: string,
  content: Uint8Array | string,
  newName: string,
  options: FileOptions | undefined,
  place: (aside: string, target: string) => Promise<void>,
): Promise<void> {
  const aside = join(dirname(target), `.${basename(target)}.${newName}.tmp`);
  await writeAside(aside, content, options);
  try {
    await place(aside, target);
  } finally {
    await rm(aside, { force: true });
  }
  await syncFolder(dirname(target));
}

/** Makes a folder and those above it, and makes it certain that they are there after a power cut. */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const first = await makeMissing(path, mode);
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/**
 * Answers with the topmost folder it made. Node's own way tries for ever where a folder is there and says of what is to be
 * made in it that it is not, as /proc does.
 */
async function makeMissing(path: string, mode: number | undefined): Promise<string | undefined> {
  const parent = dirname(path);
  let first: string | undefined;
  for (let isParentThere = parent === path; ; isParentThere = true) {
    try {
      await mkdir(path, mode);
      return first ?? path;
    } catch (error) {
      if (await isFolder(path)) return first;
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT") throw error;
      if (isParentThere)
        throw Object.assign(new Error("No folder can be made there", { cause: error }), { code: "EPERM" });
    }
    first = await makeMissing(parent, mode);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const FULL = new Set(["ENOSPC", "EDQUOT"]);
const UNWRITABLE = new Set([
  "EACCES",
  "EPERM",
  "EROFS",
  "EISDIR",
  "ENOTDIR",
  "ENOTEMPTY",
  "ELOOP",
  "EEXIST",
  "ENAMETOOLONG",
]);

/** The disk's words for a failure, as ours. `what` names the folder for whoever reads it. */
export function fromFileError(error: unknown, what: string): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? "";
  const cause = { cause: error };
  if (FULL.has(code)) return new KernelError("storage_full", `The disk of the ${what} folder is full`, {}, cause);
  if (code === "EIO") return new KernelError("storage_failed", "The disk reported an error", {}, cause);
  if (!UNWRITABLE.has(code)) return error;
  return new KernelError("storage_unwritable", `The ${what} folder cannot be written`, {}, cause);
}
