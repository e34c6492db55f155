import { CORRECTION_PRIORITY, type Weight } from "../observation.ts";
import type { Policy } from "../schema/types/entity-schema.ts";

type Rank = (a: Weight, b: Weight) => number;

const byPriority: Rank = (a, b) => a.source_priority - b.source_priority;
const bySpecificity: Rank = (a, b) => a.specificity_score - b.specificity_score;
const byTime: Rank = (a, b) => a.observed_at - b.observed_at;
const byId: Rank = (a, b) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

export function isCorrection(weight: Weight): boolean {
  return weight.source_priority >= CORRECTION_PRIORITY;
}

/**
 * Whether `a` wins a field over `b`. A total order: corrections first and the newest of them,
 * then the strategy, then its tie breaker, then time, then the smaller id.
 */
export function beats({ strategy, tie_breaker }: Policy, a: Weight, b: Weight): boolean {
  if (isCorrection(a) !== isCorrection(b)) return isCorrection(a);
  if (isCorrection(a)) return newer(a, b);
  const tie = tie_breaker === "source_priority" ? byPriority : byTime;
  return first([STRATEGY_RANKS[strategy], tie, byTime, byId], a, b);
}

const STRATEGY_RANKS: Readonly<Record<Policy["strategy"], Rank>> = {
  last_write: byTime,
  highest_priority: byPriority,
  most_specific: bySpecificity,
  merge_array: byPriority,
};

function newer(a: Weight, b: Weight): boolean {
  return first([byTime, byId], a, b);
}

/** Of deletions and restorations the newest counts; in the same instant the weightier, which is the restoration. */
export function outlasts(a: Weight, b: Weight): boolean {
  return first([byTime, byPriority, byId], a, b);
}

function first(ranks: readonly Rank[], a: Weight, b: Weight): boolean {
  for (const rank of ranks) {
    const order = rank(a, b);
    if (order !== 0) return order > 0;
  }
  return false;
}
