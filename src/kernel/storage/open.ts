import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import type { Migration } from "../sql.ts";
import { copyingMigration } from "./copying.ts";
import { DATABASE_FILE, type Database } from "./database.ts";
import { MAKING, removeFolder, SCRATCH, sweepLeftovers } from "./leftovers.ts";
import { accountsMigration } from "./migrations/accounts.ts";
import { eventLogMigration, eventViaMigration } from "./migrations/event-log.ts";
import { stagedFileMigration } from "./migrations/staged-file.ts";
import { tenantPoliciesMigration } from "./migrations/tenant-policies.ts";
import { writeLaneMigration } from "./migrations/write-lane.ts";
import type { Patience } from "./postgres-lines.ts";

const KERNEL_MIGRATIONS = [
  eventLogMigration,
  eventViaMigration,
  stagedFileMigration,
  tenantPoliciesMigration,
  accountsMigration,
  writeLaneMigration,
];

/** Where the data lives. */
export interface StorageOptions {
  readonly folder: string;
  /** `postgres://…`; without one, SQLite in the folder. */
  readonly url: string | undefined;
  readonly readOnly: boolean;
  /** Fails where there is no database yet, instead of making one. */
  readonly mustExist?: boolean;
  /** It is being filled from another: only an empty one, or one whose filling was begun, is opened. */
  readonly isCopy?: boolean | undefined;
  /** How long a database server may take for what; see there. */
  readonly patience?: Partial<Patience> | undefined;
  /** The worlds' own migrations, in order; the kernel's come first. */
  readonly migrations: readonly Migration[];
}

/** Whether there is a database to open, as far as this machine can tell. */
export function databaseIsThere(folder: string, url: string | undefined): boolean {
  return url !== undefined || existsSync(join(folder, DATABASE_FILE));
}

/** Opens the engine the options ask for. Each engine is loaded only when it is used. */
export async function openDatabase(options: StorageOptions, env: Env, log: Logger): Promise<Database> {
  const migrations = [...KERNEL_MIGRATIONS, ...options.migrations, ...(options.isCopy ? [copyingMigration] : [])];
  const { readOnly, url, mustExist = false, patience } = options;
  if (url === undefined) {
    const { openSqlite } = await import("./sqlite.ts");
    return openSqlite({ file: join(options.folder, DATABASE_FILE), migrations, readOnly, mustExist }, env, log);
  }
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new KernelError("storage_unavailable", "A database address must begin with postgres://");
  }
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres({ url, migrations, readOnly, mustExist, patience }, env, log);
}

/** Of a throw-away database there is nothing to tell. */
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Schemas of throw-away databases that this process has made, by their steps: most of what such a one costs. */
const SCHEMAS = new Map<string, Buffer>();

/** A throw-away database, for rebuilding projections beside the real one. */
export async function openScratchDatabase(migrations: readonly Migration[], env: Env): Promise<Database> {
  await sweepLeftovers(env);
  const folder = await mkdtemp(join(tmpdir(), SCRATCH.prefix));
  const { openSqlite } = await import("./sqlite.ts");
  const file = join(folder, SCRATCH.file);
  const steps = [...KERNEL_MIGRATIONS, ...migrations];
  const open = () => openSqlite({ file, migrations: steps, readOnly: false, mustExist: false }, env, SILENT);
  const key = steps.map(({ name }) => name).join(" ");
  const schema = SCHEMAS.get(key);
  await writeFile(join(folder, MAKING), "");
  if (schema !== undefined) await writeFile(file, schema, { mode: 0o600 });
  else {
    await (await open()).close();
    SCHEMAS.set(key, await readFile(file));
  }
  const database = await open();
  await rm(join(folder, MAKING));
  return {
    ...database,
    async close() {
      await database.close();
      removeFolder(folder);
    },
  };
}
