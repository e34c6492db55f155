import { constants, lstatSync, readFileSync, realpathSync, type Stats } from "node:fs";
import { sep } from "node:path";
import { isObject } from "../model/authored.ts";

/** The most a file may hold; a larger one is listed as skipped. */
const FILE_BYTES_MAX = 16 * 1024 * 1024;

/** What tells one state of a file from another without reading it. */
export interface Stamp {
  readonly inode: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly size: number;
}

/** What came of reading a file. */
export type FileRead =
  | { readonly kind: "text"; readonly text: string; readonly stamp: Stamp; readonly shared: boolean }
  | { readonly kind: "unusable"; readonly reason: string; readonly stamp: Stamp | undefined }
  | { readonly kind: "gone" };

/** Never waits for the other end of a pipe, never follows a link that was put there meanwhile. */
const CAREFULLY = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
const strict = new TextDecoder("utf-8", { fatal: true });

/** Reads one file of the folder. What cannot be read is told with a reason. */
export function readEntryFile(folder: string, name: string): FileRead {
  const path = folder + sep + name;
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: "gone" };
    return stats.isSymbolicLink() ? readLinked(folder, path, stats) : readPlain(path, stats, stats.nlink > 1);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "gone" };
    return { kind: "unusable", reason: `cannot be read (${code})`, stamp: undefined };
  }
}

function readLinked(folder: string, path: string, stats: Stats): FileRead {
  let target: string;
  try {
    target = realpathSync(path);
  } catch {
    return { kind: "unusable", reason: "a link that leads nowhere", stamp: stampOf(stats) };
  }
  if (!target.startsWith(realpathSync(folder) + sep)) {
    return { kind: "unusable", reason: "a link that leads out of the folder", stamp: stampOf(stats) };
  }
  return readPlain(target, lstatSync(target), true);
}

function readPlain(path: string, stats: Stats, shared: boolean): FileRead {
  const stamp = stampOf(stats);
  if (stats.isDirectory()) return { kind: "unusable", reason: "a directory", stamp };
  if (!stats.isFile()) return { kind: "unusable", reason: "not a regular file", stamp };
  if (stats.size > FILE_BYTES_MAX) return { kind: "unusable", reason: "larger than 16 MiB", stamp };
  const text = readFileSync(path, { encoding: "utf8", flag: CAREFULLY });
  // What is not UTF-8 is read as this character, which a text may also hold itself: then the bytes decide.
  if (text.includes("\ufffd") && !isUtf8(path)) return { kind: "unusable", reason: "not valid UTF-8", stamp };
  return { kind: "text", text: text.startsWith("\ufeff") ? text.slice(1) : text, stamp, shared };
}

function isUtf8(path: string): boolean {
  try {
    strict.decode(readFileSync(path, { flag: CAREFULLY }));
    return true;
  } catch {
    return false;
  }
}

export function stampOf({ ino, mtimeMs, ctimeMs, size }: Stats): Stamp {
  return { inode: ino, modifiedMs: mtimeMs, changedMs: ctimeMs, size };
}

export function sameStamp(a: Stamp | undefined, b: Stamp | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.inode === b.inode &&
    a.modifiedMs === b.modifiedMs &&
    a.changedMs === b.changedMs &&
    a.size === b.size
  );
}

/** What a text holds: an entry's JSON, something else's, or nothing that can be used. */
export type Parsed = { readonly raw: unknown } | { readonly reason: string } | "no entry";

export function parseEntryText(text: string): Parsed {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { reason: text.includes("\0") ? "contains a NUL character" : "not valid JSON" };
  }
  // Neither says what it is nor what to do: some other JSON that lies in the folder.
  if (isObject(raw) && raw.id === undefined && raw.title === undefined && raw.body === undefined) return "no entry";
  if (!isShallow(raw, NESTING_MAX)) return { reason: "nested too deeply" };
  if (text.includes("\\u0000") && containsNul(raw)) return { reason: "contains a NUL character" };
  return { raw };
}

/** Far more than anyone writes; an answer is made by recursion and must not run out of stack. */
const NESTING_MAX = 64;

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof item === "object" && item !== null && !isShallow(item, levels - 1)) return false;
  }
  return true;
}

function containsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.includes("\0") || containsNul(item));
}

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown";
}
