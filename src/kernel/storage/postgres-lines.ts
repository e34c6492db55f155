import pg from "pg";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import { type Answer, createBatch, type Statement } from "./postgres-batch.ts";
import { fromPostgresError, isLineLost, isLost } from "./postgres-errors.ts";
import { createKeptStatements, type KeptStatements } from "./postgres-kept.ts";

/** As many as SQLite has. */
const READERS_MAX = 8;
/** Of their own: whoever waits for a lane keeps no reader waiting. */
const WRITERS_MAX = 4;
/** A peer that vanished without a word is noticed about ten seconds after this, where nothing is being asked. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** Once the process is ending, nothing waits longer for an answer; transports give what is in flight a little more. */
const HURRY_MS = 2000;
const MOMENT_MS = 10;
/** So many statements that nobody waits for go out together at most: memory does not grow with what is written. */
const POSTED_MAX = 100;
/** How long a server may take to say goodbye. */
const GOODBYE_MS = 1000;

/** How long what may take. */
export interface Patience {
  /** For a connection, a new one or one that comes free, and for the beginning of a transaction. */
  readonly connectMs: number;
  /** For a lane or a lock that others hold, as long as SQLite waits for its own. */
  readonly lockMs: number;
  /** For one statement: the server ends it after this, and the line is given up a little later. */
  readonly statementMs: number;
  /** For finding out what became of a commit that was not answered. */
  readonly settleMs: number;
}

export const PATIENCE: Patience = { connectMs: 10_000, lockMs: 30_000, statementMs: 60_000, settleMs: 30_000 };

/** The server's own bound comes first: an answer that says why is better than none. */
const LATER_MS = 5000;

/** One connection while somebody has it. */
export interface Line {
  /** The server's number for this session. */
  readonly session: number | undefined;
  readonly isLost: boolean;
  /**
   * Without an answer in time the line is lost, and so is what the server would have said. What is asked at once travels
   * together, in one round trip, and fails together.
   */
  ask(text: string, values?: readonly unknown[], waitMs?: number): Promise<Answer>;
  /** Travels with what is asked next, which fails where this fails. */
  post(text: string, values: readonly unknown[]): Promise<void>;
  /** Sends what was posted, where there is any, and waits for it. */
  settle(): Promise<void>;
  /** Whether something was posted and is not sent. */
  readonly hasPosted: boolean;
  /** What was posted and is not sent is not sent any more; answers with its texts. */
  forget(): readonly string[];
  give(): void;
}

/** A statement that is not sent yet; somebody waits for its answer, or nobody does. */
interface Waiting extends Statement {
  readonly waitMs?: number | undefined;
  resolve?(answer: Answer): void;
  reject?(error: unknown): void;
}

export interface Lines {
  take(use: "read" | "write"): Promise<Line>;
  /** From now on nobody waits long, and a server that does not answer is not asked again. */
  hurry(): void;
  /** Whether that has come to pass. */
  readonly isGivenUp: boolean;
  /** Resolves when every connection is gone, also those of a server that does not answer. */
  end(): Promise<void>;
}

