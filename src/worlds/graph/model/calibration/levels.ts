import type { Prediction } from "../prediction.ts";
import type { Random } from "../random.ts";
import { type Arm, chooseArm } from "./bandit.ts";
import { DRIFT_LEVEL2, DRIFT_LEVEL3, movingAverage } from "./drift-tracker.ts";
import type { CalibrationMetrics } from "./metrics.ts";
import { type Look, optimize } from "./optimizer.ts";
import { samplesOf } from "./prediction.ts";
import { fitTemperature, SAMPLES_MIN, SPACES, type TemperatureFit, temperatureRange } from "./temperature.ts";
import { type Domain, type LearnedThresholds, orderly, THRESHOLD_RANGES, thresholdsOf } from "./thresholds.ts";

export const LEVELS = {
  1: { name: "EWMA Drift Tracker", needs: 3 },
  2: { name: "Temperature Scaling", needs: SAMPLES_MIN },
  3: { name: "Thompson Sampling Bandit", needs: SAMPLES_MIN },
  4: { name: "Bayesian Meta-Optimizer", needs: SAMPLES_MIN },
} as const;

export type Level = keyof typeof LEVELS;

/** How much a look at the recent results moves a threshold. */
const RATE = 0.2;
const POOR_ECE = 0.1;
const BAD_ECE = 0.15;

/** Which levels what was measured asks for. */
export function advisedLevels({ ece }: CalibrationMetrics, drift: Readonly<Record<string, number>>) {
  const worst = Math.max(0, ...Object.values(drift));
  return {
    level2: (ece ?? 0) >= POOR_ECE || worst > DRIFT_LEVEL2,
    level3: (ece ?? 0) >= POOR_ECE || worst > DRIFT_LEVEL3,
    level4: (ece ?? 0) > BAD_ECE || worst > DRIFT_LEVEL3,
  };
}

export interface Recalibrated {
  readonly learned: LearnedThresholds;
  readonly losses?: readonly (TemperatureFit | null)[];
  readonly arms?: readonly Arm[];
  readonly looks?: readonly Look[];
  readonly selected?: number;
}

/** What a level makes of the predictions of a domain; undefined where there are too few. */
export function recalibrate(
  level: Level,
  domain: Domain,
  predictions: readonly Prediction[],
  learned: LearnedThresholds,
  random: Random,
): Recalibrated | undefined {
  if (predictions.length < LEVELS[level].needs) return undefined;
  const counted = { ...learned, recalibrations: learned.recalibrations + 1 };
  if (level === 1) return tracked(counted, domain, predictions);
  if (level === 2) return temperedAnew(counted, predictions);
  const samples = samplesOf(predictions);
  if (level === 3) {
    const { arms, selected } = chooseArm(samples, random);
    return { learned: withAcceptance(counted, domain, selected.threshold), arms, selected: selected.threshold };
  }
  const right = (threshold: number) =>
    samples.filter(({ similarity, outcome }) => similarity >= threshold === outcome >= 0.5).length / samples.length;
  const { looks, best } = optimize(right, THRESHOLD_RANGES.theta_acc, thresholdsOf(learned, domain).theta_acc);
  return { learned: withAcceptance(counted, domain, best.x), looks, selected: best.x };
}

/** Moves the threshold of acceptance a little to the middle between what was relevant lately and what was not. */
function tracked(learned: LearnedThresholds, domain: Domain, predictions: readonly Prediction[]): Recalibrated {
  const [right, wrong] = [true, false].map((isRight) =>
    predictions.filter(({ outcome }) => outcome >= 0.5 === isRight).map(({ similarity }) => similarity),
  ) as [number[], number[]];
  if (right.length === 0 || wrong.length === 0) return { learned };
  const middle = (movingAverage(right) + movingAverage(wrong)) / 2;
  const { theta_acc } = thresholdsOf(learned, domain);
  return { learned: withAcceptance(learned, domain, theta_acc + RATE * (middle - theta_acc)) };
}

function temperedAnew(learned: LearnedThresholds, predictions: readonly Prediction[]): Recalibrated {
  const whole = fitTemperature(samplesOf(predictions), learned.temperature, temperatureRange());
  const losses = Array.from(
    { length: SPACES },
    (_, space) =>
      fitTemperature(samplesOf(predictions, space), learned.space_temperatures[space] ?? 1, temperatureRange(space)) ??
      null,
  );
  return {
    learned: {
      ...learned,
      temperature: whole?.temperature ?? learned.temperature,
      space_temperatures: learned.space_temperatures.map((now, space) => losses[space]?.temperature ?? now),
    },
    losses,
  };
}

function withAcceptance(learned: LearnedThresholds, domain: Domain, theta_acc: number): LearnedThresholds {
  const held = orderly({ ...thresholdsOf(learned, domain), theta_acc });
  return { ...learned, domains: { ...learned.domains, [domain]: held } };
}
