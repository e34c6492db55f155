import type { Prediction } from "../prediction.ts";
import { driftOf } from "./drift-tracker.ts";
import { type CalibrationMetrics, calibrationOf, calibrationStatus } from "./metrics.ts";
import { INITIAL_SPACE_TEMPERATURES, INITIAL_TEMPERATURE, judgedAt, type Sample } from "./temperature.ts";
import type { LearnedThresholds } from "./thresholds.ts";

export const NOTHING_LEARNED: LearnedThresholds = {
  domains: {},
  temperature: INITIAL_TEMPERATURE,
  space_temperatures: INITIAL_SPACE_TEMPERATURES,
  recalibrations: 0,
};

/** What the predictions say of one space. */
export function samplesOf(predictions: readonly Prediction[], space?: number): Sample[] {
  if (space === undefined) return predictions.map(({ similarity, outcome }) => ({ similarity, outcome }));
  return predictions.flatMap(({ spaces, outcome }) => {
    const similarity = spaces[space] ?? null;
    return similarity === null ? [] : [{ similarity, outcome }];
  });
}

/** How well confidence, tempered as it is now, meets what came. */
export function measured(predictions: readonly Prediction[], learned: LearnedThresholds): CalibrationMetrics {
  return calibrationOf(judgedAt(samplesOf(predictions), learned.temperature));
}

/** The same in one space. */
export function measuredIn(predictions: readonly Prediction[], learned: LearnedThresholds, space: number) {
  const metrics = calibrationOf(
    judgedAt(samplesOf(predictions, space), learned.space_temperatures[space] ?? INITIAL_TEMPERATURE),
  );
  const status = calibrationStatus(metrics);
  return { metrics, poor: status === "Poor" || status === "Critical" };
}

/** How far each space has moved from its own mean lately; spaces with too little to say are left out. */
export function driftScores(predictions: readonly Prediction[], labels: readonly string[]): Record<string, number> {
  const scores: Record<string, number> = {};
  for (const [space, label] of labels.entries()) {
    const drift = driftOf(samplesOf(predictions, space).map(({ similarity }) => similarity));
    if (drift !== undefined) scores[label] = drift;
  }
  return scores;
}
