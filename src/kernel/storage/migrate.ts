import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { Query, query } from "../query.ts";
import type { Migration, Sql } from "../sql.ts";
import { refuseHalf } from "./copying.ts";
import { tellPlanner } from "./planner-facts.ts";
import { bindTables } from "./postgres-tenants.ts";

const createLedger = query`create table if not exists schema_migration (name text primary key)`;

/** The names of migrations this database has had; empty for a new one. */
export async function appliedMigrations(sql: Sql): Promise<Set<string>> {
  const applied = (await hasTable(sql, "schema_migration")) ? await listedMigrations(sql) : new Set<string>();
  if (applied.size > 0 || !(await hasTable(sql, "event"))) return applied;
  throw new KernelError("storage_corrupt", "The database has tables but no list of migrations, or is not Bailiwick's");
}

async function listedMigrations(sql: Sql): Promise<Set<string>> {
  try {
    const rows = await sql.all<{ name: string }>(query`select name from schema_migration`);
    return new Set(rows.map((row) => row.name));
  } catch (error) {
    if (error instanceof KernelError) throw error;
    throw new KernelError("storage_corrupt", "The database's list of migrations cannot be read", {}, { cause: error });
  }
}

async function hasTable(sql: Sql, table: string): Promise<boolean> {
  const found =
    sql.dialect === "sqlite"
      ? query`select 1 as found from sqlite_master where type = 'table' and name = ${table}`
      : query`select 1 as found from pg_catalog.pg_tables where schemaname = current_schema() and tablename = ${table}`;
  return (await sql.first(found)) !== undefined;
}

/** Refuses a database that a newer build has used: this one would not understand it. */
export function refuseNewer(applied: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name));
  refuseHalf(applied, known);
  const unknown = [...applied].filter((name) => !known.has(name)).sort();
  if (unknown.length > 0) {
    throw new KernelError("schema_newer", "The database was made by a newer version", { migrations: unknown });
  }
}

/** Brings the schema up to date, inside the caller's write transaction. */
export async function migrate(sql: Sql, migrations: readonly Migration[], env: Env): Promise<void> {
  const applied = await appliedMigrations(sql);
  refuseNewer(applied, migrations);
  const pending = migrations.filter((migration) => !applied.has(migration.name));
  if (pending.length === 0) return;
  await sql.run(createLedger);
  // Loaded here and not above: it costs more to load than most calls cost to run.
  const { createSchemaBuilder } = await import("./schema-builder.ts");
  const { schema, types } = createSchemaBuilder(sql.dialect);
  for (const migration of pending) {
    try {
      for (const statement of migration.up(schema, types, sql.dialect)) {
        await sql.run(statement instanceof Query ? statement : new Query([statement.compile().sql], []));
      }
    } catch (error) {
      if (error instanceof KernelError) throw error;
      // Every step is proven to work on what the steps before it made: something else is there.
      throw new KernelError(
        "storage_corrupt",
        "The tables of the database are not those that its list of migrations speaks of",
        { migration: migration.name },
        { cause: error },
      );
    }
    await migration.after?.(sql, env);
    await sql.run(query`insert into schema_migration (name) values (${migration.name})`);
  }
  if (sql.dialect === "sqlite") await tellPlanner(sql);
  else await bindTables(sql);
}
