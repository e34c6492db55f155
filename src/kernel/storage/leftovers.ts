import { lstatSync, readdirSync, renameSync, rmSync, type Stats } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Env } from "../env.ts";

/** Databases beside the real one, in the folder for temporary files: what is left of them where a process was killed. */
export const SCRATCH = { prefix: "bailiwick-scratch-", file: "scratch.db" } as const;
export const READ_COPY = { prefix: "bailiwick-read-", file: "bailiwick.db" } as const;

/** Lies beside a throw-away database until it is open: its schema may be there before anybody has locked it. */
export const MAKING = "making";

const PAGE_BYTES = 4096;
const GROUP_AND_OTHERS = 0o077;
/** One that is being made is not locked yet. */
const REST_MS = 3_600_000;
const REMOVE_TRIES = 10;

/** Removes databases that processes left behind: they hold what was known then, also what was erased since. */
export async function sweepLeftovers(env: Env): Promise<void> {
  for (const name of namesIn(tmpdir())) {
    const kind = [SCRATCH, READ_COPY].find(({ prefix }) => name.startsWith(prefix));
    const folder = join(tmpdir(), name);
    if (kind === undefined || !isOwnFolder(folder)) continue;
    const file = join(folder, kind.file);
    const hasBeenUsed = kind === SCRATCH && lookAt(join(folder, MAKING)) === undefined && isFilled(file);
    const isMade = env.now() - (lookAt(file)?.mtimeMs ?? env.now()) > REST_MS || hasBeenUsed;
    if (isMade && (await isLeft(file))) removeFolder(folder);
  }
}

/**
 * Removes such a database. It is moved aside first: another process that is just looking whether it was left behind puts
 * files beside it for a moment, and finds no place for them then.
 */
export function removeFolder(folder: string): void {
  const aside = `${folder}-removed`;
  try {
    renameSync(folder, aside);
  } catch (error) {
    if (lookAt(folder) === undefined) return;
    throw error;
  }
  for (let tries = 1; lookAt(aside) !== undefined; tries += 1) {
    try {
      rmSync(aside, { recursive: true, force: true });
    } catch (error) {
      // A file that was on its way in as the folder was moved. There can be no others.
      if (tries === REMOVE_TRIES) throw error;
    }
  }
}

/** Anybody may put something into the folder for temporary files: only what nobody else can have filled is looked into. */
function isOwnFolder(folder: string): boolean {
  const stats = lookAt(folder);
  if (stats === undefined || !stats.isDirectory()) return false;
  const { uid } = userInfo();
  return uid < 0 || (stats.uid === uid && (stats.mode & GROUP_AND_OTHERS) === 0);
}

/** Who has written something into a new database has it locked since; before, it is one page and an empty log. */
function isFilled(file: string): boolean {
  return (lookAt(file)?.size ?? 0) > PAGE_BYTES || (lookAt(`${file}-wal`)?.size ?? 0) > 0;
}

/** Whether no process has a database open, in whatever container: SQLite's own locks tell. */
async function isLeft(file: string): Promise<boolean> {
  if (lookAt(file)?.isFile() !== true) return false;
  const { default: Sqlite } = await import("better-sqlite3");
  try {
    const db = new Sqlite(file, { timeout: 0, fileMustExist: true });
    try {
      // Only the last connection may leave write-ahead logging.
      return db.pragma("journal_mode = delete", { simple: true }) === "delete";
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
