import { join } from "node:path";
import type { Env, Scope } from "../../../kernel/index.ts";
import { byCodeUnit } from "../model/names.ts";
import { isoOf } from "../model/normalise.ts";
import { createUsageFile, type Usage, type UsageSnapshot } from "./usage-snapshot.ts";

type Derive = Scope["derive"];

const DEBOUNCE_MS = 500;
const DAYS_KEPT = 90;
const DAY_MS = 86_400_000;
const HALF_LIFE_DAYS = 7;

export type UsageTracker = ReturnType<typeof createUsageTracker>;

/** Counts uses: in memory at once, in the file of the data folder soon, added to what other processes counted. */
export function createUsageTracker(folder: string, keepsDays: boolean) {
  const file = createUsageFile(join(folder, "usage-snapshot.json"));
  const closing = new AbortController();
  let pending = new Map<string, Usage>();
  /** What is being written: until the file has it, it is what is known. */
  let writing: UsageSnapshot | undefined;
  let waiting = false;
  let setAside = false;

  /** Adds what is pending to the file. The caller holds the write lock of the data folder. */
  async function flush(env: Env, removed: ReadonlySet<string> = new Set()): Promise<void> {
    const mine = pending;
    if (mine.size === 0 && removed.size === 0) return;
    if (file.isCorrupt()) {
      await file.setAside(env.now());
      setAside = true;
    }
    const merged = merge(file.snapshot(), mine);
    for (const id of removed) merged.delete(id);
    // Counts that come while the file is written belong to the next flush.
    pending = new Map();
    writing = merged;
    try {
      await file.write(merged, env.id());
    } catch (error) {
      pending = merge(mine, pending);
      throw error;
    } finally {
      writing = undefined;
    }
  }

  /** Flushes once the burst of uses is over. Does nothing if one is to come already. */
  async function flushLater(env: Env, derive: Derive): Promise<void> {
    if (waiting) return;
    waiting = true;
    await env.sleep(DEBOUNCE_MS, closing.signal);
    waiting = false;
    if (pending.size > 0 && !closing.signal.aborted) await derive(() => flush(env));
  }

  const kept = (): UsageSnapshot => writing ?? file.snapshot();

  return {
    /** What is counted: on disk and in memory together. */
    snapshot: (): UsageSnapshot => (pending.size === 0 ? kept() : merge(kept(), pending)),
    of: (id: string): Usage | undefined => sum(kept().get(id), pending.get(id)),
    /** A use at this time; it counts only once it is kept. */
    used(times: number, nowMs: number): Usage {
      const at = isoOf(nowMs);
      const days = keepsDays ? { days: { [dayOf(nowMs)]: times } } : {};
      return { usageCount: times, firstSeenTs: at, lastUsedAt: at, ...days };
    },
    keep(id: string, use: Usage): void {
      pending.set(id, sum(pending.get(id), use));
    },
    flush,
    flushLater,
    /** Writes what is pending and ends the waiting. */
    async close(env: Env | undefined, derive: Derive): Promise<void> {
      closing.abort();
      if (env !== undefined && pending.size > 0) await derive(() => flush(env));
      file.release();
    },
    /** What is wrong with the file, in words; undefined when nothing is. */
    problem(): string | undefined {
      if (file.isCorrupt()) return "usage-snapshot.json cannot be read; the next use sets it aside";
      return setAside ? "usage-snapshot.json could not be read and was set aside" : undefined;
    },
  };
}

function merge(base: UsageSnapshot, added: UsageSnapshot): Map<string, Usage> {
  const merged = new Map(base);
  for (const [id, more] of added) merged.set(id, sum(base.get(id), more));
  return merged;
}

/** Two parts of one count. */
export function sum(before: Usage | undefined, more: Usage): Usage;
export function sum(before: Usage | undefined, more: Usage | undefined): Usage | undefined;
export function sum(before: Usage | undefined, more: Usage | undefined): Usage | undefined {
  return before && more ? addUsage(before, more) : (before ?? more);
}

function addUsage(before: Usage, more: Usage): Usage {
  const days: Record<string, number> = { ...before.days };
  for (const [day, count] of Object.entries(more.days ?? {})) days[day] = (days[day] ?? 0) + count;
  const kept = Object.entries(days)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-DAYS_KEPT);
  return {
    usageCount: before.usageCount + more.usageCount,
    firstSeenTs: byCodeUnit(before.firstSeenTs, more.firstSeenTs) < 0 ? before.firstSeenTs : more.firstSeenTs,
    lastUsedAt: byCodeUnit(before.lastUsedAt, more.lastUsedAt) > 0 ? before.lastUsedAt : more.lastUsedAt,
    ...(kept.length > 0 && { days: Object.fromEntries(kept) }),
  };
}

function dayOf(ms: number): string {
  return isoOf(ms).slice(0, 10);
}

/** Uses within the last days, today included. */
export function usesWithin({ days = {} }: Usage, windowDays: number, nowMs: number): number {
  const from = dayOf(nowMs - (windowDays - 1) * DAY_MS);
  return Object.entries(days).reduce((sum, [day, count]) => (day >= from ? sum + count : sum), 0);
}

/** Uses that fade: one a week ago counts half of one today. Three decimals. */
export function hotnessOf({ days = {} }: Usage, nowMs: number): number {
  const today = Date.parse(dayOf(nowMs));
  const sum = Object.entries(days).reduce(
    (heat, [day, count]) => heat + count * 0.5 ** (Math.max(0, today - Date.parse(day)) / DAY_MS / HALF_LIFE_DAYS),
    0,
  );
  return Math.round(sum * 1000) / 1000;
}
