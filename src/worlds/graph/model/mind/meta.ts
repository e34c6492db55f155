import { logistic } from "./consciousness.ts";

const HISTORY_MAX = 20;
/** How much the newest learning score moves what is expected of the next. */
const EXPECTATION_RATE = 0.3;
/** What is said of the graph's foresight before it foresaw anything: neither good nor bad. */
const UNKNOWN_ACCURACY = 0.5;
const LOW = 0.5;
const HIGH = 0.9;
const LOW_RUN_ALARM = 5;
const LOW_RUN_WATCH = 3;
const HIGH_RUN_REST = 5;
const WATCH_HZ = { start: 1, min: 0.1, max: 10, rest: 0.8, alarm: 1.5 } as const;
const TREND_STEP = 0.1;

export interface Foresight {
  readonly predicted: number;
  readonly actual: number;
}

/** The row `meta`: what the graph expected to learn from each memory, and what it learned. */
export interface Meta {
  readonly history: readonly Foresight[];
  /** The learning score it expects of the next memory. */
  readonly expected: number | null;
  readonly low_run: number;
  readonly high_run: number;
  readonly monitor_hz: number;
}

export const NO_META: Meta = { history: [], expected: null, low_run: 0, high_run: 0, monitor_hz: WATCH_HZ.start };

/** Above a half where more was expected than learned. */
export function metaScore({ predicted, actual }: Foresight): number {
  return logistic(2 * (predicted - actual));
}

/** What a memory's learning score does to it; the first is only taken as what to expect. */
export function reflect(meta: Meta, actual: number): Meta {
  if (meta.expected === null) return { ...meta, expected: actual };
  const foresight = { predicted: meta.expected, actual };
  const score = metaScore(foresight);
  const lowRun = score < LOW ? meta.low_run + 1 : 0;
  const highRun = score > HIGH ? meta.high_run + 1 : 0;
  return {
    history: [...meta.history, foresight].slice(-HISTORY_MAX),
    expected: meta.expected + EXPECTATION_RATE * (actual - meta.expected),
    low_run: lowRun,
    high_run: highRun,
    monitor_hz: monitorHz(meta.monitor_hz, lowRun, highRun),
  };
}

/** How near its expectations came, over the last twenty memories. */
export function metaAccuracy({ history }: Meta): number {
  if (history.length === 0) return UNKNOWN_ACCURACY;
  const near = history.reduce((sum, { predicted, actual }) => sum + 1 - Math.abs(predicted - actual), 0);
  return near / history.length;
}

/** Whether it was surprised so often in a row that it should learn faster. */
export function isAlarmed(meta: Meta): boolean {
  return meta.low_run >= LOW_RUN_ALARM;
}

export function metaTrend({ history }: Meta): "improving" | "declining" | "stable" {
  const half = Math.floor(history.length / 2);
  if (half === 0) return "stable";
  const [older, newer] = [history.slice(0, half), history.slice(-half)].map((part) =>
    metaAccuracy({ ...NO_META, history: part }),
  );
  const step = (newer ?? 0) - (older ?? 0);
  if (Math.abs(step) <= TREND_STEP) return "stable";
  return step > 0 ? "improving" : "declining";
}

function monitorHz(hz: number, lowRun: number, highRun: number): number {
  if (lowRun > 0 && lowRun % LOW_RUN_WATCH === 0) return Math.min(WATCH_HZ.max, hz * WATCH_HZ.alarm);
  if (highRun > 0 && highRun % HIGH_RUN_REST === 0) return Math.max(WATCH_HZ.min, hz * WATCH_HZ.rest);
  return hz;
}
