import { chmodSync, closeSync, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { basename } from "node:path";
import { KernelError } from "../errors.ts";
import type { Logger } from "../logger.ts";

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
const WAL_HEADER_BYTES = 32;
/** The first word of a write-ahead log; the last bit says in which order its checksums count bytes. */
const WAL_MAGIC = 0x377f0682;
/** Where the two numbers stand that change whenever the log begins anew. */
const SALT_AT = 16;

/** Files that belong to a database, by what follows its name. */
const PARTS = ["", "-wal", "-shm"];

/** Makes a new database file that is its owner's alone: SQLite gives the files beside it the same rights. */
export function makeOwnFile(file: string): void {
  try {
    closeSync(openSync(file, "wx", OWNER_ONLY));
  } catch (error) {
    // One that is there is never opened here: closing it would let go of every lock this process has on it.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Takes from files that are there already what others may do with them, or tells who must. */
export function keepToOwner(file: string, log: Logger): void {
  for (const part of PARTS) {
    const stats = lookAt(file + part);
    if (stats === undefined || (stats.mode & OTHERS) === 0) continue;
    try {
      chmodSync(file + part, OWNER_ONLY);
    } catch {
      log.warn({ file: basename(file) + part }, "others may read this file, and only its owner can change that");
    }
  }
}

/** Which files the engine has open, to be compared with those that lie in their places. */
export interface SqliteFiles {
  /** Throws where the database is no longer the file that was opened. */
  checkDatabase(): void;
  /** Throws where the log is gone that we have written to: before the database is opened again, which would make another. */
  checkLogIsThere(): void;
  /** As for the database, and where its write-ahead log is gone, another or overwritten: after each commit. */
  check(): void;
  /** Throws where the log is shorter than we left it: before each write, which would close the gap and hide it. */
  checkLength(): void;
  /** The same as after a commit, once a read has failed: a checkpoint that empties the log fails nobody's reads. */
  checkAfterFailure(): void;
  close(): void;
}

/**
 * Watches by name: what the engine writes into a file that was taken away or replaced, it writes for nobody. A file that is
 * open keeps its number as long as it is open, so no other can have it.
 */
export function watchSqliteFiles(file: string): SqliteFiles {
  const wal = `${file}-wal`;
  const database = lookAt(file);
  const header = Buffer.alloc(WAL_HEADER_BYTES);
  let salt = "";
  let size = 0;
  // Nobody locks this file, so closing it lets go of nothing.
  let log: { readonly fd: number; readonly stats: Stats } | undefined;

  function openLog(): { readonly fd: number; readonly stats: Stats } {
    let fd: number;
    try {
      fd = openSync(wal, "r");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      throw changed(wal, "missing");
    }
    return { fd, stats: fstatSync(fd) };
  }

  function checkDatabase(): void {
    const now = lookAt(file);
    if (now === undefined) throw changed(file, "missing");
    if (!isSame(now, database)) throw changed(file, "another file");
  }

  function checkLogIsThere(): void {
    if (log !== undefined && lookAt(wal) === undefined) throw changed(wal, "missing");
  }

  function check(): void {
    checkDatabase();
    log ??= openLog();
    const now = lookAt(wal);
    if (now === undefined) throw changed(wal, "missing");
    if (!isSame(now, log.stats)) throw changed(wal, "another file");
    readHeader(log.fd, now.size);
  }

  function checkLength(): void {
    if (log === undefined) return;
    const now = fstatSync(log.fd).size;
    if (now < size) readHeader(log.fd, now);
  }

  function checkAfterFailure(): void {
    check();
    if (size === 0) throw changed(wal, "overwritten");
  }

  function readHeader(fd: number, newSize: number): void {
    const oldSize = size;
    size = newSize;
    // Emptied by a checkpoint, as it may be: whoever writes next begins it anew.
    if (newSize === 0) return;
    header.fill(0);
    readSync(fd, header, 0, WAL_HEADER_BYTES, 0);
    if ((header.readUInt32BE(0) & ~1) !== WAL_MAGIC) throw changed(wal, "overwritten");
    const oldSalt = salt;
    salt = header.toString("latin1", SALT_AT, SALT_AT + 8);
    if (salt === oldSalt && newSize < oldSize) throw changed(wal, "cut short");
  }

  return {
    checkDatabase,
    checkLogIsThere,
    check,
    checkLength,
    checkAfterFailure,
    close() {
      if (log !== undefined) closeSync(log.fd);
      log = undefined;
    },
  };
}

/** What cannot be looked at is not where it was: a folder above it was closed or taken away. */
function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isSame(now: Stats, then: Stats | undefined): boolean {
  return now.ino === then?.ino && now.dev === then.dev;
}

function changed(file: string, found: "missing" | "another file" | "overwritten" | "cut short"): KernelError {
  return new KernelError("storage_failed", `A file of the database was changed by somebody else: ${found}`, {
    file: basename(file),
    found,
  });
}
