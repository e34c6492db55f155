import { KernelError } from "../errors.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import type { StagedFiles } from "./staged-files.ts";

/** After these nobody knows whether the commit reached the disk. */
const UNKNOWN = new Set(["commit_unknown", "storage_failed"]);

export interface FiledWrite<Value> {
  /** Undone after it ran where not. */
  readonly keep?: boolean;
  /** Whether it must be committed before the next of its lane begins. */
  readonly isLast?: () => boolean;
  /** Aborts while it waits: then it is never run. */
  readonly signal?: AbortSignal | undefined;
  /** An entry of the log that it wrote, by which it is found where the commit was not answered. */
  readonly entryOf?: (value: Value) => string | undefined;
}

/**
 * Runs a writer and commits its files with it: journaled in the same transaction, in their places before this answers.
 * When the write fails, so do its files; where nobody knows, they wait for the journal to tell.
 */
export async function writeWithFiles<Value>(
  database: Database,
  lane: string,
  staged: StagedFiles,
  writer: (sql: Sql) => Promise<Value>,
  { keep = true, isLast = staged.isShared, signal, entryOf }: FiledWrite<Value> = {},
): Promise<Value> {
  let isHandedOver = false;
  let entry: string | undefined;
  const work = async (sql: Sql): Promise<Value> => {
    const value = await writer(sql);
    if (keep) await staged.journal(sql);
    isHandedOver = keep;
    if (keep) entry = entryOf?.(value);
    return value;
  };
  try {
    const value = await database.write(lane, work, {
      keep,
      signal,
      isLast,
      beforeCommit: staged.flush,
      entry: () => entry,
    });
    if (keep) await staged.finish();
    return value;
  } catch (error) {
    const isKnown = error instanceof KernelError && !UNKNOWN.has(error.code);
    if (isHandedOver && !isKnown) staged.leave();
    throw error;
  }
}
