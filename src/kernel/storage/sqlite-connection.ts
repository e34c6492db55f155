import Sqlite from "better-sqlite3";
import { getLoadablePath } from "sqlite-vec";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Connection } from "./database.ts";
import { fromSqliteError, isBusy } from "./sqlite-errors.ts";
import { sqliteText } from "./statement-text.ts";

/** How long a writer waits for another process before it gives up. */
const WRITE_LOCK_WAIT_MS = 30_000;
/** How long opening the file waits, and every read. */
const OPEN_WAIT_MS = 10_000;
const SYNCHRONOUS_FULL = 2;
/**
 * So many pages of the log are brought into the database with one commit, while which everybody waits: 16 ms for a
 * thousand, 130 ms for ten thousand. The more there are the less each costs, as those that changed twice are written
 * once; so where writes wait for each other anyway, there are more.
 */
const LOG_PAGES = 1000;
const LOG_PAGES_OF_MANY = 10_000;

/** Opens the file for reading alone. */
export function openReader(file: string): Sqlite.Database {
  return open(file, { readonly: true, fileMustExist: true });
}

/** Opens the file for writing, and makes it if need be. */
export async function openWriter(file: string, env: Env): Promise<Sqlite.Database> {
  const db = open(file, {});
  try {
    // Of two that find the file new and want to set it, SQLite refuses one at once, however long it may wait.
    const mode = await patiently(env, OPEN_WAIT_MS, () => db.pragma("journal_mode = WAL", { simple: true }));
    if (mode !== "wal" && mode !== "memory") {
      throw new KernelError("storage_unwritable", "The data folder's file system cannot share a database", {
        journal_mode: String(mode),
      });
    }
    // From here on a writer waits by itself, without blocking the process.
    db.pragma("busy_timeout = 0");
    return db;
  } catch (error) {
    db.close();
    throw fromSqliteError(error);
  }
}

/** With the settings durability and answers rest on, and sure that they hold. */
function open(file: string, options: Sqlite.Options): Sqlite.Database {
  let db: Sqlite.Database | undefined;
  try {
    db = new Sqlite(file, options);
    db.pragma(`busy_timeout = ${OPEN_WAIT_MS}`);
    loadVectorFunctions(db);
    db.pragma("synchronous = FULL");
    db.pragma("foreign_keys = ON");
    db.pragma("cache_size = -64000");
    // What a savepoint may have to undo is kept in memory: beyond 64 kB it would go to a file.
    db.pragma("temp_store = MEMORY");
    if (db.pragma("synchronous", { simple: true }) !== SYNCHRONOUS_FULL) {
      throw new KernelError("internal", "SQLite did not accept synchronous = FULL");
    }
    return db;
  } catch (error) {
    db?.close();
    throw fromSqliteError(error);
  }
}

/** Tries again while another process is in the way. Waits without blocking the process: its other work goes on meanwhile. */
async function patiently<Value>(env: Env, waitMs: number, work: () => Value): Promise<Value> {
  const deadlineMs = env.monotonicMs() + waitMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || env.monotonicMs() > deadlineMs) throw fromSqliteError(error);
    }
    await env.sleep(1 + ((env.randomBytes(1)[0] ?? 0) % 8));
  }
}

/** Distances between vectors. A platform without the extension still has everything else; search says so when asked. */
function loadVectorFunctions(db: Sqlite.Database): void {
  try {
    db.loadExtension(getLoadablePath());
  } catch {
    // Nothing to do: the search room asks whether the functions are there before it uses them.
  }
}

/** Statements of one connection, each prepared once. */
export function createSqliteSql(db: Sqlite.Database): Sql {
  const prepared = new Map<string, Sqlite.Statement>();
  // Most templates are the same ones again: they need no look at their text.
  const byTemplate = new WeakMap<readonly string[], Sqlite.Statement>();

  function prepare(query: Query): Sqlite.Statement {
    const known = byTemplate.get(query.texts);
    if (known !== undefined) return known;
    const text = sqliteText(query);
    let statement = prepared.get(text);
    if (statement === undefined) {
      statement = db.prepare(text);
      prepared.set(text, statement);
    }
    byTemplate.set(query.texts, statement);
    return statement;
  }

  function guard<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      throw fromSqliteError(error);
    }
  }

  return {
    dialect: "sqlite",
    all: async <Row>(query: Query) => guard(() => prepare(query).all(...query.values) as Row[]),
    first: async <Row>(query: Query) => guard(() => prepare(query).get(...query.values) as Row | undefined),
    run: async (query) => void guard(() => prepare(query).run(...query.values)),
    change: async (query) => guard(() => prepare(query).run(...query.values).changes),
    async *each<Row>(query: Query) {
      const rows = guard(() => prepare(query).iterate(...query.values)) as IterableIterator<Row>;
      // A plain for…of would report a damaged page as a raw engine error.
      try {
        for (let next = guard(() => rows.next()); !next.done; next = guard(() => rows.next())) yield next.value;
      } finally {
        // A reader that stops early must free the connection.
        rows.return?.();
      }
    },
  };
}

/** The one connection of this process that writes. */
export function createWriteConnection(
  db: Sqlite.Database,
  env: Env,
  onBegin: () => void,
  onCommitted: () => void,
): Connection {
  // Prepared once: each write needs some of them, and most need little else.
  const beginImmediate = db.prepare("begin immediate");
  const commit = db.prepare("commit");
  const rollback = db.prepare("rollback");
  const savepoint = db.prepare("savepoint step");
  const release = db.prepare("release step");
  const rollbackToSavepoint = db.prepare("rollback to step");

  function exec(statement: Sqlite.Statement): void {
    try {
      statement.run();
    } catch (error) {
      throw fromSqliteError(error);
    }
  }

  let logPages = 0;
  function setLogPages(pages: number): void {
    if (pages === logPages) return;
    db.pragma(`wal_autocheckpoint = ${pages}`);
    logPages = pages;
  }

  async function begin(): Promise<void> {
    await patiently(env, WRITE_LOCK_WAIT_MS, () => beginImmediate.run());
    try {
      onBegin();
    } catch (error) {
      if (db.inTransaction) rollback.run();
      throw error;
    }
  }

  return {
    sql: createSqliteSql(db),
    begin,
    // Every statement is done when it returns.
    settle: async () => {},
    savepoint: async () => exec(savepoint),
    release: async () => exec(release),
    rollbackToSavepoint: async () => exec(rollbackToSavepoint),
    async commit(_entry, isFollowed) {
      setLogPages(isFollowed ? LOG_PAGES_OF_MANY : LOG_PAGES);
      exec(commit);
      onCommitted();
    },
    async rollback() {
      if (db.inTransaction) exec(rollback);
    },
    inTransaction: () => db.inTransaction,
  };
}
