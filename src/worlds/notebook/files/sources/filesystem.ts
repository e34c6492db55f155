import { type Dirent, lstatSync } from "node:fs";
import { opendir, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { openUnlinked } from "../../../../kernel/index.ts";
import { FILE_BYTES_MAX, type FileSource, type FoundFile, type ReadFile, type RefusedFile } from "./file-source.ts";

/** Tries before a file that is being written is given up for now. */
const READ_TRIES = 3;
const FOLDER_DEPTH_MAX = 64;

interface Stat {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly mtimeMs: bigint;
}

/** Files below one folder. Links are never followed, so nothing outside the folder can be read. */
export function createFilesystemSource(root: string): FileSource {
  return {
    folders: (under) => entries(join(root, under), (entry) => entry.isDirectory()),
    names: (under) => entries(join(root, under), (entry) => entry.isFile()),
    walk: (under) => walkFolder(join(root, under), "", 0),
    exists: async (path) => lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined,
    read: (path) => readStable(root, path),
  };
}

async function entries(folder: string, wanted: (entry: Dirent) => boolean): Promise<string[]> {
  try {
    const found = await readdir(folder, { withFileTypes: true });
    return found
      .filter((entry) => wanted(entry) && isVisible(entry.name))
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isVisible(name: string): boolean {
  return !isHidden(name) && !isMisread(name);
}

/** Hidden files are an editor's or a tool's own. */
function isHidden(name: string): boolean {
  return name.startsWith(".");
}

/** A replaced character means a name that is not UTF-8 and cannot be opened again. */
function isMisread(name: string): boolean {
  return name.includes("\ufffd");
}

async function* walkFolder(folder: string, path: string, depth: number): AsyncGenerator<FoundFile | RefusedFile> {
  if (depth > FOLDER_DEPTH_MAX) return;
  let entries: Awaited<ReturnType<typeof opendir>>;
  try {
    entries = await opendir(folder, { bufferSize: 256 });
  } catch (error) {
    if (isMissing(error)) return;
    if (!isLocked(error)) throw error;
    yield { path, refused: "unreadable" };
    return;
  }
  const misread = new Set<string>();
  for await (const entry of entries) {
    if (isHidden(entry.name)) continue;
    const inner = path === "" ? entry.name : `${path}/${entry.name}`;
    if (isMisread(entry.name)) {
      // Two such names may look the same; one word about them is enough.
      if (!misread.has(inner)) yield { path: inner, refused: "name_is_not_utf8" };
      misread.add(inner);
      continue;
    }
    const full = join(folder, entry.name);
    if (entry.isDirectory()) yield* walkFolder(full, inner, depth + 1);
    else if (entry.isSymbolicLink()) yield { path: inner, refused: "link" };
    else if (!entry.isFile()) yield { path: inner, refused: "not_a_file" };
    else {
      const stat = lstatSync(full, { bigint: true, throwIfNoEntry: false });
      if (stat?.isFile()) yield { path: inner, stamp: stampOf(stat), modifiedAt: Number(stat.mtimeMs) };
    }
  }
}

/** Size and both times: a write that restores the modification time still changes the other. */
function stampOf(stat: Stat): string {
  return `${stat.size}-${stat.mtimeNs}-${stat.ctimeNs}`;
}

/** Reads until the file was the same before and after; a file that keeps changing is refused. */
async function readStable(root: string, path: string): Promise<ReadFile> {
  for (let attempt = 0; attempt < READ_TRIES; attempt += 1) {
    const read = await readOnce(root, path);
    if (read !== "changed") return read;
  }
  return { kind: "refused", reason: "changing" };
}

async function readOnce(root: string, path: string): Promise<ReadFile | "changed"> {
  try {
    // A folder on the way may be a link: then it is told as one. That it becomes one later is seen after opening.
    const [base, real] = await Promise.all([realpath(root), realpath(join(root, path))]);
    if (real !== join(base, path)) return { kind: "refused", reason: "link" };
    const file = await openUnlinked(real);
    // It was no link a moment ago: somebody is exchanging what lies on the way.
    if (file === undefined) return "changed";
    try {
      const before = await file.stat({ bigint: true });
      if (!before.isFile()) return { kind: "refused", reason: "not_a_file" };
      if (before.size > BigInt(FILE_BYTES_MAX)) return { kind: "refused", reason: "too_large" };
      const bytes = await file.readFile();
      const after = await file.stat({ bigint: true });
      if (stampOf(before) !== stampOf(after) || BigInt(bytes.length) !== after.size) return "changed";
      return { kind: "file", bytes, stamp: stampOf(after), modifiedAt: Number(after.mtimeMs) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error)) return { kind: "gone" };
    if (codeOf(error) === "ELOOP") return { kind: "refused", reason: "link" };
    if (isLocked(error)) return { kind: "refused", reason: "unreadable" };
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(codeOf(error));
}

function isLocked(error: unknown): boolean {
  return ["EACCES", "EPERM", "EISDIR", "ENXIO", "EIO"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
