import { cancelled } from "../cancel.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Sql } from "../sql.ts";
import { createTurns } from "../turns.ts";
import type { Connection, WriteOptions } from "./database.ts";
import { takingTurns } from "./taking-turns.ts";

/** No batch holds the write lock longer than this once others wait. */
const BATCH_MS = 25;
const BATCH_WRITES_MAX = 128;

interface Job extends WriteOptions {
  /** Cancels it; listens only while it waits. */
  leave(): void;
  run(sql: Sql): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export interface GroupCommit {
  write<Value>(writer: (sql: Sql) => Promise<Value>, options?: WriteOptions): Promise<Value>;
  /** Resolves when every write accepted so far has been answered. */
  idle(): Promise<void>;
}

/**
 * Runs writes one after another and makes those that wait durable together, with one fsync.
 * Each write has a savepoint of its own, so one that fails undoes only itself; none is answered before the commit.
 * However many wait, others have their turn between two batches, and in the midst of one that takes long.
 */
export function createGroupCommit(
  withConnection: (use: (connection: Connection) => Promise<void>) => Promise<void>,
  env: Env,
  onFatal: (error: KernelError) => void,
): GroupCommit {
  const queue: Job[] = [];
  const turns = createTurns(env);
  let draining: Promise<void> | undefined;

  async function drain(): Promise<void> {
    // Callers that arrive in the same tick share the batch.
    await Promise.resolve();
    while (queue.length > 0) {
      const taken: Job[] = [];
      try {
        await withConnection((connection) => runBatch(connection, taken));
      } catch (error) {
        // No connection, or it broke outside any one job: nobody in this batch was answered yet.
        const first = taken.length > 0 ? taken : queue.splice(0);
        for (const job of first) job.reject(error);
      }
      // Whoever was answered just now is heard, and so is every reader, before the next batch.
      if (queue.length > 0) await turns.take();
    }
    draining = undefined;
  }

  async function runBatch(connection: Connection, taken: Job[]): Promise<void> {
    await connection.begin();
    env.reached("transaction-begun");
    try {
      const { answers, keeps } = await runJobs(connection, taken);
      if (keeps) {
        await Promise.all(taken.map((job) => job.beforeCommit?.()));
        env.reached("before-commit");
        const entry = taken.map((job) => job.entry?.()).find((of) => of !== undefined);
        await connection.commit(entry, queue.length > 0);
        env.reached("after-commit");
      } else {
        await connection.rollback();
      }
      for (const answer of answers) answer();
    } catch (error) {
      await connection.rollback();
      // After a failed write or fsync nobody knows what is on disk: never retry, never acknowledge before a restart.
      if (error instanceof KernelError && error.code === "storage_failed") onFatal(error);
      throw error;
    }
  }

  async function runJobs(connection: Connection, taken: Job[]): Promise<{ answers: (() => void)[]; keeps: boolean }> {
    const answers: (() => void)[] = [];
    const startedMs = env.monotonicMs();
    turns.begin();
    const hasRoom = () => taken.length < BATCH_WRITES_MAX && env.monotonicMs() - startedMs < BATCH_MS;
    let keeps = false;
    for (let job = queue.shift(); job !== undefined; job = hasRoom() ? queue.shift() : undefined) {
      const current = job;
      taken.push(current);
      current.signal?.removeEventListener("abort", current.leave);
      const outcome = await (taken.length === 1 ? runFirst(connection, current) : runJob(connection, current));
      if ("error" in outcome && endsBatch(outcome.error, connection)) throw outcome.error;
      keeps ||= current.keep && "value" in outcome;
      answers.push(() => ("value" in outcome ? current.resolve(outcome.value) : current.reject(outcome.error)));
      if (current.isLast?.()) break;
      if (queue.length > 0 && hasRoom() && turns.isDue()) await turns.take();
    }
    return { answers, keeps };
  }

  /** The first of a batch needs no savepoint: what it undoes is the whole transaction so far. */
  async function runFirst(connection: Connection, job: Job): Promise<{ value: unknown } | { error: unknown }> {
    try {
      const value = await job.run(takingTurns(connection.sql, turns, job.signal));
      // Alone, what it left on its way goes with the commit; before another begins it must be known to be its own.
      if (!job.keep || queue.length > 0) await connection.settle();
      if (!job.keep) await startOver(connection);
      return { value };
    } catch (error) {
      if (connection.inTransaction() && !endsBatch(error, connection)) await startOver(connection);
      return { error };
    }
  }

  async function startOver(connection: Connection): Promise<void> {
    await connection.rollback();
    await connection.begin();
  }

  async function runJob(connection: Connection, job: Job): Promise<{ value: unknown } | { error: unknown }> {
    await connection.savepoint();
    try {
      const value = await job.run(takingTurns(connection.sql, turns, job.signal));
      if (!job.keep) {
        await connection.settle();
        await connection.rollbackToSavepoint();
      }
      await connection.release();
      return { value };
    } catch (error) {
      if (connection.inTransaction()) {
        await connection.rollbackToSavepoint();
        await connection.release();
      }
      return { error };
    }
  }

  return {
    write<Value>(writer: (sql: Sql) => Promise<Value>, options: WriteOptions = { keep: true }) {
      return new Promise<Value>((resolve, reject) => {
        const { signal } = options;
        const job: Job = {
          ...options,
          run: writer,
          resolve: resolve as (value: unknown) => void,
          reject,
          // Whose caller no longer wants it is answered at once and never begun.
          leave() {
            const at = queue.indexOf(job);
            if (at !== -1) queue.splice(at, 1);
            reject(cancelled());
          },
        };
        if (signal?.aborted) {
          job.leave();
          return;
        }
        signal?.addEventListener("abort", job.leave);
        queue.push(job);
        draining ??= drain();
      });
    },
    async idle() {
      await draining;
    },
  };
}

/** A failed disk, and an engine that ended the transaction by itself, take the whole batch with them. */
function endsBatch(error: unknown, connection: Connection): boolean {
  return !connection.inTransaction() || (error instanceof KernelError && error.code === "storage_failed");
}
