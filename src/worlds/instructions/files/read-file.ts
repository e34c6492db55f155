import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { sep } from "node:path";
import type { FileRead, Stamp } from "../model/entry-file.ts";

/** The most a file may hold; a larger one is listed as skipped. */
const FILE_BYTES_MAX = 16 * 1024 * 1024;

/** Never waits for the other end of a pipe, never follows a link that was put there meanwhile. */
export const CAREFULLY = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

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
  const leadsOut: FileRead = { kind: "unusable", reason: "a link that leads out of the folder", stamp: stampOf(stats) };
  if (!target.startsWith(realpathSync(folder) + sep)) return leadsOut;
  const file = openSync(target, CAREFULLY);
  try {
    // Looked at after opening: a folder on the way may have become a link meanwhile.
    return isOpenAt(file, target) ? readPlain(file, fstatSync(file), true) : leadsOut;
  } finally {
    closeSync(file);
  }
}

function isOpenAt(file: number, path: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${file}`) === path;
  } catch {
    // Without /proc: the path must be its own real one and lead to what is open.
    const [there, here] = [statSync(path), fstatSync(file)];
    return realpathSync(path) === path && there.ino === here.ino && there.dev === here.dev;
  }
}

function readPlain(file: string | number, stats: Stats, shared: boolean): FileRead {
  const stamp = stampOf(stats);
  if (stats.isDirectory()) return { kind: "unusable", reason: "a directory", stamp };
  if (!stats.isFile()) return { kind: "unusable", reason: "not a regular file", stamp };
  if (stats.size > FILE_BYTES_MAX) return { kind: "unusable", reason: "larger than 16 MiB", stamp };
  const text = typeof file === "string" ? textAt(file) : decode(readFileSync(file));
  if (text === undefined) return { kind: "unusable", reason: "not valid UTF-8", stamp };
  return { kind: "text", text: text.startsWith("\ufeff") ? text.slice(1) : text, stamp, shared };
}

function textAt(path: string): string | undefined {
  const text = readFileSync(path, { encoding: "utf8", flag: CAREFULLY });
  // What is not UTF-8 is read as this character, which a text may also hold itself: then the bytes decide.
  return text.includes("\ufffd") ? decode(readFileSync(path, { flag: CAREFULLY })) : text;
}

/** A byte order mark stays: it is taken off with those of other files. */
function decode(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

export function stampOf({ ino, mtimeMs, ctimeMs, size }: Stats): Stamp {
  return { inode: ino, modifiedMs: mtimeMs, changedMs: ctimeMs, size };
}

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown";
}
