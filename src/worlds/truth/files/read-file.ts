import { type FileHandle, realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { type KernelError, openUnlinked } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import { refuseEmpty, refuseLarge } from "./limits.ts";

/** Where files may be read: all real paths. */
export interface AllowedPlaces {
  readonly roots: readonly string[];
  /** What a relative path starts from. */
  readonly base: string;
  /** Inside a root and yet not to be read: our own database and keys. */
  readonly closed: readonly string[];
  /** The working folder would be one of the roots, but holds too much to be opened by itself. */
  readonly withheld: boolean;
}

/**
 * Reads a file below an allowed root. The way to it must be its own real path: no link, no other spelling.
 * What lies outside is refused the same whether it is there or not.
 */
export async function readAllowedFile(places: AllowedPlaces, path: string): Promise<Buffer> {
  const wanted = resolve(places.base, path);
  if (path.includes("\0") || !isAllowed(places, wanted)) throw outside(places);
  const file = await openAt(places, wanted);
  if (file === undefined) throw outside(places);
  try {
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

async function openAt(places: AllowedPlaces, wanted: string): Promise<FileHandle | undefined> {
  try {
    return await openUnlinked(wanted);
  } catch (error) {
    throw await whyNot(places, wanted, (error as NodeJS.ErrnoException).code ?? "");
  }
}

async function whyNot(places: AllowedPlaces, wanted: string, code: string): Promise<KernelError> {
  if (await leadsElsewhere(wanted)) return outside(places);
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

function outside({ withheld }: AllowedPlaces): KernelError {
  const message = withheld
    ? "file_path is not below a folder that may be read. The working folder is the home folder or holds it, and is not opened by itself: start the server in a folder of its own, or open one with --files-root DIR."
    : "file_path is not below a folder that may be read.";
  return refuse("VALIDATION_ERROR", message, {
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
