import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type Sqlite from "better-sqlite3";
import { fromFileError, makeFolder } from "../atomic-file.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import { type Query, query } from "../query.ts";
import type { Migration, Sql } from "../sql.ts";
import { type Database, readOn, type Snapshot, type WriteOptions } from "./database.ts";
import { createGroupCommit } from "./group-commit.ts";
import { appliedMigrations, migrate, refuseNewer } from "./migrate.ts";
import { createPlaces } from "./places.ts";
import { createSqliteSql, createWriteConnection, openReader, openWriter } from "./sqlite-connection.ts";
import { copyForReading, type SqliteCopy } from "./sqlite-copy.ts";
import { fromSqliteError } from "./sqlite-errors.ts";
import { keepToOwner, makeOwnFile, watchSqliteFiles } from "./sqlite-files.ts";
import { scrubSqlite } from "./sqlite-scrub.ts";

/** Snapshots at once; a further reader waits for a place. */
const READERS_MAX = 8;

/** Up to this size a look at every page takes a moment. */
const PROBED_BYTES_MAX = 64 * 1024 * 1024;
/** So many pages are copied before other work has its turn. */
const COPIED_PAGES = 2000;

/** How long readers may go on without looking whether the file is still in its place. */
const LOOK_MS = 250;

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
  { file: place, migrations, readOnly, mustExist }: SqliteOptions,
  env: Env,
  log: Logger,
): Promise<Database> {
  await prepareFolder(place, readOnly, mustExist);
  if (!readOnly) prepareFile(place, log);
  const copy = readOnly ? copyIfUnshareable(place) : undefined;
  const file = copy?.file ?? place;
  const writer = readOnly ? undefined : await openWriter(file, env);
  const files = watchSqliteFiles(file);
  const idleReaders: Reader[] = [];
  const places = createPlaces(READERS_MAX);
  let schemaStamp: unknown;
  let fatal: KernelError | undefined;
  let lookedMs = env.monotonicMs();
  let readersInUse = 0;

  /** The engine counts schema changes: only when that number moves is there anything to look at. */
  function watchSchema(db: Sqlite.Database, schemaVersion: Sqlite.Statement): void {
    const stamp = schemaVersion.get();
    if (stamp === schemaStamp) return;
    const rows = db.prepare("select name from schema_migration").all() as { name: string }[];
    refuseNewer(new Set(rows.map((row) => row.name)), migrations);
    schemaStamp = stamp;
  }

  let onBegin: () => void = () => {};
  const connection =
    writer &&
    createWriteConnection(
      writer,
      env,
      () => onBegin(),
      () => watchFiles(files.check),
    );
  const commits =
    connection &&
    createGroupCommit(
      async (use) => {
        refuseAfterFailure();
        await use(connection);
      },
      env,
      fail,
    );

  /** What was committed into a file that is no longer in its place was committed for nobody: that must not be acknowledged. */
  function watchFiles(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (error instanceof KernelError) fail(error);
      throw error;
    }
  }

  function fail(error: KernelError): void {
    if (fatal !== undefined) return;
    fatal = error;
    log.error({ ...error.details }, `${error.message}; nothing more is acknowledged until a restart`);
    if (error.details.found !== undefined) leaveFiles(error.details);
  }

  /**
   * Of a log that was removed the engine still has the content: closed by all, it brings that into the database. One that
   * was changed must not get there: the engine leaves it alone if who can write is not the last to close.
   */
  function leaveFiles({ file: name, found }: KernelError["details"]): void {
    const isLogGone = found === "missing" && name !== basename(file);
    if (!isLogGone && idleReaders.length === 0 && readersInUse === 0) keepOneReader();
    if (!isLogGone) writer?.close();
    closeWhenUnused();
  }

  function keepOneReader(): void {
    try {
      const db = openReader(file);
      db.prepare("select 1 from sqlite_master").get();
    } catch {
      // There is no database any more: nothing can be brought into it.
    }
  }

  function closeWhenUnused(): void {
    for (const reader of idleReaders.splice(0)) reader.db.close();
    if (readersInUse === 0) writer?.close();
  }

  /** Also for writes that were waiting already: after a failed flush a later one may seem to succeed. */
  function refuseAfterFailure(): void {
    if (fatal === undefined) return;
    throw new KernelError("storage_failed", `${fatal.message} earlier; nothing is acknowledged until a restart`, {
      ...fatal.details,
    });
  }

  async function write<Value>(writerOf: (sql: Sql) => Promise<Value>, options?: WriteOptions): Promise<Value> {
    refuseAfterFailure();
    if (commits === undefined) throw new KernelError("read_only", "The database was opened read-only");
    return commits.write(writerOf, options);
  }

  /** A reader acknowledges nothing: it is enough that it soon hears of a database that was replaced. */
  function lookNowAndThen(): void {
    const nowMs = env.monotonicMs();
    if (nowMs - lookedMs < LOOK_MS) return;
    files.checkDatabase();
    lookedMs = nowMs;
  }

  function addReader(): Reader {
    files.checkDatabase();
    watchFiles(files.checkLogIsThere);
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
      if (fatal?.details.found !== undefined) refuseAfterFailure();
      lookNowAndThen();
      reader = idleReaders.pop() ?? addReader();
      readersInUse += 1;
    } catch (error) {
      places.give();
      throw error;
    }
    const end = async () => {
      if (reader.db.inTransaction) reader.rollback.run();
      idleReaders.push(reader);
      readersInUse -= 1;
      places.give();
      if (fatal?.details.found !== undefined) closeWhenUnused();
    };
    try {
      reader.begin.run();
      watchSchema(reader.db, reader.schemaVersion);
      return { sql: reader.sql, end };
    } catch (error) {
      await end();
      return tellWhy(fromSqliteError(error));
    }
  }

  /** A reader may be the first to stumble over a file that was changed: then it is told which, once, as for a write. */
  function tellWhy(error: unknown): never {
    const hasFailed = error instanceof KernelError && error.code === "storage_failed";
    if (hasFailed && writer !== undefined && fatal === undefined) watchFiles(files.checkAfterFailure);
    throw error;
  }

  await bringUpToDate().catch((error) => {
    close();
    throw fromSqliteError(error);
  });
  const schemaVersion = writer?.prepare("pragma schema_version").pluck();
  if (writer !== undefined && schemaVersion !== undefined) {
    onBegin = () => {
      watchFiles(files.checkLength);
      watchSchema(writer, schemaVersion);
    };
  }

  /**
   * One statement is a snapshot of its own. Whoever writes has the pages of the last commit in memory, where a reader
   * would fetch them anew after each; while it is in the midst of a write it is not asked, and a reader waits better.
   */
  async function glance<Row>(query: Query): Promise<Row[]> {
    const isFree = writer?.open === true && !writer.inTransaction && fatal === undefined;
    if (isFree && schemaVersion !== undefined && connection !== undefined) {
      try {
        lookNowAndThen();
        watchSchema(writer, schemaVersion);
        return await connection.sql.all<Row>(query);
      } catch (error) {
        const ours = fromSqliteError(error);
        const isBusy = ours instanceof KernelError && ours.code === "storage_busy";
        if (!isBusy) return tellWhy(ours);
      }
    }
    return readOn(snapshot(), (sql) => sql.all<Row>(query)).catch(tellWhy);
  }

  function close(): void {
    for (const reader of idleReaders.splice(0)) reader.db.close();
    writer?.close();
    files.close();
    copy?.remove();
  }

  async function bringUpToDate(): Promise<void> {
    const reader = addReader();
    const applied = await appliedMigrations(reader.sql).finally(() => reader.db.close());
    refuseNewer(applied, migrations);
    if ((readOnly || mustExist) && applied.size === 0)
      throw new KernelError("storage_missing", "The database is empty");
    // The common start finds nothing to do and takes no lock.
    if (migrations.every((migration) => applied.has(migration.name))) return;
    if (readOnly) throw new KernelError("schema_older", "The database was made by an older version");
    await write((sql) => migrate(sql, migrations, env));
  }

  return {
    dialect: "sqlite",
    snapshot: () => snapshot(),
    glance: <Row>(_whose: string, query: Query) => glance<Row>(query),
    read: (_whose, reader) => readOn(snapshot(), reader).catch(tellWhy),
    write: (_lane, writerOf, options) => write(writerOf, options),
    async copy(folder, { held }) {
      const { db, schemaVersion } = addReader();
      try {
        const pin = async () => {
          db.exec("begin");
          // The first look is what pins it: what is committed from here on it does not see.
          watchSchema(db, schemaVersion);
          await held();
        };
        await (commits === undefined ? pin() : write(pin, { keep: false }));
        const copied = join(folder, basename(place));
        makeOwnFile(copied);
        await db.backup(copied, { progress: () => COPIED_PAGES });
        return { isIndexed: true };
      } catch (error) {
        throw fromSqliteError(error);
      } finally {
        db.close();
      }
    },
    check: () => readOn(snapshot(), integrityProblems),
    async probe() {
      files.checkDatabase();
      // Not one of the readers: they still have in memory what the file may no longer hold.
      const db = openReader(file);
      try {
        const isSmall = statSync(file).size < PROBED_BYTES_MAX;
        const found = isSmall
          ? db.pragma("quick_check(1)", { simple: true })
          : db.prepare("select count(*) from sqlite_master").get() && "ok";
        if (found !== "ok") throw new KernelError("storage_corrupt", "The database is damaged");
      } catch (error) {
        throw fromSqliteError(error);
      } finally {
        db.close();
      }
    },
    // One file is one installation's: what keeps tenants apart there is our own code.
    gaps: async () => [],
    async scrub() {
      await commits?.idle();
      for (const reader of idleReaders.splice(0)) reader.db.close();
      return scrubSqlite(file, env);
    },
    distribute: async () => {
      throw new KernelError(
        "storage_refused",
        "Only a database of PostgreSQL can be put on a cluster: give --database",
      );
    },
    hurry() {},
    async close() {
      await commits?.idle();
      close();
    },
  };
}

function prepareFile(file: string, log: Logger): void {
  try {
    makeOwnFile(file);
  } catch (error) {
    throw fromFileError(error, "data");
  }
  keepToOwner(file, log);
}

/** Reads the file where it lies if that can be done, and otherwise a copy. */
function copyIfUnshareable(file: string): SqliteCopy | undefined {
  try {
    const db = openReader(file);
    try {
      db.prepare("select 1 from sqlite_master").get();
    } finally {
      db.close();
    }
    return undefined;
  } catch (error) {
    const ours = fromSqliteError(error);
    if (ours instanceof KernelError && ours.code === "storage_unwritable") return copyForReading(file);
    throw ours;
  }
}

async function prepareFolder(file: string, readOnly: boolean, mustExist: boolean): Promise<void> {
  const folder = dirname(file);
  if ((readOnly || mustExist) && !existsSync(file)) {
    throw new KernelError("storage_missing", "The data folder holds no database yet");
  }
  // Looked at only: an empty file would be made a database by opening it.
  if ((readOnly || mustExist) && statSync(file).size === 0) {
    throw new KernelError("storage_missing", "The database is empty");
  }
  if (readOnly) return;
  try {
    await makeFolder(folder, 0o700);
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
