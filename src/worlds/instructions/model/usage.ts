import { byCodeUnit } from "./names.ts";
import { isoOf } from "./normalise.ts";

const DAYS_KEPT = 90;
const DAY_MS = 86_400_000;
const HALF_LIFE_DAYS = 7;

/** How an instruction was used, as far as it has reached the disk. */
export interface Usage {
  readonly usageCount: number;
  readonly firstSeenTs: string;
  readonly lastUsedAt: string;
  /** Uses by day (UTC), kept where a feature asks for them. */
  readonly days?: Readonly<Record<string, number>>;
}

export type UsageSnapshot = ReadonlyMap<string, Usage>;

/** Counts with further ones added. */
export function merge(base: UsageSnapshot, added: UsageSnapshot): Map<string, Usage> {
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

/** The day (UTC) that days are counted by. */
export function dayOf(ms: number): string {
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
