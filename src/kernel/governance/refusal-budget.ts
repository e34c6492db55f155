import type { Env } from "../env.ts";
import { createUsageWindows } from "./usage-windows.ts";

const WINDOW_MS = 60_000;
/** Of one user in one process. Each is a durable write, which no rate limits: whoever is refused all day must not fill the disk. */
const RECORDED_PER_MINUTE = 600;
const TRACKED_MAX = 16_384;

/** Says of a refusal whether it is still to be recorded. */
export interface RefusalBudget {
  /** How many of this user were left out since the last that was recorded; undefined where this one is left out too. */
  take(tenant: string): number | undefined;
}

export function createRefusalBudget(env: Env): RefusalBudget {
  const windows = createUsageWindows(WINDOW_MS, TRACKED_MAX);
  const leftOut = new Map<string, number>();
  return {
    take(tenant) {
      const usage = windows.of(tenant, env.monotonicMs());
      const before = leftOut.get(tenant) ?? 0;
      if (usage.calls >= RECORDED_PER_MINUTE) {
        leftOut.set(tenant, before + 1);
        return undefined;
      }
      usage.calls += 1;
      leftOut.delete(tenant);
      return before;
    },
  };
}
