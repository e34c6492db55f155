import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Log } from "../mutate-log.ts";
import type { Made } from "./make-folder.ts";

/** What somebody does to a copy: statements that both engines take, or anything else. */
export type Edit = string | readonly string[] | ((copy: Copy) => void);
export type Edits<Kind extends string = string> = Readonly<Record<Kind, Edit>>;

/** A copy of the whole installation, to be edited. */
export interface Copy {
  readonly folder: string;
  readonly made: Made;
  /** The checkpoint that `--checkpoint` is given. */
  readonly checkpoint: string;
}

export const DATABASE = "bailiwick.db";

/** The files of a copy, as somebody has them in hand who may write there. */
export const at = (copy: Copy, ...path: string[]): string => join(copy.folder, ...path);

function withDatabase(copy: Copy, work: (db: Sqlite.Database) => void): void {
  const db = new Sqlite(at(copy, DATABASE));
  // Otherwise the engine itself keeps people from its own tables.
  db.unsafeMode(true);
  try {
    work(db);
  } finally {
    db.close();
  }
}

export function withLog(copy: Copy, work: (log: Log) => void): void {
  withDatabase(copy, (db) => work(new Log(db)));
}

/** Runs statements, each of which must hit something. */
export function runStatements(copy: Copy, statements: string | readonly string[]): void {
  withDatabase(copy, (db) => {
    for (const text of [statements].flat()) {
      if (db.prepare(text).run().changes === 0) throw new Error(`hit nothing: ${text}`);
    }
  });
}

export function editJson(file: string, change: (json: Record<string, unknown>) => unknown): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, "utf8")))));
}

/** Every blob of a user, in the order of names. */
export function blobsOf(copy: Copy, user = "local"): string[] {
  const folder = at(copy, "blobs", user, "sha256");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
