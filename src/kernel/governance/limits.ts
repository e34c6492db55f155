import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Budget } from "../tool.ts";
import { createUsageWindows } from "./usage-windows.ts";

/** How much one caller may ask for: a user, an address or a process of its own, however many connections it opens. Zero turns a limit off. */
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
/** More callers than this within a minute, and the oldest that rest are forgotten: they start anew. */
const TRACKED_MAX = 16_384;

export interface Limiter {
  /** Counts a call, or refuses it. The returned function ends it. A rehearsal counts as a call, never as a write. */
  admit(holder: string, writes: boolean): () => void;
  /** Counts one call of a user against a budget, or refuses it. */
  spend(tenant: string, budget: Budget): void;
}

export function createLimiter(options: LimitOptions, env: Env): Limiter {
  const holders = createUsageWindows(WINDOW_MS, TRACKED_MAX);
  const budgets = createUsageWindows(WINDOW_MS, TRACKED_MAX);

  return {
    admit(holder, writes) {
      const nowMs = env.monotonicMs();
      const usage = holders.of(holder, nowMs);
      const refuse = (what: string) => {
        const seconds = Math.max(1, Math.ceil((usage.windowStartMs + WINDOW_MS - nowMs) / 1000));
        return new KernelError("rate_limited", `Too many ${what}`, { retry_after_seconds: seconds });
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
      const usage = budgets.of(`${name} ${tenant}`, nowMs);
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
