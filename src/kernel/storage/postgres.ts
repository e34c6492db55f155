import pg from "pg";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import { name, query } from "../query.ts";
import type { Migration, Sql } from "../sql.ts";
import { type Database, readOn, type Snapshot } from "./database.ts";
import { createGroupCommit, type GroupCommit } from "./group-commit.ts";
import { appliedMigrations, migrate, refuseNewer } from "./migrate.ts";
import {
  connect,
  createPostgresConnection,
  createPostgresSql,
  fromPostgresError,
  withClient,
} from "./postgres-connection.ts";

const BIGINT_OID = 20;
const CLIENTS_MAX = 10;
/** Serialises schema changes between processes that start at once. */
const MIGRATION_LOCK = 7_242_011_777;

// Counts and times fit 53 bits by contract; a value that does not is refused, never rounded.
pg.types.setTypeParser(BIGINT_OID, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("An integer from the database is beyond 53 bits");
  return value;
});

export interface PostgresOptions {
  readonly url: string;
  readonly migrations: readonly Migration[];
  readonly readOnly: boolean;
  readonly mustExist: boolean;
}

/** A PostgreSQL database. Writes of one tenant queue in a lane of their own, across all processes. */
export async function openPostgres(
  { url, migrations, readOnly, mustExist }: PostgresOptions,
  env: Env,
  log: Logger,
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: CLIENTS_MAX,
    application_name: "bailiwick",
    connectionTimeoutMillis: 10_000,
  });
  // An idle client that loses its server must not end the process.
  pool.on("error", (error) => log.warn({ err: error.message }, "idle database connection lost"));
  // One that is lost in use fails its query, which tells the caller; unheard, it would end the process besides.
  pool.on("connect", (client) => client.on("error", () => {}));
  const lanes = new Map<string, GroupCommit>();
  let fatal: KernelError | undefined;

  await bringUpToDate().catch(async (error) => {
    await pool.end();
    throw error;
  });

  async function bringUpToDate(): Promise<void> {
    const applied = await withClient(pool, (client) => appliedMigrations(createPostgresSql(client)));
    refuseNewer(applied, migrations);
    if ((readOnly || mustExist) && applied.size === 0)
      throw new KernelError("storage_missing", "The database is empty");
    if (migrations.every((migration) => applied.has(migration.name))) return;
    if (readOnly) throw new KernelError("schema_older", "The database was made by an older version");
    await withClient(pool, async (client) => {
      try {
        await client.query(`begin; select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
        await migrate(createPostgresSql(client), migrations, env);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback").catch(() => {});
        throw fromPostgresError(error);
      }
    });
  }

  function laneOf(lane: string): GroupCommit {
    let commits = lanes.get(lane);
    if (commits === undefined) {
      commits = createGroupCommit(
        async (use) => {
          if (fatal !== undefined) throw fatal;
          await withClient(pool, (client) => use(createPostgresConnection(client, lane, refuseIfMigrated(client))));
        },
        env,
        (error) => {
          fatal = error;
          log.error({ ...error.details }, "the disk failed: nothing more is acknowledged until a restart");
        },
      );
      lanes.set(lane, commits);
    }
    return commits;
  }

  function refuseIfMigrated(client: pg.PoolClient) {
    return async (count: number) => {
      if (count !== migrations.length) refuseNewer(await appliedMigrations(createPostgresSql(client)), migrations);
    };
  }

  async function snapshot(): Promise<Snapshot> {
    const client = await connect(pool);
    const end = async () => {
      // A broken connection has ended its transaction already; it must not go back to the pool.
      const broken = await client.query("rollback").then(
        () => false,
        () => true,
      );
      client.release(broken);
    };
    try {
      const results = await client.query(
        "begin isolation level repeatable read read only; select count(*) as n from schema_migration",
      );
      const last = (results as unknown as { rows: { n: number }[] }[]).at(-1);
      await refuseIfMigrated(client)(Number(last?.rows[0]?.n));
      return { sql: createPostgresSql(client), end };
    } catch (error) {
      await end();
      throw fromPostgresError(error);
    }
  }

  return {
    dialect: "postgres",
    snapshot,
    read: (reader) => readOn(snapshot(), reader),
    async write(lane, writer, options) {
      if (fatal !== undefined) throw fatal;
      return laneOf(lane).write(writer, options);
    },
    // The server checks its own pages; there is nothing to ask for here.
    check: async () => [],
    async scrub() {
      await withClient(pool, async (client) => {
        const sql = createPostgresSql(client);
        for (const table of await ownTables(sql)) await sql.run(query`vacuum full ${name(table)}`);
      });
      return [];
    },
    async close() {
      await Promise.all([...lanes.values()].map((lane) => lane.idle()));
      await pool.end();
    },
  };
}

async function ownTables(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ tablename: string }>(
    query`select tablename from pg_catalog.pg_tables where schemaname = current_schema() order by tablename`,
  );
  return rows.map(({ tablename }) => tablename);
}
