/** One oscillator a space, in the order of the spaces: radians a second, from the bands of the contract. */
export const NATURAL_FREQUENCIES: readonly number[] = [
  1.58, 0.32, 0.32, 0.32, 0.99, 0.16, 0.99, 0.47, 3.16, 1.58, 0.59, 2.37, 0.16,
];

export const COUPLING_MIN = 0;
export const COUPLING_MAX = 10;
/** The weakest at which these thirteen stay in step: below it r is never above 0.8 for long. */
const COUPLING_DEFAULT = 2.5;

/** From where on they count as in step, as apart, and as locked. */
export const SYNC_THRESHOLDS = { conscious: 0.8, fragmented: 0.5, hypersync: 0.95 } as const;

const STEP_SECONDS = 0.01;
const CATCH_UP_SECONDS_MAX = 1;
/** How far one memory pulls the oscillators of the spaces that it speaks to towards each other. */
const PULL = 0.5;
const NO_DIRECTION = 1e-9;
const FORECAST_SECONDS = 10;
const FORECAST_MEAN_SECONDS = 5;

/** The row `oscillators`. */
export interface Oscillators {
  readonly phases: readonly number[];
  readonly coupling: number;
  /** Of model time, since they began. */
  readonly elapsed_seconds: number;
  /** When they were last moved, in milliseconds since 1970. */
  readonly at: number;
}

export interface Order {
  /** How far they are in step: 0 spread evenly, 1 all at one phase. */
  readonly r: number;
  /** The mean phase. */
  readonly psi: number;
}

/** As they begin: spread evenly, none in step with another. */
export function restingOscillators(at: number): Oscillators {
  const phases = NATURAL_FREQUENCIES.map((_, index) => (2 * Math.PI * index) / NATURAL_FREQUENCIES.length);
  return { phases, coupling: COUPLING_DEFAULT, elapsed_seconds: 0, at };
}

export function orderOf(phases: readonly number[]): Order {
  let [x, y] = [0, 0];
  for (const phase of phases) {
    x += Math.cos(phase);
    y += Math.sin(phase);
  }
  const n = phases.length;
  return { r: Math.min(1, Math.hypot(x / n, y / n)), psi: wrapped(Math.atan2(y, x)) };
}

/** The phases after some seconds; `watch` sees the order after each step. */
export function advance(
  phases: readonly number[],
  coupling: number,
  seconds: number,
  watch?: (order: Order) => void,
): number[] {
  const moved = [...phases];
  const steps = Math.round(seconds / STEP_SECONDS);
  for (let step = 0; step < steps; step++) {
    // The sum over all pairs, written with the mean field: the same number, in N steps instead of N².
    const { r, psi } = orderOf(moved);
    for (const [index, phase] of moved.entries()) {
      const omega = NATURAL_FREQUENCIES[index] ?? 0;
      moved[index] = wrapped(phase + STEP_SECONDS * (omega + coupling * r * Math.sin(psi - phase)));
    }
    watch?.(orderOf(moved));
  }
  return moved;
}

/** Where they stand now. They move on for a second at most after the last thing that happened: a graph at rest stands still. */
export function oscillatorsAt(row: Oscillators | undefined, nowMs: number): Oscillators {
  if (row === undefined) return restingOscillators(nowMs);
  const seconds = Math.min(CATCH_UP_SECONDS_MAX, Math.max(0, (nowMs - row.at) / 1000));
  const steps = Math.round(seconds / STEP_SECONDS) * STEP_SECONDS;
  return {
    phases: advance(row.phases, row.coupling, seconds),
    coupling: row.coupling,
    elapsed_seconds: row.elapsed_seconds + steps,
    at: nowMs,
  };
}

/** What a memory does to them: those of the spaces it speaks to are pulled to the mean phase of these spaces. */
export function stimulated(oscillators: Oscillators, activation: readonly number[]): Oscillators {
  let [x, y] = [0, 0];
  for (const [index, phase] of oscillators.phases.entries()) {
    x += (activation[index] ?? 0) * Math.cos(phase);
    y += (activation[index] ?? 0) * Math.sin(phase);
  }
  // Spread evenly they have no mean phase that could pull.
  if (Math.hypot(x, y) < NO_DIRECTION) return oscillators;
  const mean = Math.atan2(y, x);
  const phases = oscillators.phases.map((phase, index) =>
    wrapped(phase + PULL * (activation[index] ?? 0) * Math.sin(mean - phase)),
  );
  return { ...oscillators, phases };
}

/** The order that a coupling leads to from here: simulated for ten seconds, the mean of the last five. */
export function forecastOrder(phases: readonly number[], coupling: number): number {
  let [sum, count, step] = [0, 0, 0];
  const settled = (FORECAST_SECONDS - FORECAST_MEAN_SECONDS) / STEP_SECONDS;
  advance(phases, coupling, FORECAST_SECONDS, ({ r }) => {
    if (++step <= settled) return;
    sum += r;
    count += 1;
  });
  return sum / count;
}

/** How an order is called. */
export function syncStateOf(r: number): "HYPERSYNC" | "COHERENT" | "EMERGING" | "FRAGMENTED" {
  if (r > SYNC_THRESHOLDS.hypersync) return "HYPERSYNC";
  if (r >= SYNC_THRESHOLDS.conscious) return "COHERENT";
  return r < SYNC_THRESHOLDS.fragmented ? "FRAGMENTED" : "EMERGING";
}

function wrapped(phase: number): number {
  const turn = 2 * Math.PI;
  // What is in range stays to the last bit: a space that nothing pulled has not moved.
  return phase >= 0 && phase < turn ? phase : ((phase % turn) + turn) % turn;
}
