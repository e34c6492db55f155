import { accessSync, constants, existsSync, mkdirSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import type Sqlite from "better-sqlite3";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { query } from "../query.ts";
import type { Migration, Sql } from "../sql.ts";
import { type Database, readOn, type Snapshot, type WriteOptions } from "./database.ts";
import { createGroupCommit } from "./group-commit.ts";
import { appliedMigrations, migrate, refuseNewer } from "./migrate.ts";
import { createPlaces } from "./places.ts";
import { createSqliteSql, createWriteConnection, openReader, openWriter } from "./sqlite-connection.ts";
import { fromSqliteError } from "./sqlite-errors.ts";
import { scrubSqlite } from "./sqlite-scrub.ts";

/** Snapshots at once; a further reader waits for a place. */
const READERS_MAX = 8;

/** Linux's numbers for NFS, SMB, SMB2 and CIFS: write-ahead logging needs memory shared on one host. */
const NETWORK_FILE_SYSTEMS = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42]);

export interface SqliteOptions {
  readonly file: string;
  readonly migrations: readonly Migration[];
  readonly readOnly: boolean;
  readonly mustExist: boolean;
}

interface Reader {
  readonly db: Sqlite.Database;
  readonly sql: Sql;
  // Prepared once: preparing them anew would cost a read more than its query does.
  readonly begin: Sqlite.Statement;
  readonly rollback: Sqlite.Statement;
  readonly schemaVersion: Sqlite.Statement;
}

/** A SQLite file that any number of processes may share: one writer at a time, readers on snapshots. */
export async function openSqlite(
  { file, migrations, readOnly, mustExist }: SqliteOptions,
  env: Env,
  onFailed: (error: KernelError) => void = () => {},
): Promise<Database> {
  prepareFolder(file, readOnly, mustExist);
  const writer = readOnly ? undefined : await openWriter(file, env);
  const idleReaders: Reader[] = [];
  const places = createPlaces(READERS_MAX);
  let schemaStamp: unknown;
  let fatal: KernelError | undefined;

  /** The engine counts schema changes: only when that number moves is there anything to look at. */
  function watchSchema(db: Sqlite.Database, schemaVersion: Sqlite.Statement): void {
    const stamp = schemaVersion.get();
    if (stamp === schemaStamp) return;
    const rows = db.prepare("select name from schema_migration").all() as { name: string }[];
    refuseNewer(new Set(rows.map((row) => row.name)), migrations);
    schemaStamp = stamp;
  }

  let onBegin: () => void = () => {};
  const connection = writer && createWriteConnection(writer, env, () => onBegin());
  const commits =
    connection &&
    createGroupCommit(
      async (use) => {
        refuseAfterFailure();
        await use(connection);
      },
      env,
      (error) => {
        fatal = error;
        onFailed(error);
      },
    );

  /** Also for writes that were waiting already: after a failed flush a later one may seem to succeed. */
  function refuseAfterFailure(): void {
    if (fatal === undefined) return;
    throw new KernelError("storage_failed", "The disk failed earlier; nothing is acknowledged until a restart", {
      ...fatal.details,
    });
  }

  async function write<Value>(writerOf: (sql: Sql) => Promise<Value>, options?: WriteOptions): Promise<Value> {
    refuseAfterFailure();
    if (commits === undefined) throw new KernelError("read_only", "The database was opened read-only");
    return commits.write(writerOf, options);
  }

  function addReader(): Reader {
    const db = openReader(file);
    return {
      db,
      sql: createSqliteSql(db),
      begin: db.prepare("begin"),
      rollback: db.prepare("rollback"),
      schemaVersion: db.prepare("pragma schema_version").pluck(),
    };
  }

  async function snapshot(): Promise<Snapshot> {
    await places.take();
    let reader: Reader;
    try {
      reader = idleReaders.pop() ?? addReader();
    } catch (error) {
      places.give();
      throw error;
    }
    const end = async () => {
      if (reader.db.inTransaction) reader.rollback.run();
      idleReaders.push(reader);
      places.give();
    };
    try {
      reader.begin.run();
      watchSchema(reader.db, reader.schemaVersion);
      return { sql: reader.sql, end };
    } catch (error) {
      await end();
      throw fromSqliteError(error);
    }
  }

  await bringUpToDate().catch((error) => {
    writer?.close();
    throw error;
  });
  if (writer !== undefined) {
    const schemaVersion = writer.prepare("pragma schema_version").pluck();
    onBegin = () => watchSchema(writer, schemaVersion);
  }

  async function bringUpToDate(): Promise<void> {
    const reader = addReader();
    const applied = await appliedMigrations(reader.sql).finally(() => reader.db.close());
    refuseNewer(applied, migrations);
    // The common start finds nothing to do and takes no lock.
    if (migrations.every((migration) => applied.has(migration.name))) return;
    if (readOnly) throw new KernelError("schema_older", "The database was made by an older version");
    await write((sql) => migrate(sql, migrations, env));
  }

  return {
    dialect: "sqlite",
    snapshot,
    read: (reader) => readOn(snapshot(), reader),
    write: (_lane, writerOf, options) => write(writerOf, options),
    check: () => readOn(snapshot(), integrityProblems),
    async scrub() {
      await commits?.idle();
      for (const reader of idleReaders.splice(0)) reader.db.close();
      return scrubSqlite(file, env);
    },
    async close() {
      await commits?.idle();
      for (const reader of idleReaders.splice(0)) reader.db.close();
      writer?.close();
    },
  };
}

function prepareFolder(file: string, readOnly: boolean, mustExist: boolean): void {
  const folder = dirname(file);
  if ((readOnly || mustExist) && !existsSync(file)) {
    throw new KernelError("storage_missing", "The data folder holds no database yet");
  }
  if (readOnly) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new KernelError("storage_unwritable", "The data folder cannot be written", {}, { cause: error });
  }
  if (NETWORK_FILE_SYSTEMS.has(statfsSync(folder).type)) {
    throw new KernelError(
      "storage_unwritable",
      "The data folder is on a network file system; SQLite needs a local disk",
    );
  }
}

async function integrityProblems(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ integrity_check: string }>(query`pragma integrity_check(10)`);
  return rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
}
