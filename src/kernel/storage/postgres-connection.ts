import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Query } from "../query.ts";
import type { Sql } from "../sql.ts";
import { beginOnCluster, lockLane, makeLane } from "./cluster.ts";
import type { Connection } from "./database.ts";
import { laneKey } from "./lane.ts";
import { isLost } from "./postgres-errors.ts";
import type { Line, Lines, Patience } from "./postgres-lines.ts";
import { sayWhose } from "./postgres-whose.ts";
import { postgresText } from "./statement-text.ts";

const FETCH_ROWS = 500;
/**
 * How long the first try for a lane keeps a connection; then another lane may have it for a while. Each further try is twice
 * as long: whoever begins anew stands last again, and among many would never come first.
 */
const LANE_TRY_MS = 1000;
/** A writer whose process is gone without a word holds its lane no longer than this. */
const IDLE_IN_TRANSACTION_MS = 60_000;
const SETTLE_PAUSE_MS = 100;
const SAVEPOINT = "savepoint step";

/** Which answer to the beginning tells of the lane's row, counted from the last. */
const LANE_RESULT = -3;

/** What a text of several statements answers whose last one counts. */
type Counted = readonly { readonly rows: readonly { readonly n: number }[] }[];

/**
 * Statements on one line; `each` reads through a cursor so that a long log never sits in memory. Where they cannot be
 * posted, what is run is waited for.
 */
export function createPostgresSql(ask: Line["ask"], post?: Line["post"]): Sql {
  const send = (query: Query) => ask(postgresText(query), query.values);
  return {
    dialect: "postgres",
    all: async <Row>(query: Query) => (await send(query)).rows as Row[],
    first: async <Row>(query: Query) => (await send(query)).rows[0] as Row | undefined,
    run:
      post === undefined
        ? async (query) => void (await send(query))
        : (query) => post(postgresText(query), query.values),
    change: async (query) => (await send(query)).rowCount ?? 0,
    async *each<Row>(query: Query) {
      await ask(`declare each_row no scroll cursor for ${postgresText(query)}`, query.values);
      try {
        for (;;) {
          const { rows } = await ask(`fetch ${FETCH_ROWS} from each_row`);
          if (rows.length === 0) break;
          yield* rows as Row[];
        }
      } finally {
        await ask("close each_row").catch(() => {});
      }
    },
  };
}

/** What the write connections of one database share. */
export interface WriteParts {
  readonly lines: Lines;
  readonly patience: Patience;
  readonly env: Env;
  /** Sessions this process has lost without knowing whether the server has noticed, with the lane each was in. */
  readonly lostSessions: Map<number, string>;
  /** Looks at how many migrations the database has had. */
  checkSchema(sql: Sql, count: number): Promise<void>;
  /** Whom transactions of tenants become, where the address names somebody whom no policy binds. */
  readonly role: string | undefined;
  /** Whether others write through other servers of a cluster. */
  readonly isCluster: boolean;
}

