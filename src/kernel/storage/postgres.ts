import pg from "pg";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { EVERY_TENANT } from "../installation.ts";
import type { Logger } from "../logger.ts";
import { type Query, query } from "../query.ts";
import type { Migration, Sql } from "../sql.ts";
import { beginOnCluster, type Cluster, findCluster, refuseWorker, requireDurableWorkers } from "./cluster.ts";
import { copyToFile } from "./copy-to-file.ts";
import { type Database, readOn, type Snapshot } from "./database.ts";
import { type Distributed, distributeTables } from "./distribute.ts";
import { createGroupCommit, type GroupCommit } from "./group-commit.ts";
import { appliedMigrations, migrate, refuseNewer } from "./migrate.ts";
import { createPostgresConnection, createPostgresSql } from "./postgres-connection.ts";
import { createLines, type Line, PATIENCE, type Patience } from "./postgres-lines.ts";
import { scrubPostgres } from "./postgres-scrub.ts";
import { boundRole, findGaps } from "./postgres-tenants.ts";
import { sayWhose, settingsOf } from "./postgres-whose.ts";
import { postgresText } from "./statement-text.ts";

const BIGINT_OID = 20;
const SNAPSHOT = "isolation level repeatable read read only";
/** Serialises schema changes between processes that start at once. */
const MIGRATION_LOCK = 7_242_011_777;
/** A step of the schema may have to go through all the data. */
const MIGRATION_STATEMENT_MS = 60 * 60_000;

// Counts and times fit 53 bits by contract; a value that does not is refused, never rounded.
pg.types.setTypeParser(BIGINT_OID, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("An integer from the database is beyond 53 bits");
  return value;
});

/**
 * Noted when the tables are put on workers: a process that began before does not know of it and would not see the locks of
 * those who write through other servers, so it refuses from then on.
 */
const DISTRIBUTED: Migration = { name: "cluster-001-distributed", up: () => [] };

export interface PostgresOptions {
  readonly url: string;
  readonly migrations: readonly Migration[];
  readonly readOnly: boolean;
  readonly mustExist: boolean;
  readonly patience?: Partial<Patience> | undefined;
}

interface Lane {
  readonly commits: GroupCommit;
  /** Writes not answered yet: a lane without any is forgotten. */
  writes: number;
}

