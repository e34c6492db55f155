import type { Graph } from "../graph.ts";
import { type LearnedThresholds, orderly, thresholdsOf } from "../model/calibration/thresholds.ts";
import { centreOf } from "../model/goals/centre.ts";
import { type Correction, RECENTRE } from "../model/goals/correction.ts";
import { type Aligned, alignedTo, meanAlignment, starAt } from "../read/alignment.ts";
import { driftIn } from "../read/drift.ts";
import type { NorthStar } from "../read/goal.ts";
import { packed } from "./north-star.ts";

/** As much of the memories as serve the goal best is what it moves towards. */
const BEST_SHARE = 0.5;
/** A goal that is to reach an alignment moves so often at most. */
const STEPS_MAX = 20;
const FORCED_FACTOR = 1.1;
const WEIGHT_MAX = 3;

/** What a correction comes to, measured with the goal as it would be. */
export interface Corrected {
  readonly correction: Correction;
  readonly star: NorthStar;
  readonly before: number;
  readonly after: number;
  readonly steps: number;
}

/** Works out a correction over the memories of the last week; undefined where there is no goal or nothing to measure. */
export async function workOutCorrection(graph: Graph, force: boolean, target: number | undefined) {
  const drift = await driftIn(graph, "7d");
  const star = drift.goals.north_star;
  if (star === null || drift.aligned.length === 0) return { drift, corrected: undefined };
  const wanted: Correction =
    force && drift.correction.strategy !== "ReinforceGoal"
      ? { strategy: "ReinforceGoal", factor: FORCED_FACTOR }
      : drift.correction;
  const base = { correction: wanted, before: drift.similarity };
  if (wanted.strategy !== "ReinforceGoal")
    return { drift, corrected: { ...base, star, after: drift.similarity, steps: 0 } };
  const moved = recentred(star, drift.aligned, drift.nowMs, target);
  const weight = Math.min(WEIGHT_MAX, star.weight * wanted.factor);
  const corrected: Corrected = { ...base, star: { ...moved.star, weight }, after: moved.after, steps: moved.steps };
  return { drift, corrected };
}

/** Moves the goal towards the memories that serve it best, once, or until the wanted alignment is reached. */
function recentred(star: NorthStar, aligned: readonly Aligned[], nowMs: number, target: number | undefined) {
  const best = [...aligned]
    .sort((one, other) => other.alignment - one.alignment || (one.memory.id < other.memory.id ? -1 : 1))
    .slice(0, Math.max(1, Math.ceil(aligned.length * BEST_SHARE)));
  const memories = aligned.map(({ memory }) => memory);
  let [now, steps] = [star, 0];
  let after = meanAlignment(aligned);
  for (;;) {
    const share = RECENTRE / best.length;
    const centre = centreOf([
      { fingerprint: starAt(now, nowMs), weight: 1 - RECENTRE },
      ...best.map(({ fingerprint }) => ({ fingerprint, weight: share })),
    ]);
    const next = { ...now, fingerprint: packed(centre) };
    // Measured on what is kept, not on what was meant.
    const reached = meanAlignment(alignedTo(starAt(next, nowMs), memories, nowMs));
    // Asked to go on, it stops where it stood best.
    if (steps > 0 && reached <= after) break;
    [now, after] = [next, reached];
    steps += 1;
    if (target === undefined || after >= target || steps === STEPS_MAX) break;
  }
  return { star: now, after, steps };
}

/** The thresholds after a correction that raises them. */
export function raised(learned: LearnedThresholds, by: number): LearnedThresholds {
  const held = thresholdsOf(learned, "General");
  return { ...learned, domains: { ...learned.domains, General: orderly({ ...held, theta_acc: held.theta_acc + by }) } };
}
