import { constants, copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fromFileError } from "../atomic-file.ts";
import { KernelError } from "../errors.ts";
import { READ_COPY, removeFolder } from "./leftovers.ts";

const TRIES = 3;

export interface SqliteCopy {
  readonly file: string;
  remove(): void;
}

/**
 * A copy of a database with its write-ahead log, to be read in its stead: beside a file on media that cannot be written,
 * SQLite cannot make what its readers share. What the log holds is part of the database, so both are copied or neither.
 */
export function copyForReading(file: string): SqliteCopy {
  const folder = mkdtempSync(join(tmpdir(), READ_COPY.prefix));
  const remove = () => removeFolder(folder);
  const copy = join(folder, basename(file));
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = stateOf(file);
      for (const part of ["", "-wal"]) {
        if (before.has(part)) copyFileSync(file + part, copy + part, constants.COPYFILE_FICLONE);
        else rmSync(copy + part, { force: true });
      }
      if (sameState(before, stateOf(file))) return { file: copy, remove };
    }
    throw new KernelError("storage_busy", "The database is being written while it is copied to be read");
  } catch (error) {
    remove();
    throw fromFileError(error, "temporary");
  }
}

/** The files that are there, each with what changes when it is written. */
function stateOf(file: string): Map<string, string> {
  return new Map(
    ["", "-wal"].flatMap((part) => {
      const stats = statSync(file + part, { throwIfNoEntry: false, bigint: true });
      return stats === undefined ? [] : [[part, `${stats.ino} ${stats.size} ${stats.mtimeNs}`] as const];
    }),
  );
}

function sameState(before: Map<string, string>, after: Map<string, string>): boolean {
  return before.size === after.size && [...before].every(([part, state]) => after.get(part) === state);
}
