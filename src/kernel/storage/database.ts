import type { Query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Distributed } from "./distribute.ts";

/** What the database of a data folder is called there. */
export const DATABASE_FILE = "bailiwick.db";

/** A database both engines offer alike. */
export interface Database {
  readonly dialect: Sql["dialect"];
  /**
   * One unchanging view of everything committed by its first query. Whoever takes it must end it.
   * `whose` is a tenant, the installation, or every tenant: on PostgreSQL nothing else can be seen through it.
   */
  snapshot(whose: string): Promise<Snapshot>;
  /** What one query finds on a snapshot of its own: a single round trip to a server. */
  glance<Row>(whose: string, query: Query): Promise<Row[]>;
  /** Runs a reader on a snapshot of its own. */
  read<Value>(whose: string, reader: (sql: Sql) => Promise<Value>): Promise<Value>;
  /**
   * Runs a writer alone in its lane and resolves once the change is durable. A lane is named after those whose rows are
   * written in it, and on PostgreSQL no others can be. Rejects with nothing written. With `keep: false` the change is undone after it ran.
   */
  write<Value>(lane: string, writer: (sql: Sql) => Promise<Value>, options?: WriteOptions): Promise<Value>;
  /**
   * Writes what is committed at one moment into the database file of a folder, of whichever engine it is, while others go
   * on. Answers with whether the search index is in it too.
   */
  copy(folder: string, moment: CopiedMoment): Promise<{ readonly isIndexed: boolean }>;
  /** Looks for damage in the engine's own structures; answers with what it found. */
  check(): Promise<string[]>;
  /** Looks quickly, and with fresh eyes, whether it can be read; throws where it cannot. */
  probe(): Promise<void>;
  /** Why tenants are not kept apart by the database itself, where it can and should; for people. */
  gaps(): Promise<string[]>;
  /** Takes what was deleted out of the files themselves; answers with what could not be taken out yet, and why. */
  scrub(): Promise<string[]>;
  /** Puts the tables on the workers of a cluster; refused where there is none. */
  distribute(): Promise<Distributed>;
  /** The process is ending: from now on nothing waits long for a server that does not answer. */
  hurry(): void;
  close(): Promise<void>;
}

/** The moment that a copy is of. */
export interface CopiedMoment {
  /** Runs at that moment, while nobody writes who shares the installation's lane. */
  held(): Promise<void>;
  /** Hears how many rows are there, of how many. */
  progress(done: number, total: number, what: string): void;
  readonly signal: AbortSignal;
}

export interface WriteOptions {
  readonly keep: boolean;
  /** Of who waits for it: once it aborts, a write that still waits is never begun, and one that runs ends at its next turn. */
  readonly signal?: AbortSignal | undefined;
  /** Asked after the writer ran: whether it must be committed before the next of its lane begins. */
  isLast?(): boolean;
  /** What must be durable before the commit, done once for all that share it: a failure undoes them all. */
  beforeCommit?(): Promise<void>;
  /**
   * Asked before the commit: the id of an entry of the log that the writer made, in the log named like the lane. Where the
   * answer to a commit is lost, it tells whether it was done.
   */
  entry?(): string | undefined;
}

export interface Snapshot {
  readonly sql: Sql;
  end(): Promise<void>;
}

/** `read` for engines that can take snapshots. */
export async function readOn<Value>(taken: Promise<Snapshot>, reader: (sql: Sql) => Promise<Value>): Promise<Value> {
  const snapshot = await taken;
  try {
    return await reader(snapshot.sql);
  } finally {
    await snapshot.end();
  }
}

/** One connection that can hold a transaction with steps that are undone singly. */
export interface Connection {
  readonly sql: Sql;
  begin(): Promise<void>;
  /** Waits until all that was run so far is done; fails where any of it failed. */
  settle(): Promise<void>;
  savepoint(): Promise<void>;
  release(): Promise<void>;
  rollbackToSavepoint(): Promise<void>;
  /**
   * With an entry that the transaction made, where there is one: by it a commit without an answer is settled. And
   * whether further writes wait already.
   */
  commit(entry: string | undefined, isFollowed: boolean): Promise<void>;
  /** Ends the transaction whatever state it is in. */
  rollback(): Promise<void>;
  /** False when the engine has ended the transaction by itself, as SQLite does on a full disk. */
  inTransaction(): boolean;
}