/** The connections of this process: some for reading, some for writing, so that neither can use up the other's. */
export function createLines(url: string, patience: Patience, env: Env, log: Logger): Lines {
  const clients = new Map<pg.PoolClient, pg.Pool>();
  const dialling = new Set<pg.Client>();
  const asked = new Map<pg.PoolClient, number>();
  const kept = new WeakMap<pg.PoolClient, KeptStatements>();
  const pools = { read: createPool(READERS_MAX), write: createPool(WRITERS_MAX) };
  const ended = new AbortController();
  let asks = 0;
  let isHurried = false;
  let isSilent = false;

  function createPool(max: number): pg.Pool {
    const pool = new pg.Pool({
      connectionString: url,
      Client: dialsInto(dialling),
      max,
      application_name: "bailiwick",
      connectionTimeoutMillis: patience.connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    });
    // An idle client that loses its server must not end the process.
    pool.on("error", (error) => log.warn({ err: error.message }, "idle database connection lost"));
    pool.on("connect", (client) => {
      dialling.delete(client as unknown as pg.Client);
      clients.set(client, pool);
      // One that is lost in use fails its query, which tells the caller; unheard, it would end the process besides.
      client.on("error", () => {});
    });
    pool.on("remove", (client) => clients.delete(client));
    return pool;
  }

  const isGivenUp = () => isHurried && isSilent;

  async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
    if (isGivenUp()) throw new KernelError("storage_unavailable", "The database server does not answer");
    try {
      return await pool.connect();
    } catch (error) {
      const ours = fromPostgresError(error);
      if (!isLost(ours)) throw ours;
      const made = [...clients.values()].filter((of) => of === pool).length;
      if (made >= pool.options.max) {
        throw new KernelError("storage_busy", "Every connection to the database is in use", {}, { cause: error });
      }
      isSilent = true;
      throw ours;
    }
  }

  /** What a write says is much the same every time. What a read asks is planned for what it asks: it is read anew. */
  async function keptBy(client: pg.PoolClient, use: "read" | "write"): Promise<KeptStatements> {
    const known = kept.get(client);
    if (known !== undefined) return known;
    try {
      const config = { text: "select pg_backend_pid() as session", query_timeout: patience.connectMs };
      const { rows } = use === "read" ? { rows: [] } : await client.query(config as pg.QueryConfig);
      // A pooler gives itself out for the server and may give the next transaction to another session.
      const isOwn = rows[0]?.session === sessionOf(client);
      const made = createKeptStatements(isOwn);
      kept.set(client, made);
      return made;
    } catch (error) {
      client.connection.stream.destroy();
      client.release(true);
      throw fromPostgresError(error);
    }
  }

  async function take(use: "read" | "write"): Promise<Line> {
    const client = await connect(pools[use]);
    const statements = await keptBy(client, use);
    let lost = false;

    let waiting: Waiting[] = [];
    let isDue = false;
    let sending: Promise<void> = Promise.resolve();

    function ask(text: string, values: readonly unknown[] = [], waitMs?: number): Promise<Answer> {
      return new Promise((resolve, reject) => {
        waiting.push({ text, values, waitMs, resolve, reject });
        if (isDue) return;
        isDue = true;
        // Once nothing more can be done without an answer: until then others may have something to ask as well.
        process.nextTick(() => void send().catch(() => {}));
      });
    }

    async function post(text: string, values: readonly unknown[]): Promise<void> {
      waiting.push({ text, values });
      if (waiting.length >= POSTED_MAX) await send();
    }

    /** Sends all that waits once what was sent before is answered. Fails where any of it fails, and then all of it does. */
    function send(): Promise<void> {
      const turn = sending.then(sendNow);
      sending = turn.catch(() => {});
      return turn;
    }

    async function sendNow(): Promise<void> {
      isDue = false;
      const sent = waiting;
      waiting = [];
      if (sent.length === 0) return;
      try {
        const answers = await exchange(sent);
        for (const [index, { resolve }] of sent.entries()) resolve?.(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of sent) reject?.(error);
        throw error;
      }
    }

    async function exchange(sent: readonly Waiting[]): Promise<readonly Answer[]> {
      if (lost) throw new KernelError("storage_unavailable", "The database server does not answer");
      const usualMs = patience.statementMs + Math.min(LATER_MS, patience.statementMs);
      const boundMs = Math.max(...sent.map(({ waitMs }) => waitMs ?? usualMs));
      asks += 1;
      asked.set(client, asks);
      try {
        const answers = await query(sent, isHurried ? Math.min(boundMs, HURRY_MS) : boundMs);
        isSilent = false;
        return answers;
      } catch (error) {
        const ours = fromPostgresError(error);
        lost = isLineLost(ours);
        // One that breaks a line may be well; one that is hurried and breaks it is not waited for again.
        if (lost && isHurried) isSilent = true;
        throw ours;
      } finally {
        asked.delete(client);
      }
    }

    async function query(sent: readonly Statement[], query_timeout: number): Promise<readonly Answer[]> {
      const [only, second] = sent;
      if (only !== undefined && second === undefined && !statements.isKept(only.text)) {
        const { text, values } = only;
        const config = { text, query_timeout, ...(values.length > 0 && { values: [...values] }) };
        return [await client.query(config as pg.QueryConfig)];
      }
      return new Promise((resolve, reject) => {
        const named = statements.name(sent);
        const done = (error: unknown, answers?: readonly Answer[]) => {
          if (answers === undefined || error !== undefined) return reject(error);
          statements.keep(named);
          resolve(answers);
        };
        client.query(createBatch(named, query_timeout, done) as unknown as pg.Submittable);
      });
    }

    function forget(): readonly string[] {
      const forgotten = waiting;
      waiting = [];
      for (const { reject } of forgotten) reject?.(new KernelError("internal", "A statement outside its transaction"));
      return forgotten.map(({ text }) => text);
    }

    return {
      session: sessionOf(client),
      get isLost() {
        return lost;
      },
      get hasPosted() {
        return waiting.length > 0;
      },
      ask,
      post,
      settle: send,
      forget,
      give() {
        forget();
        if (lost) client.connection.stream.destroy();
        client.release(lost);
      },
    };
  }

  /** In short steps: whoever waits here waits for somebody else. */
  async function wait(ms: number, isDone: () => boolean): Promise<void> {
    for (let waitedMs = 0; waitedMs < ms && !isDone(); waitedMs += MOMENT_MS) await env.sleep(MOMENT_MS);
  }

  async function cutWhatStaysSilent(): Promise<void> {
    const before = new Map(asked);
    const dialled = new Set(dialling);
    await wait(HURRY_MS, () => (asked.size === 0 && dialling.size === 0) || ended.signal.aborted);
    for (const client of dialled) if (dialling.has(client)) client.connection.stream.destroy();
    for (const [client, ask] of before) if (asked.get(client) === ask) client.connection.stream.destroy();
  }

  return {
    take,
    hurry() {
      if (isHurried) return;
      isHurried = true;
      for (const { options } of Object.values(pools)) options.connectionTimeoutMillis = HURRY_MS;
      void cutWhatStaysSilent();
    },
    get isGivenUp() {
      return isGivenUp();
    },
    async end() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
      ended.abort();
      await wait(GOODBYE_MS, () => clients.size === 0);
      for (const client of clients.keys()) client.connection.stream.destroy();
    },
  };
}

/** The server's number for a session, as it gave it when it was begun. */
function sessionOf(client: pg.PoolClient): number | undefined {
  return (client as { processID?: number }).processID;
}

/** The pool tells of a client once it is connected; one that may never be must be known too. */
function dialsInto(dialling: Set<pg.Client>) {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      dialling.add(this);
      this.once("end", () => dialling.delete(this));
    }
  };
}
