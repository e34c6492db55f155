import { join } from "node:path";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { allHeads, BROUGHT_OVER, type Head, headOf, rowAt } from "../events/index.ts";
import { EVERY_TENANT } from "../installation.ts";
import type { Logger } from "../logger.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import { currentKey, ownKeys } from "./checkpoint-keys.ts";
import { type Heads, headsIn, readText, writeHeads } from "./signed-heads.ts";
import type { BadEntry } from "./verify-log.ts";

export const WITNESS_FILE = "witness.json";
export const WITNESS_FORMAT = "bailiwick-witness-1";

/**
 * Not with every commit: a second flush would double what a write costs. What was committed in the last moment before a
 * crash is in the log and not in the witness, which only ever says that a log was at least so long.
 */
const REST_MS = 1000;
/** Of more tenants those that wrote last are remembered. */
const TENANTS_MAX = 1000;

export interface WitnessOptions {
  readonly folder: string;
  readonly keysFolder: string;
  readonly env: Env;
  readonly log: Logger;
}

/** Remembers beside the database how long its logs were: an emptied or shortened one no longer passes for a new one. */
export interface Witness {
  /** Makes the first one where there is none. */
  begin(database: Database): Promise<void>;
  /** A tenant's log has grown. */
  saw(tenant: string): void;
  /** Writes down what was seen and has waited long enough. */
  look(): void;
  close(): Promise<void>;
}

export function createWitness({ folder, keysFolder, env, log }: WitnessOptions): Witness {
  const file = join(folder, WITNESS_FILE);
  const unwritten = new Set<string>();
  let opened: { readonly database: Database; readonly name: string } | undefined;
  let writing: Promise<void> | undefined;
  let writes = 0;
  let isBegun = false;
  let lastMs = Number.NEGATIVE_INFINITY;

  async function begin(database: Database): Promise<void> {
    opened = { database, name: env.id() };
    // Whatever keeps it from being read or made must keep nobody from being answered.
    await first(database).catch((error) => {
      // Of a damaged database whoever asks it is told.
      const isTold = error instanceof KernelError && error.code === "storage_corrupt";
      log[isTold ? "debug" : "warn"](
        { cause: String(error) },
        "the witness could not be made; the next write tries again",
      );
    });
  }

  async function first(database: Database): Promise<void> {
    const read = await readText(file);
    await database.read(EVERY_TENANT, async (sql) => {
      const known = headsIn(read, WITNESS_FORMAT, await ownKeys(sql, keysFolder));
      if ("problem" in known) log.error({ file: WITNESS_FILE }, `the witness is not believed: ${known.problem}`);
      else if (known.heads !== undefined) return;
      else if (await isLost(sql, folder, keysFolder))
        log.error({ file: WITNESS_FILE }, "the witness is gone: run `bailiwick verify --full`");
      else await put(sql, await allHeads(sql));
    });
    isBegun = true;
  }

  function look(): void {
    if (opened === undefined || unwritten.size === 0 || writing !== undefined) return;
    if (env.monotonicMs() - lastMs < REST_MS) return;
    writing = write().finally(() => {
      writing = undefined;
    });
  }

  async function write(): Promise<void> {
    if (opened === undefined || unwritten.size === 0) return;
    lastMs = env.monotonicMs();
    const tenants = [...unwritten];
    unwritten.clear();
    try {
      if (!isBegun) await first(opened.database);
      const read = await readText(file);
      await opened.database.read(EVERY_TENANT, async (sql) => {
        const known = headsIn(read, WITNESS_FORMAT, await ownKeys(sql, keysFolder));
        // One that was changed stays as it is, and one that is gone stays gone, for whoever verifies.
        if ("problem" in known || known.heads === undefined) return;
        const heads = new Map(known.heads);
        for (const tenant of tenants) await follow(sql, tenant, heads);
        await put(sql, heads);
      });
    } catch (error) {
      log.warn({ cause: String(error) }, "the witness could not be written; the next write tries again");
      for (const tenant of tenants) unwritten.add(tenant);
    }
  }

  async function follow(sql: Sql, tenant: string, heads: Map<string, Head>): Promise<void> {
    const before = heads.get(tenant);
    if (before !== undefined && (await againstHead(sql, tenant, before, "the witness")) !== undefined) {
      log.error({ tenant }, "the log is not the one the witness saw: run `bailiwick verify`");
      return;
    }
    // Moved to the end: those that wrote last stay longest.
    heads.delete(tenant);
    heads.set(tenant, await headOf(sql, tenant));
  }

  async function put(sql: Sql, heads: Heads): Promise<void> {
    if (opened === undefined) return;
    const last = new Map([...heads].slice(-TENANTS_MAX));
    const key = await currentKey(sql, env, keysFolder);
    await writeHeads(file, WITNESS_FORMAT, last, key, `${opened.name}-${writes++}`);
  }

  return {
    begin,
    saw(tenant) {
      unwritten.add(tenant);
      look();
    },
    look,
    async close() {
      await writing;
      await write();
    },
  };
}

/**
 * Whether a witness that is not there was there once. Where the database lies in the folder, both begin together, with
 * the key that signs; only a log that an earlier version left, and nobody has written to since, has none yet. Looked for
 * once more at last: another process may have made it, and written, since the caller looked.
 */
export async function isLost(sql: Sql, folder: string, keysFolder: string): Promise<boolean> {
  if (sql.dialect !== "sqlite" || (await ownKeys(sql, keysFolder)).size === 0) return false;
  for (const [tenant, { seq }] of await allHeads(sql)) {
    const last = await rowAt(sql, tenant, seq);
    if (last !== undefined && last.kind !== BROUGHT_OVER)
      return (await readText(join(folder, WITNESS_FILE))).isMissing === true;
  }
  return false;
}

/** What is wrong with a log that was at least this long once, as somebody saw it. */
export async function againstHead(
  sql: Sql,
  tenant: string,
  { seq, hash }: Head,
  who: string,
): Promise<BadEntry | undefined> {
  if (seq === 0) return undefined;
  const row = await rowAt(sql, tenant, seq);
  if (row?.hash === hash) return undefined;
  if (row !== undefined) return { tenant, seq, id: row.id, reason: `is not the entry that ${who} saw` };
  const end = await headOf(sql, tenant);
  return {
    tenant,
    seq: Math.min(end.seq + 1, seq),
    id: "?",
    reason: `is gone: ${who} saw ${seq} ${seq === 1 ? "entry" : "entries"}`,
  };
}

/** How many entries a witness saw, where the database that would tell is gone; whoever signed it. */
export async function entriesSeen(folder: string): Promise<number> {
  const { text = "{}" } = await readText(join(folder, WITNESS_FILE));
  const heads = Object.values(claimedIn(text));
  return heads.reduce((sum, { seq }) => sum + (Number.isSafeInteger(seq) ? seq : 0), 0);
}

function claimedIn(text: string): Record<string, Head> {
  try {
    return (JSON.parse(text) as { logs?: Record<string, Head> }).logs ?? {};
  } catch {
    return {};
  }
}
