import Sqlite from "better-sqlite3";
import type { Env } from "../env.ts";
import { fromSqliteError } from "./sqlite-errors.ts";

const BUSY_MS = 30_000;
const TRIES = 50;
const REST_MS = 100;

/**
 * Writes the database anew without its free pages, and empties the write-ahead log: what was deleted is in neither then.
 * Other processes may go on; one that reads an old snapshot keeps the log from being emptied until it is done.
 */
export async function scrubSqlite(file: string, env: Env): Promise<string[]> {
  const db = new Sqlite(file, { timeout: BUSY_MS });
  try {
    db.exec("vacuum");
    // From here on it waits between the tries, which last no time then.
    db.pragma("busy_timeout = 0");
    for (let tries = 1; tries <= TRIES; tries++) {
      const [result] = db.pragma("wal_checkpoint(truncate)") as { busy: number }[];
      if (result?.busy === 0) return [];
      await env.sleep(REST_MS);
    }
    return [
      "another process still reads the old state, so the -wal file still holds what was erased: end it, then run `bailiwick erase --finish`",
    ];
  } catch (error) {
    throw fromSqliteError(error);
  } finally {
    db.close();
  }
}
