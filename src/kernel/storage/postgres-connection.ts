import type { Pool, PoolClient } from "pg";
import { KernelError } from "../errors.ts";
import type { Query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Connection } from "./database.ts";
import { laneKey } from "./lane.ts";
import { postgresText } from "./statement-text.ts";

const FETCH_ROWS = 500;

/** Turns what PostgreSQL and its driver report into our own failures. */
export function fromPostgresError(error: unknown, during: "work" | "commit" = "work"): unknown {
  if (error instanceof KernelError || !(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const details = code === undefined ? {} : { postgres: code };
  const cause = { cause: error };
  if (code === "53100") return new KernelError("storage_full", "The database server's disk is full", details, cause);
  if (code === "58030") return new KernelError("storage_failed", "The database server's disk failed", details, cause);
  if (code === "XX001" || code === "XX002") {
    return new KernelError("storage_corrupt", "The database server reports damaged data", details, cause);
  }
  if (code === "42501" || code === "25006") {
    return new KernelError("storage_unwritable", "The database user may not write here", details, cause);
  }
  // A five-character code is the server's own verdict on a statement: a bug of ours. Anything else is the line.
  const lost = code === undefined || !/^[0-9A-Z]{5}$/.test(code) || code.startsWith("08") || code.startsWith("57P");
  if (!lost) return error;
  return during === "commit"
    ? new KernelError("commit_unknown", "The connection broke while the write was being committed", details, cause)
    : new KernelError("storage_unavailable", "The database server does not answer", details, cause);
}

async function exec(client: PoolClient, text: string, query?: Query) {
  try {
    return await client.query(text, [...(query?.values ?? [])]);
  } catch (error) {
    throw fromPostgresError(error);
  }
}

/** Statements on one client; `each` reads through a cursor so that a long log never sits in memory. */
export function createPostgresSql(client: PoolClient): Sql {
  async function send<Row>(query: Query): Promise<{ rows: Row[]; count: number }> {
    const result = await exec(client, postgresText(query), query);
    return { rows: result.rows as Row[], count: result.rowCount ?? 0 };
  }
  return {
    dialect: "postgres",
    all: async <Row>(query: Query) => (await send<Row>(query)).rows,
    first: async <Row>(query: Query) => (await send<Row>(query)).rows[0],
    run: async (query) => (await send(query)).count,
    async *each<Row>(query: Query) {
      await exec(client, `declare each_row no scroll cursor for ${postgresText(query)}`, query);
      try {
        for (;;) {
          const { rows } = await exec(client, `fetch ${FETCH_ROWS} from each_row`);
          if (rows.length === 0) break;
          yield* rows as Row[];
        }
      } finally {
        await client.query("close each_row").catch(() => {});
      }
    },
  };
}

/** A transaction on one client, holding the lane until it ends. */
export function createPostgresConnection(
  client: PoolClient,
  lane: string,
  onBegin: (count: number) => Promise<void>,
): Connection {
  let open = false;

  async function control(statement: string, during: "work" | "commit" = "work"): Promise<unknown> {
    try {
      return await client.query(statement);
    } catch (error) {
      throw fromPostgresError(error, during);
    }
  }

  async function rollback(): Promise<void> {
    if (!open) return;
    open = false;
    // A broken connection has rolled back on the server already.
    await client.query("rollback").catch(() => {});
  }

  return {
    sql: createPostgresSql(client),
    async begin() {
      open = true;
      try {
        // Each statement after the lock sees all that earlier holders committed. The server may default to less than durable.
        const results = await control(
          `begin isolation level read committed; set local synchronous_commit = on; select pg_advisory_xact_lock(${laneKey(lane)}); select count(*) as n from schema_migration`,
        );
        const last = (results as { rows: { n: number }[] }[]).at(-1);
        await onBegin(Number(last?.rows[0]?.n));
      } catch (error) {
        // The client goes back to the pool: a transaction left open would hold the lane for everyone.
        await rollback();
        throw error;
      }
    },
    savepoint: async () => void (await control("savepoint step")),
    release: async () => void (await control("release savepoint step")),
    rollbackToSavepoint: async () => void (await control("rollback to savepoint step")),
    async commit() {
      await control("commit", "commit");
      open = false;
    },
    rollback,
    inTransaction: () => open,
  };
}

/** A client of the pool. */
export async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw fromPostgresError(error);
  }
}

/** Takes a client for one piece of work; a client that failed outside SQL is thrown away. */
export async function withClient<Value>(pool: Pool, use: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await connect(pool);
  let broken = false;
  try {
    return await use(client);
  } catch (error) {
    broken = error instanceof KernelError && ["storage_unavailable", "commit_unknown"].includes(error.code);
    throw error;
  } finally {
    client.release(broken);
  }
}
