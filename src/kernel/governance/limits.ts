import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Budget } from "../tool.ts";

/** How much one connection may ask for. Zero turns a limit off. */
export interface LimitOptions {
  readonly callsPerMinute: number;
  readonly writesPerMinute: number;
  readonly callsInFlight: number;
  /** Calls a minute per user, by the budget's name; overrules what the tools say. */
  readonly budgets?: Readonly<Record<string, number>>;
}

/** Far above what an honest client reaches: these stop a loop gone wild, not work. */
export const DEFAULT_LIMITS: LimitOptions = { callsPerMinute: 600_000, writesPerMinute: 0, callsInFlight: 1024 };

const WINDOW_MS = 60_000;
/** Connections that have been quiet for a window are forgotten once there are this many. */
const CONNECTIONS_TRACKED_MAX = 4096;

interface Usage {
  windowStartMs: number;
  calls: number;
  writes: number;
  inFlight: number;
}

export interface Limiter {
  /** Counts a call, or refuses it. The returned function ends it. A rehearsal counts as a call, never as a write. */
  admit(connection: string, writes: boolean): () => void;
  /** Counts one call of a user against a budget, or refuses it. */
  spend(tenant: string, budget: Budget): void;
}

export function createLimiter(options: LimitOptions, env: Env): Limiter {
  const usages = new Map<string, Usage>();
  const spent = new Map<string, Pick<Usage, "windowStartMs" | "calls">>();

  function usageOf(connection: string, nowMs: number): Usage {
    let usage = usages.get(connection);
    if (usage === undefined) {
      if (usages.size >= CONNECTIONS_TRACKED_MAX) forgetQuiet(usages, nowMs);
      usage = { windowStartMs: nowMs, calls: 0, writes: 0, inFlight: 0 };
      usages.set(connection, usage);
    } else if (nowMs - usage.windowStartMs >= WINDOW_MS) {
      Object.assign(usage, { windowStartMs: nowMs, calls: 0, writes: 0 });
    }
    return usage;
  }

  return {
    admit(connection, writes) {
      const nowMs = env.monotonicMs();
      const usage = usageOf(connection, nowMs);
      const refuse = (what: string) => {
        const seconds = Math.max(1, Math.ceil((usage.windowStartMs + WINDOW_MS - nowMs) / 1000));
        return new KernelError("rate_limited", `Too many ${what} on this connection`, { retry_after_seconds: seconds });
      };
      if (exceeds(usage.inFlight, options.callsInFlight)) throw refuse("calls at once");
      if (exceeds(usage.calls, options.callsPerMinute)) throw refuse("calls in a minute");
      if (writes && exceeds(usage.writes, options.writesPerMinute)) throw refuse("writes in a minute");
      usage.calls += 1;
      usage.inFlight += 1;
      if (writes) usage.writes += 1;
      return () => {
        usage.inFlight -= 1;
      };
    },
    spend(tenant, { name, callsPerMinute }) {
      const nowMs = env.monotonicMs();
      const key = `${name} ${tenant}`;
      let usage = spent.get(key);
      if (usage === undefined || nowMs - usage.windowStartMs >= WINDOW_MS) {
        usage = { windowStartMs: nowMs, calls: 0 };
        spent.set(key, usage);
      }
      if (exceeds(usage.calls, options.budgets?.[name] ?? callsPerMinute)) {
        const seconds = Math.max(1, Math.ceil((usage.windowStartMs + WINDOW_MS - nowMs) / 1000));
        throw new KernelError("rate_limited", `Rate limit exceeded. Retry after ${seconds} seconds.`, {
          retry_after_seconds: seconds,
        });
      }
      usage.calls += 1;
    },
  };
}

function exceeds(used: number, limit: number): boolean {
  return limit > 0 && used >= limit;
}

function forgetQuiet(usages: Map<string, Usage>, nowMs: number): void {
  for (const [connection, usage] of usages) {
    if (usage.inFlight === 0 && nowMs - usage.windowStartMs >= WINDOW_MS) usages.delete(connection);
  }
}
