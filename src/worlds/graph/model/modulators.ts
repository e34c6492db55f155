import type { JsonObject } from "../../../kernel/index.ts";

/** The levels of the four modulators. */
export interface Modulators {
  /** How sharply the best match stands out. */
  readonly dopamine: number;
  /** How much the spaces beyond the first count. */
  readonly serotonin: number;
  /** How flat attention is. */
  readonly noradrenaline: number;
  /** How fast is learnt. */
  readonly acetylcholine: number;
}

export const BASELINE: Modulators = { dopamine: 3, serotonin: 0.5, noradrenaline: 1, acetylcholine: 0.001 };
const DECAY_PER_S = { dopamine: 0.05, serotonin: 0.02, noradrenaline: 0.1, acetylcholine: 0.1 } as const;

/** The levels at a time: what was last set, gone back towards the baseline since. */
export function modulatorsAt(state: JsonObject | undefined, nowMs: number): Modulators {
  const set = state as (Modulators & { readonly at: number }) | undefined;
  if (set === undefined) return BASELINE;
  const seconds = Math.max(0, nowMs - set.at) / 1000;
  const level = (name: keyof Modulators): number =>
    set[name] + (BASELINE[name] - set[name]) * Math.min(1, DECAY_PER_S[name] * seconds);
  return {
    dopamine: level("dopamine"),
    serotonin: level("serotonin"),
    noradrenaline: level("noradrenaline"),
    acetylcholine: level("acetylcholine"),
  };
}
