/** Activity is sampled in slots of ten seconds, over the last ten minutes. */
const SLOT_MS = 10_000;
const SLOTS = 60;

/** The row `wake`: in which of the last slots something was written. */
export interface Wake {
  readonly slots: readonly number[];
  readonly first_at: number;
  readonly last_at: number;
}

/** Something was written. */
export function stirred(wake: Wake | undefined, nowMs: number): Wake {
  const slot = slotOf(nowMs);
  const kept = (wake?.slots ?? []).filter((known) => known > slot - SLOTS && known !== slot);
  return { slots: [...kept, slot], first_at: wake?.first_at ?? nowMs, last_at: nowMs };
}

export interface Activity {
  /** The share of the last ten minutes' slots in which something was written; slots before the first write count as busy. */
  readonly average: number;
  /** Whether this very slot or the one before is busy: one, a half, or nothing. */
  readonly level: number;
  readonly idleSeconds: number;
}

export function activityAt(wake: Wake | undefined, nowMs: number): Activity {
  if (wake === undefined) return { average: 1, level: 0, idleSeconds: 0 };
  const slot = slotOf(nowMs);
  const busy = new Set(wake.slots);
  const before = slotOf(wake.first_at);
  let count = 0;
  for (let at = slot - SLOTS + 1; at <= slot; at++) if (at < before || busy.has(at)) count += 1;
  const near = [slot, slot - 1].filter((at) => busy.has(at)).length;
  return { average: count / SLOTS, level: near / 2, idleSeconds: Math.max(0, (nowMs - wake.last_at) / 1000) };
}

function slotOf(ms: number): number {
  return Math.floor(ms / SLOT_MS);
}
