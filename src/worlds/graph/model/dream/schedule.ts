import type { Activity } from "../mind/wakefulness.ts";

export const DREAM_RULES = {
  activity_below: 0.15,
  idle_seconds: 600,
  entropy_above: 0.7,
  identity_below: 0.5,
  cooldown_seconds: 1800,
  wake_ms_max: 100,
  gpu_share_max: 0.3,
} as const;

/** What a dream left in the row `dreams`. */
export interface DreamHistory<Report> {
  /** Dreams that were begun, and those of them that ended by themselves. */
  readonly started: number;
  readonly completed: number;
  readonly last: (Report & { readonly at: number }) | null;
}

export type DreamDecision = "cooldown" | "empty" | "idle" | "entropy" | "identity" | "awake";

/** What would begin a dream now, or what keeps it from beginning. */
export function decide(now: {
  readonly memories: number;
  readonly cooldownSeconds: number;
  readonly activity: Activity;
  readonly entropy: number;
  readonly identity: number | null;
}): DreamDecision {
  if (now.memories === 0) return "empty";
  if (now.cooldownSeconds > 0) return "cooldown";
  if (now.activity.average < DREAM_RULES.activity_below && now.activity.idleSeconds >= DREAM_RULES.idle_seconds) {
    return "idle";
  }
  if (now.identity !== null && now.identity < DREAM_RULES.identity_below) return "identity";
  return now.entropy > DREAM_RULES.entropy_above ? "entropy" : "awake";
}

export function cooldownSeconds(lastAt: number | undefined, nowMs: number): number {
  if (lastAt === undefined) return 0;
  return Math.max(0, DREAM_RULES.cooldown_seconds - (nowMs - lastAt) / 1000);
}
