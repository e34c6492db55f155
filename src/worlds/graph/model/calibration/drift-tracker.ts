/** How much the newest similarity moves the average. */
const RATE = 0.2;
/** A spread smaller than this would turn noise into drift. */
const SPREAD_MIN = 0.05;
export const DRIFT_LEVEL2 = 2;
export const DRIFT_LEVEL3 = 3;
const SAMPLES_MIN = 3;

/** How many spreads the moving average of a series lies from its mean; nothing where there is too little to say. */
export function driftOf(series: readonly number[]): number | undefined {
  if (series.length < SAMPLES_MIN) return undefined;
  const mean = series.reduce((sum, value) => sum + value, 0) / series.length;
  const variance = series.reduce((sum, value) => sum + (value - mean) ** 2, 0) / series.length;
  return Math.abs(movingAverage(series) - mean) / Math.max(SPREAD_MIN, Math.sqrt(variance));
}

export function movingAverage(series: readonly number[]): number {
  return series.reduce((average, value, index) => (index === 0 ? value : RATE * value + (1 - RATE) * average), 0);
}
