import { calibrationOf, type Judged } from "./metrics.ts";

const GRID = 20;
export const SAMPLES_MIN = 10;
const WELL_CALIBRATED_BELOW = 0.05;
/** Certainty has no odds: it is taken as this near to it. */
const EDGE = 1e-6;

/** Where each space begins, and between what it may be tempered. */
const DEFAULT_RANGE = [0.5, 2] as const;
const SPACE_RANGES: Readonly<Record<number, readonly [number, number, number]>> = {
  4: [1.2, 0.8, 2.5],
  6: [0.9, 0.5, 1.5],
  8: [1.5, 1, 3],
  12: [1.1, 0.7, 2],
};
export const SPACES = 13;

export const INITIAL_TEMPERATURE = 1;
export const INITIAL_SPACE_TEMPERATURES: readonly number[] = Array.from(
  { length: SPACES },
  (_, space) => SPACE_RANGES[space]?.[0] ?? INITIAL_TEMPERATURE,
);

export function temperatureRange(space?: number): readonly [number, number] {
  const own = space === undefined ? undefined : SPACE_RANGES[space];
  return own === undefined ? DEFAULT_RANGE : [own[1], own[2]];
}

/** A similarity as a confidence: above one the temperature makes it more careful, below one bolder. */
export function tempered(similarity: number, temperature: number): number {
  const held = Math.min(1 - EDGE, Math.max(EDGE, similarity));
  return 1 / (1 + Math.exp(-Math.log(held / (1 - held)) / temperature));
}

/** What was similar, and whether it was right. */
export interface Sample {
  readonly similarity: number;
  readonly outcome: number;
}

export interface TemperatureFit {
  readonly temperature: number;
  /** The mean square of the error, before and with it. */
  readonly loss_before: number;
  readonly loss: number;
  readonly well_calibrated: boolean;
}

/** The temperature of a grid with the smallest error; undefined where too little was judged. The present one stays where none is better. */
export function fitTemperature(
  samples: readonly Sample[],
  present: number,
  range: readonly [number, number],
): TemperatureFit | undefined {
  if (samples.length < SAMPLES_MIN) return undefined;
  const before = lossAt(samples, present);
  let best = { temperature: present, loss: before };
  for (let step = 0; step < GRID; step++) {
    const temperature = range[0] + ((range[1] - range[0]) * step) / (GRID - 1);
    const loss = lossAt(samples, temperature);
    if (loss < best.loss) best = { temperature, loss };
  }
  return { ...best, loss_before: before, well_calibrated: best.loss < WELL_CALIBRATED_BELOW };
}

export function judgedAt(samples: readonly Sample[], temperature: number): Judged[] {
  return samples.map(({ similarity, outcome }) => ({ confidence: tempered(similarity, temperature), outcome }));
}

function lossAt(samples: readonly Sample[], temperature: number): number {
  return calibrationOf(judgedAt(samples, temperature)).brier ?? 0;
}
