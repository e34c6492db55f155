import { KernelError } from "../errors.ts";

/** Turns what SQLite reports into our own failures; anything else is a bug of ours and passes through. */
export function fromSqliteError(error: unknown): unknown {
  if (error instanceof KernelError) return error;
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const details = { sqlite: code };
  const cause = { cause: error };
  if (code.startsWith("SQLITE_BUSY") || code === "SQLITE_LOCKED") {
    return new KernelError("storage_busy", "The database is held by another process", details, cause);
  }
  if (code === "SQLITE_FULL") return new KernelError("storage_full", "The disk is full", details, cause);
  if (code.startsWith("SQLITE_IOERR")) {
    return new KernelError("storage_failed", "The disk reported an error", details, cause);
  }
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") {
    return new KernelError("storage_corrupt", "The database file is damaged", details, cause);
  }
  // Every table and column is made by a migration that the database says it has had.
  if (code === "SQLITE_ERROR" && /^no such (table|column)/.test((error as Error).message)) {
    return new KernelError(
      "storage_corrupt",
      "The database lacks a table or a column that it must have",
      details,
      cause,
    );
  }
  if (code.startsWith("SQLITE_READONLY") || code.startsWith("SQLITE_CANTOPEN") || code === "SQLITE_PERM") {
    return new KernelError("storage_unwritable", "The database file cannot be opened for writing", details, cause);
  }
  return error;
}

export function isBusy(error: unknown): boolean {
  return sqliteCode(error)?.startsWith("SQLITE_BUSY") ?? false;
}

function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return error.code.startsWith("SQLITE_") ? error.code : undefined;
}