/** A PostgreSQL database. Writes of one tenant queue in a lane of their own, across all processes. */
export async function openPostgres(
  { url, migrations, readOnly, mustExist, patience: given }: PostgresOptions,
  env: Env,
  log: Logger,
): Promise<Database> {
  const patience = { ...PATIENCE, ...given };
  const lines = createLines(url, patience, env, log);
  const lanes = new Map<string, Lane>();
  let fatal: KernelError | undefined;
  let cluster: Cluster | undefined;

  let role: string | undefined;

  role = await bringUpToDate()
    .then(() => withLine(({ ask }) => findRole(ask)))
    .catch(async (error) => {
      await lines.end();
      throw error;
    });
  const writeParts = {
    lines,
    patience,
    env,
    lostSessions: new Map<number, string>(),
    checkSchema,
    role,
    get isCluster() {
      return cluster !== undefined;
    },
  };

  /** Every step that a database of today has had. */
  function known(): readonly Migration[] {
    return isDistributed() ? [...migrations, DISTRIBUTED] : migrations;
  }

  function isDistributed(): boolean {
    return cluster?.isDistributed === true;
  }

  /** On a cluster a role would have to sign in at every worker: there, the address names somebody whom policies bind. */
  async function findRole(ask: Line["ask"]): Promise<string | undefined> {
    if (!isDistributed()) return boundRole(ask, !readOnly, log);
    if (!readOnly) await requireDurableWorkers(ask);
    for (const gap of await findGaps(ask, undefined)) log.warn({}, gap);
    return undefined;
  }

  async function bringUpToDate(): Promise<void> {
    const applied = await withLine(async ({ ask }) => {
      const { rows } = await ask("show server_encoding");
      if (rows[0].server_encoding !== "UTF8") {
        throw new KernelError("storage_refused", "The database is not in UTF-8: make one with encoding UTF8", {
          encoding: rows[0].server_encoding,
        });
      }
      cluster = await findCluster(ask);
      return appliedMigrations(createPostgresSql(ask));
    });
    refuseNewer(applied, known());
    if ((readOnly || mustExist) && applied.size === 0)
      throw new KernelError("storage_missing", "The database is empty");
    if (migrations.every((migration) => applied.has(migration.name))) return;
    if (readOnly) throw new KernelError("schema_older", "The database was made by an older version");
    refuseWorker(cluster);
    await changeTables(async (sql) => {
      await migrate(sql, known(), env);
      if (isDistributed()) await distributeTables(sql);
    });
  }

  /** In a transaction that changes the schema, alone among all processes. */
  async function changeTables<Value>(change: (sql: Sql) => Promise<Value>): Promise<Value> {
    return withLine(async (line) => {
      const ask: Line["ask"] = (text, values) => line.ask(text, values, MIGRATION_STATEMENT_MS);
      try {
        for (const text of beginFor("", EVERY_TENANT, { lock_timeout: patience.lockMs })) await ask(text);
        // A transaction that makes tables and then changes others reaches each worker over one line.
        if (cluster !== undefined) await ask("set local citus.multi_shard_modify_mode = 'sequential'");
        await ask(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
        const value = await change(createPostgresSql(ask));
        await ask("commit");
        return value;
      } catch (error) {
        if (!line.isLost) await line.ask("rollback").catch(() => {});
        throw error;
      }
    });
  }

  async function distribute(): Promise<Distributed> {
    if (cluster === undefined)
      throw new KernelError(
        "storage_refused",
        "This database is no part of a cluster: make the extension citus in it, add workers with citus_add_node, then run this again",
      );
    refuseWorker(cluster);
    if (readOnly) throw new KernelError("read_only", "Tables are placed by a process that may write");
    const done = await changeTables(async (sql) => {
      const placed = await distributeTables(sql);
      await sql.run(
        query`insert into schema_migration (name) values (${DISTRIBUTED.name}) on conflict (name) do nothing`,
      );
      return placed;
    });
    cluster = { ...cluster, isDistributed: true };
    return done;
  }

  async function withLine<Value>(use: (line: Line) => Promise<Value>): Promise<Value> {
    const line = await lines.take("write");
    try {
      return await use(line);
    } finally {
      line.give();
    }
  }

  function laneOf(name: string): Lane {
    let lane = lanes.get(name);
    if (lane === undefined) {
      const commits = createGroupCommit(
        async (use) => {
          if (fatal !== undefined) throw fatal;
          const connection = createPostgresConnection(writeParts, name);
          try {
            await use(connection);
          } finally {
            connection.end();
          }
        },
        env,
        (error) => {
          fatal = error;
          log.error({ ...error.details }, "the disk failed: nothing more is acknowledged until a restart");
        },
      );
      lane = { commits, writes: 0 };
      lanes.set(name, lane);
    }
    return lane;
  }

  /** Begins a transaction and says whose it is. */
  function beginFor(mode: string, whose: string, settings: Readonly<Record<string, number>>): readonly string[] {
    if (cluster !== undefined) return beginOnCluster(mode, whose, settings);
    const said = Object.entries(settings).map(([setting, value]) => `set local ${setting} = ${value}`);
    return [[`begin ${mode}`, ...said, ...sayWhose(whose, role)].join("; ")];
  }

  async function checkSchema(sql: Sql, count: number): Promise<void> {
    if (count !== known().length) refuseNewer(await appliedMigrations(sql), known());
  }

  /** A snapshot's beginning: asked at once, it travels with the first query, but on a cluster by itself. */
  async function begin(line: Line, whose: string): Promise<void> {
    const count = "select count(*) as n from schema_migration";
    if (cluster !== undefined) {
      const texts = [...beginFor(SNAPSHOT, whose, { statement_timeout: patience.statementMs }), count];
      const answers = await Promise.all(texts.map((text) => line.ask(text)));
      return checkSchema(createPostgresSql(line.ask), Number(answers.at(-1)?.rows[0]?.n));
    }
    const { text, values } = settingsOf(whose, role, patience.statementMs);
    const [, , counted] = await Promise.all([line.ask(`begin ${SNAPSHOT}`), line.ask(text, values), line.ask(count)]);
    await checkSchema(createPostgresSql(line.ask), Number(counted.rows[0]?.n));
  }

  async function snapshot(whose: string): Promise<Snapshot> {
    const line = await lines.take("read");
    let begun: Promise<void> | undefined;
    const ask: Line["ask"] = async (...asked) => {
      begun ??= begin(line, whose);
      if (cluster !== undefined) await begun;
      const [, answer] = await Promise.all([begun, line.ask(...asked)]);
      return answer;
    };
    return {
      sql: createPostgresSql(ask),
      async end() {
        // A lost line has ended its transaction already.
        if (begun !== undefined && !line.isLost) await line.ask("rollback").catch(() => {});
        line.give();
      },
    };
  }

  /** Beginning, query and end go together. */
  async function glance<Row>(whose: string, query: Query): Promise<Row[]> {
    const line = await lines.take("read");
    try {
      if (cluster !== undefined) await begin(line, whose);
      const [, found] = await Promise.all([
        cluster === undefined ? begin(line, whose) : undefined,
        line.ask(postgresText(query), query.values),
        line.ask("rollback"),
      ]);
      return found.rows as Row[];
    } catch (error) {
      if (!line.isLost) await line.ask("rollback").catch(() => {});
      throw error;
    } finally {
      line.give();
    }
  }

  const database: Database = {
    dialect: "postgres",
    snapshot,
    read: (whose, reader) => readOn(snapshot(whose), reader),
    async write(name, writer, options) {
      if (fatal !== undefined) throw fatal;
      const lane = laneOf(name);
      lane.writes += 1;
      try {
        return await lane.commits.write(writer, options);
      } finally {
        lane.writes -= 1;
        if (lane.writes === 0 && lanes.get(name) === lane) lanes.delete(name);
      }
    },
    async copy(folder, moment) {
      await copyToFile(database, folder, migrations, moment, env);
      // Each engine has an index of its own.
      return { isIndexed: false };
    },
    // The server checks its own pages; there is nothing to ask for here.
    check: async () => [],
    glance,
    probe: async () => void (await glance(EVERY_TENANT, query`select 1`)),
    gaps: () => withLine(({ ask }) => findGaps(ask, role)),
    scrub: () =>
      withLine((line) => {
        const sql = createPostgresSql((text, values) => line.ask(text, values, MIGRATION_STATEMENT_MS));
        // No transaction can hold what it does, and nothing is said to the session: a pooler may give it to others.
        return scrubPostgres(sql, { glance }, env);
      }),
    distribute,
    hurry: lines.hurry,
    async close() {
      lines.hurry();
      await Promise.all([...lanes.values()].map((lane) => lane.commits.idle()));
      await lines.end();
    },
  };
  return database;
}