/** A transaction that holds a lane until it ends. Whoever has one gives it back with `end`. */
export function createPostgresConnection(
  { lines, patience, env, lostSessions, checkSchema, role, isCluster }: WriteParts,
  lane: string,
): Connection & { end(): void } {
  const key = laneKey(lane);
  let line: Line | undefined;
  let open = false;

  // Each statement after the lock sees all that earlier holders committed. The server may default to less than durable.
  const mode = "isolation level read committed";
  const lastText = "select count(*) as n from schema_migration";
  const beginText = (tryMs: number) =>
    [
      `begin ${mode}`,
      "set local synchronous_commit = on",
      `set local statement_timeout = ${patience.statementMs}`,
      `set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
      ...sayWhose(lane, role),
      `set local lock_timeout = ${tryMs}`,
      `select pg_advisory_xact_lock(${key})`,
      `set local lock_timeout = ${patience.lockMs}`,
      lastText,
    ].join("; ");

  const ask: Line["ask"] = async (text, values, waitMs) => {
    if (line === undefined) throw new KernelError("internal", "A statement outside its transaction");
    return line.ask(text, values, waitMs);
  };
  const post: Line["post"] = async (text, values) => {
    if (line === undefined) throw new KernelError("internal", "A statement outside its transaction");
    return line.post(text, values);
  };
  const sql = createPostgresSql(ask, post);

  function end(): void {
    if (line === undefined) return;
    if (line.isLost && line.session !== undefined) lostSessions.set(line.session, lane);
    line.give();
    line = undefined;
    open = false;
  }

  /** A session that the server still takes for alive would hold the lane, and could yet commit what it was sent. */
  async function endLostSessions(): Promise<void> {
    const mine = [...lostSessions].filter(([, of]) => of === lane).map(([session]) => session);
    if (mine.length === 0) return;
    // One that waits for a standby has committed here: cutting that wait short would make the answer less durable.
    await ask(
      `select pg_terminate_backend(held.pid) from pg_locks held join pg_stat_activity seen on seen.pid = held.pid
       where held.locktype = 'advisory' and held.objsubid = 1 and held.pid = any($1::int[])
         and (held.classid::bigint << 32) | held.objid::bigint = $2::bigint
         and seen.datname = current_database() and seen.wait_event is distinct from 'SyncRep'`,
      [mine, String(key)],
      patience.connectMs,
    );
    for (const session of mine) lostSessions.delete(session);
  }

  /** On a cluster every statement is a text of its own; they travel together all the same. */
  async function beginTogether(tryMs: number): Promise<Counted> {
    const texts = [
      ...beginOnCluster(mode, lane, {
        statement_timeout: patience.statementMs,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
        lock_timeout: tryMs,
      }),
      `select pg_advisory_xact_lock(${key})`,
      lockLane(lane),
      // Who has the lane waits for others as long as on one server.
      `set local lock_timeout = ${patience.lockMs}`,
      lastText,
    ];
    return Promise.all(texts.map((text) => ask(text, [], tryMs + patience.connectMs)));
  }

  async function beginAlone(tryMs: number): Promise<Counted> {
    return (await ask(beginText(tryMs), [], tryMs + patience.connectMs)) as unknown as Counted;
  }

  async function tryToBegin(tryMs: number): Promise<void> {
    try {
      line ??= await lines.take("write");
      await endLostSessions();
      open = true;
      const results = await (isCluster ? beginTogether(tryMs) : beginAlone(tryMs));
      if (isCluster && results.at(LANE_RESULT)?.rows.length === 0) {
        await ask(makeLane(lane));
        await ask(lockLane(lane));
      }
      await checkSchema(sql, Number(results.at(-1)?.rows[0]?.n));
    } catch (error) {
      // The line goes back to the pool: a transaction left open would hold the lane for everyone.
      await rollback();
      throw error;
    }
  }

  async function begin(): Promise<void> {
    const startedMs = env.monotonicMs();
    let tryMs = Math.min(LANE_TRY_MS, patience.lockMs);
    for (let triedMs = tryMs; ; triedMs += tryMs) {
      try {
        return await tryToBegin(tryMs);
      } catch (error) {
        end();
        const isBusy = error instanceof KernelError && error.code === "storage_busy";
        const isOver = triedMs >= patience.lockMs || env.monotonicMs() - startedMs >= patience.lockMs;
        if (!isBusy || isOver) throw error;
        tryMs = Math.min(2 * tryMs, patience.lockMs - triedMs);
      }
    }
  }

  async function rollback(): Promise<void> {
    if (!open) return;
    open = false;
    line?.forget();
    // A lost line has nobody to tell.
    if (line !== undefined && !line.isLost) await line.ask("rollback").catch(() => {});
  }

  async function commit(entry?: string): Promise<void> {
    try {
      const { command } = await ask("commit");
      open = false;
      // What the server calls it where a statement of the transaction had failed and nobody said so.
      if (command !== "COMMIT") throw new KernelError("internal", "The database undid what was to be committed");
    } catch (error) {
      if (!isLost(error)) throw error;
      // Where it was a server behind ours that broke off, ours still has a transaction to end.
      await rollback();
      end();
      if (await isCommitted(entry, error)) return;
      throw new KernelError("storage_unavailable", "The connection broke before the commit; nothing was written");
    }
  }

  /** The line broke and took the answer with it: whoever enters the lane after it sees what became of it. */
  async function isCommitted(entry: string | undefined, lost: unknown): Promise<boolean> {
    const startedMs = env.monotonicMs();
    for (let tries = 1; entry !== undefined; tries += 1) {
      try {
        await begin();
        const { rows } = await ask("select 1 from event where tenant_id = $1 and id = $2", [lane, entry]);
        await rollback();
        return rows.length > 0;
      } catch {
        end();
      }
      const isOver = tries * SETTLE_PAUSE_MS >= patience.settleMs || env.monotonicMs() - startedMs >= patience.settleMs;
      if (isOver || lines.isGivenUp) break;
      await env.sleep(SETTLE_PAUSE_MS);
    }
    throw new KernelError(
      "commit_unknown",
      "The connection broke while the write was being committed",
      {},
      { cause: lost },
    );
  }

  return {
    sql,
    begin,
    settle: async () => line?.settle(),
    async savepoint() {
      // What is still on its way is not this step's.
      if (line?.hasPosted) await line.settle();
      await post(SAVEPOINT, []);
    },
    release: async () => void (await ask("release savepoint step")),
    async rollbackToSavepoint() {
      // Where not even the savepoint was sent there is nothing to undo; it is still to be released.
      if (line?.forget().includes(SAVEPOINT)) await post(SAVEPOINT, []);
      else await ask("rollback to savepoint step");
    },
    commit,
    rollback,
    inTransaction: () => open && line?.isLost === false,
    end,
  };
}
