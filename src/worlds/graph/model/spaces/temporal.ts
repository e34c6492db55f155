import { type Dense, dense } from "./embedding.ts";

const WIDTH = 512;
const HALF = WIDTH / 2;
const SHORTEST_S = 60;
const LONGEST_S = 365 * 24 * 3600;
/** Ages are told apart by one part in so many of their logarithm: a second when fresh, a few days after a year. */
const AGE_STEPS = 64;

const DECAYS_S = Float64Array.from(
  { length: HALF },
  (_, at) => SHORTEST_S * (LONGEST_S / SHORTEST_S) ** (at / (HALF - 1)),
);
/** From a quarter turn over all of life to a few turns: neighbours in age stay neighbours. */
const AGE_FREQUENCIES = Float64Array.from({ length: HALF / 2 }, (_, at) => 0.1 + (1.4 * at) / (HALF / 2 - 1));

/** E2: how long ago, seen from a time: what is left of it under decays from a minute to a year, and the age itself as angles. */
export function embedRecency(createdAtMs: number, nowMs: number): Dense {
  const step = Math.round(Math.log1p(Math.max(0, nowMs - createdAtMs) / 1000) * AGE_STEPS);
  let known = recencies.get(step);
  if (known === undefined) {
    known = recencyAt(step / AGE_STEPS);
    // Some two thousand steps lead back to 1970; what never ends is not kept.
    if (recencies.size < RECENCIES_MAX) recencies.set(step, known);
  }
  return known;
}

const RECENCIES_MAX = 2000;
/** Memories of one age have one vector: it is worked out once. */
const recencies = new Map<number, Dense>();

function recencyAt(logAge: number): Dense {
  const age = Math.expm1(logAge);
  const decayed = Float64Array.from(DECAYS_S, (decay) => Math.exp(-age / decay));
  const length = Math.sqrt(decayed.reduce((sum, value) => sum + value * value, 0));
  const values = new Float32Array(WIDTH);
  const share = Math.SQRT1_2;
  decayed.forEach((value, at) => {
    values[at] = length === 0 ? 0 : (share * value) / length;
  });
  const amplitude = share / Math.sqrt(HALF / 2);
  AGE_FREQUENCIES.forEach((frequency, at) => {
    values[HALF + 2 * at] = amplitude * Math.cos(logAge * frequency);
    values[HALF + 2 * at + 1] = amplitude * Math.sin(logAge * frequency);
  });
  return dense(values);
}

const DAY_MS = 24 * 3600 * 1000;
const CYCLES = 5;
const HARMONICS = 51;

/** How far each cycle has come, in turns: day, week, month, year, quarter, all in UTC. */
function turnsOf(atMs: number): number[] {
  const date = new Date(atMs);
  const year = date.getUTCFullYear();
  const yearStart = Date.UTC(year, 0, 1);
  const yearMs = Date.UTC(year + 1, 0, 1) - yearStart;
  const monthStart = Date.UTC(year, date.getUTCMonth(), 1);
  const monthMs = Date.UTC(year, date.getUTCMonth() + 1, 1) - monthStart;
  const days = atMs / DAY_MS;
  const ofYear = (atMs - yearStart) / yearMs;
  return [days % 1, (days / 7) % 1, (atMs - monthStart) / monthMs, ofYear, (ofYear * 4) % 1];
}

const AMPLITUDES = (() => {
  const weights = Float64Array.from({ length: HARMONICS }, (_, at) => 1 / (at + 1));
  const length = Math.sqrt(CYCLES * weights.reduce((sum, weight) => sum + weight * weight, 0));
  return weights.map((weight) => weight / length);
})();

/** E3: where in the day, the week, the month, the quarter and the year it falls, as harmonics; higher ones count less. */
export function embedPeriods(createdAtMs: number): Dense {
  const values = new Float32Array(WIDTH);
  let at = 0;
  for (const turn of turnsOf(createdAtMs)) {
    for (let harmonic = 1; harmonic <= HARMONICS; harmonic++) {
      const amplitude = AMPLITUDES[harmonic - 1] as number;
      values[at++] = amplitude * Math.cos(2 * Math.PI * harmonic * turn);
      values[at++] = amplitude * Math.sin(2 * Math.PI * harmonic * turn);
    }
  }
  return dense(values);
}

const WAVELENGTHS = Float64Array.from({ length: HALF }, (_, pair) => 10000 ** ((2 * pair) / WIDTH));

/** E4: its place in its session, as sines and cosines of falling frequency. */
export function embedPosition(position: number): Dense {
  const values = new Float32Array(WIDTH);
  const amplitude = 1 / Math.sqrt(HALF);
  for (let pair = 0; pair < HALF; pair++) {
    const angle = position / (WAVELENGTHS[pair] as number);
    values[2 * pair] = amplitude * Math.sin(angle);
    values[2 * pair + 1] = amplitude * Math.cos(angle);
  }
  return dense(values);
}
