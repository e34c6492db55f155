import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Sql } from "../sql.ts";
import type { Budget } from "../tool.ts";
import { createRefusalBudget, type RefusalBudget } from "./refusal-budget.ts";
import type { SharedWindows } from "./shared-windows.ts";
import { createUsageWindows } from "./usage-windows.ts";

/** How much one caller may ask for: a user, an address or a process of its own, however many connections it opens. Zero turns a limit off. */
export interface LimitOptions {
  readonly callsPerMinute: number;
  readonly writesPerMinute: number;
  readonly callsInFlight: number;
  /** Calls a minute per user, by the budget's name; overrules what the tools say. */
  readonly budgets?: Readonly<Record<string, number>>;
  /** Calls a minute over all processes: of one user, of one of their agents, of one tool by one user. */
  readonly userCallsPerMinute?: number;
  readonly agentCallsPerMinute?: number;
  /** By `tool` or `server/tool`. */
  readonly toolCallsPerMinute?: Readonly<Record<string, number>>;
  /** Calls at once in this process, whoever makes them: beyond, it refuses before it slows down. */
  readonly callsInFlightInAll?: number;
}

/** Far above what an honest client reaches: these stop a loop gone wild, not work. */
export const DEFAULT_LIMITS: LimitOptions = {
  callsPerMinute: 600_000,
  writesPerMinute: 0,
  callsInFlight: 1024,
  callsInFlightInAll: 4096,
};

const WINDOW_MS = 60_000;
/** More callers than this within a minute, and the oldest that rest are forgotten: they start anew. */
const TRACKED_MAX = 16_384;

export interface Limiter {
  /** Counts a call, or refuses it. The returned function ends it. A rehearsal counts as a call, never as a write. */
  admit(holder: string, writes: boolean): () => void;
  /** Which refusals are recorded. */
  readonly refusals: RefusalBudget;
  /** Counts a call against all that holds over all processes, or refuses it. A rehearsal is not counted against a tool's budget. */
  spend(call: CountedCall, sql?: Sql): Promise<void>;
}

/** A call as far as it is counted. */
export interface CountedCall {
  readonly tenant: string;
  readonly agent: string | null;
  readonly server: string;
  /** Null where a resource or a prompt is asked for. */
  readonly tool: string | null;
  readonly isRead: boolean;
  readonly budget: Budget | undefined;
  /** What the operator allows this agent. */
  readonly agentPerMinute: number | undefined;
}

export function createLimiter(options: LimitOptions, env: Env, shared: SharedWindows): Limiter {
  const holders = createUsageWindows(WINDOW_MS, TRACKED_MAX);
  let inFlight = 0;

  return {
    refusals: createRefusalBudget(env),
    admit(holder, writes) {
      const nowMs = env.monotonicMs();
      const usage = holders.of(holder, nowMs);
      const refuse = (what: string) => {
        const seconds = Math.max(1, Math.ceil((usage.windowStartMs + WINDOW_MS - nowMs) / 1000));
        return new KernelError("rate_limited", `Too many ${what}`, { retry_after_seconds: seconds });
      };
      if (exceeds(inFlight, options.callsInFlightInAll ?? 0)) {
        throw new KernelError("overloaded", "This process has all the calls it can answer in time", {
          retry_after_seconds: 1,
        });
      }
      if (exceeds(usage.inFlight, options.callsInFlight)) throw refuse("calls at once");
      if (exceeds(usage.calls, options.callsPerMinute)) throw refuse("calls in a minute");
      if (writes && exceeds(usage.writes, options.writesPerMinute)) throw refuse("writes in a minute");
      usage.calls += 1;
      usage.inFlight += 1;
      inFlight += 1;
      if (writes) usage.writes += 1;
      return () => {
        usage.inFlight -= 1;
        inFlight -= 1;
      };
    },
    async spend(call, sql) {
      for (const [name, limit] of countersOf(options, call)) {
        if (limit === 0) continue;
        const counting = shared.spend({ tenant: call.tenant, name, limit, isRead: call.isRead }, sql);
        if (counting !== undefined) await counting;
      }
    },
  };
}

/** All that a call counts against, with how many a minute; 0 is off. */
function* countersOf(options: LimitOptions, call: CountedCall): Iterable<readonly [name: string, limit: number]> {
  const { agent, server, tool, budget, agentPerMinute } = call;
  if (options.userCallsPerMinute !== undefined) yield ["user", options.userCallsPerMinute];
  const ofAgent = agentPerMinute ?? options.agentCallsPerMinute;
  if (ofAgent !== undefined && agent !== null) yield [`agent ${agent}`, ofAgent];
  for (const name of options.toolCallsPerMinute === undefined || tool === null ? [] : [tool, `${server}/${tool}`]) {
    const limit = options.toolCallsPerMinute?.[name];
    if (limit !== undefined) yield [`tool ${name}`, limit];
  }
  if (budget !== undefined) yield [`budget ${budget.name}`, options.budgets?.[budget.name] ?? budget.callsPerMinute];
}

function exceeds(used: number, limit: number): boolean {
  return limit > 0 && used >= limit;
}
