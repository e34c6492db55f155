import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Event } from "../event.ts";
import { EVERY_TENANT } from "../installation.ts";
import type { Logger } from "../logger.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import { eventsAfter, type Head, headOf, headsOf } from "./event-log.ts";

const POLL_MS = 250;
const EVENTS_PER_LOOK = 500;

const POKED = "poked";

/** Hears of an entry, and may look at what is known by then. */
type Listener = (event: Event, sql: Sql) => void | Promise<void>;

/** Tells of new log entries, whichever process wrote them. It looks at the log only while somebody listens. */
export interface LogWatcher {
  /** Resolves once every later entry of the tenant is sure to be told. */
  subscribe(tenant: string, listener: Listener): Promise<() => void>;
  /** Looks at once: this process has just committed. */
  poke(): void;
  close(): void;
}

export function createLogWatcher(database: () => Promise<Database>, env: Env, log: Logger): LogWatcher {
  const listeners = new Map<string, Set<Listener>>();
  const seen = new Map<string, number>();
  let wake = new AbortController();
  let running = false;
  let closed = false;

  async function look(): Promise<void> {
    const engine = await database();
    for (const [tenant, head] of await headsNow(engine)) {
      while (listeners.has(tenant) && seenOf(tenant) < head.seq) {
        const events = await engine.read(tenant, (sql) => eventsAfter(sql, tenant, seenOf(tenant), EVENTS_PER_LOOK));
        if (events.length === 0) break;
        for (const event of events) {
          for (const listener of listeners.get(tenant) ?? []) await tell(engine, event, listener);
          seen.set(tenant, event.seq);
        }
      }
    }
  }

  /** Where each log ends. Where a server of a cluster is away, the others' are asked for one by one. */
  async function headsNow(engine: Database): Promise<ReadonlyMap<string, Head>> {
    const tenants = [...listeners.keys()];
    try {
      return await engine.read(EVERY_TENANT, (sql) => headsOf(sql, tenants));
    } catch (error) {
      if (!(error instanceof KernelError) || tenants.length < 2) throw error;
      const heads = new Map<string, Head>();
      for (const tenant of tenants) {
        const head = await engine.read(tenant, (sql) => headOf(sql, tenant)).catch(() => undefined);
        if (head !== undefined) heads.set(tenant, head);
      }
      if (heads.size === 0) throw error;
      return heads;
    }
  }

  function seenOf(tenant: string): number {
    return seen.get(tenant) ?? 0;
  }

  /** Each listener reads a snapshot of its own: on PostgreSQL a query that fails spoils those after it on the same one. */
  function tell(engine: Database, event: Event, listener: Listener): Promise<void> {
    return engine.read(event.tenant, async (sql) => {
      try {
        await listener(event, sql);
      } catch (error) {
        log.warn({ seq: event.seq, cause: String(error) }, "a listener failed at a log entry and goes on without it");
      }
    });
  }

  async function run(): Promise<void> {
    while (!closed && listeners.size > 0) {
      await env.sleep(POLL_MS, wake.signal);
      if (wake.signal.aborted) wake = new AbortController();
      if (closed) return;
      await look().catch((error) => log.warn({ cause: String(error) }, "the log could not be watched; trying again"));
    }
  }

  function keepRunning(): void {
    if (running) return;
    running = true;
    void run().finally(() => {
      running = false;
    });
  }

  return {
    async subscribe(tenant, listener) {
      const engine = await database();
      const head = await engine.read(tenant, (sql) => headOf(sql, tenant));
      // Nothing may wait between looking for the tenant's listeners and joining them: another may be joining too.
      const told = listeners.get(tenant) ?? new Set();
      if (told.size === 0) seen.set(tenant, head.seq);
      told.add(listener);
      listeners.set(tenant, told);
      keepRunning();
      return () => {
        told.delete(listener);
        if (told.size > 0 || listeners.get(tenant) !== told) return;
        listeners.delete(tenant);
        seen.delete(tenant);
      };
    },
    poke() {
      // With a reason of our own none is made: an error with its stack would be the dearest part of a small write.
      if (listeners.size > 0) wake.abort(POKED);
    },
    close() {
      closed = true;
      wake.abort();
    },
  };
}
