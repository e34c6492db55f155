import { constants } from "node:fs";
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { KernelError } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import { refuseEmpty, refuseLarge } from "./limits.ts";

/** Where files may be read: all real paths. */
export interface AllowedPlaces {
  readonly roots: readonly string[];
  /** What a relative path starts from. */
  readonly base: string;
  /** Inside a root and yet not to be read: our own database and keys. */
  readonly closed: readonly string[];
}

/**
 * Reads a file below an allowed root. The way to it must be its own real path: no link, no other spelling.
 * What lies outside is refused the same whether it is there or not.
 */
export async function readAllowedFile(places: AllowedPlaces, path: string): Promise<Buffer> {
  const wanted = resolve(places.base, path);
  if (path.includes("\0") || !isAllowed(places, wanted)) throw outside();
  const file = await openAt(wanted);
  try {
    // Looked at after opening: what was swapped in between is seen by where the open file really is.
    if ((await realPathOf(file, wanted)) !== wanted) throw outside();
    return await readUnchanged(file);
  } finally {
    await file.close();
  }
}

function isAllowed({ roots, closed }: AllowedPlaces, wanted: string): boolean {
  const root = nearest(roots, wanted);
  const gate = nearest(closed, wanted);
  // The nearer one decides: a folder for imports may lie inside our own.
  return root !== undefined && (gate === undefined || root.length > gate.length);
}

function nearest(folders: readonly string[], path: string): string | undefined {
  const around = folders.filter((folder) => isBelow(folder, path));
  return around.sort((a, b) => b.length - a.length)[0];
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function openAt(wanted: string): Promise<FileHandle> {
  // Never waits for a pipe to be written to, never follows a link at the end of the way.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    return await open(wanted, flags);
  } catch (error) {
    throw await whyNot(wanted, (error as NodeJS.ErrnoException).code ?? "");
  }
}

async function whyNot(wanted: string, code: string): Promise<KernelError> {
  if (code === "ELOOP" || code === "EMLINK" || (await leadsElsewhere(wanted))) return outside();
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") {
    return refuse("FILE_NOT_FOUND", "There is no file at file_path.");
  }
  if (code === "ENXIO" || code === "ENODEV") return notAFile();
  return unreadable("The file cannot be opened.", code);
}

/** Whether the folder on the way is a link: then it must not show what is at its other end. */
async function leadsElsewhere(wanted: string): Promise<boolean> {
  const folder = dirname(wanted);
  if (folder === wanted) return false;
  const real = await realpath(folder).catch(() => undefined);
  return real === undefined ? leadsElsewhere(folder) : real !== folder;
}

async function realPathOf(file: FileHandle, wanted: string): Promise<string | undefined> {
  const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined);
  if (opened !== undefined) return opened;
  // Without /proc: the path must be its own real one and lead to what is open.
  const [real, there, here] = [await realpath(wanted).catch(() => undefined), await stat(wanted), await file.stat()];
  return there.ino === here.ino && there.dev === here.dev ? real : undefined;
}

async function readUnchanged(file: FileHandle): Promise<Buffer> {
  const before = await file.stat();
  if (!before.isFile()) throw notAFile();
  // Another name of the same file may lie anywhere.
  if (before.nlink > 1) throw hardLinked();
  refuseLarge(before.size);
  refuseEmpty(before.size, "file_path");
  const content = Buffer.alloc(before.size + 1);
  let size = 0;
  for (;;) {
    const { bytesRead } = await file.read(content, size, content.length - size, size);
    size += bytesRead;
    if (bytesRead === 0 || size === content.length) break;
  }
  const after = await file.stat();
  if (size !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
    throw unreadable("The file changed while it was read.", "changed");
  }
  return content.subarray(0, size);
}

function outside(): KernelError {
  return refuse("VALIDATION_ERROR", "file_path is not below a folder that may be read.", {
    reason: "outside_allowed_roots",
    problems: [{ path: "file_path", message: "must be a file below an allowed folder, without links on the way" }],
  });
}

function notAFile(): KernelError {
  return refuse("VALIDATION_ERROR", "file_path does not lead to a regular file.", {
    reason: "not_a_regular_file",
    problems: [{ path: "file_path", message: "must be a regular file: no folder, pipe, socket or device" }],
  });
}

function hardLinked(): KernelError {
  return refuse("VALIDATION_ERROR", "A file with several hard links is not read.", {
    reason: "hard_link",
    problems: [{ path: "file_path", message: "must be a file with one name: copy it, then name the copy" }],
  });
}

function unreadable(message: string, cause: string): KernelError {
  return refuse("FILE_READ_ERROR", message, { reason: cause });
}
