import { join } from "node:path";
import type { Env } from "../env.ts";
import type { Logger } from "../logger.ts";
import type { Migration } from "../sql.ts";
import { copyTables } from "./copy-tables.ts";
import { type CopiedMoment, DATABASE_FILE, type Database } from "./database.ts";

/** Of a copy that nobody has opened yet there is nothing to tell. */
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Makes a database file in a folder and brings the tables of a server into it, as they are at one moment. */
export async function copyToFile(
  source: Database,
  folder: string,
  migrations: readonly Migration[],
  moment: CopiedMoment,
  env: Env,
): Promise<void> {
  const { openSqlite } = await import("./sqlite.ts");
  const file = join(folder, DATABASE_FILE);
  const target = await openSqlite({ file, migrations, readOnly: false, mustExist: false }, env, SILENT);
  try {
    await copyTables(source, target, moment);
  } finally {
    await target.close();
  }
}
