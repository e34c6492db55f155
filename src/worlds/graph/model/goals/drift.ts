/** From which similarity on drift is of a level. */
const LEVELS = [
  [0.85, "None"],
  [0.7, "Low"],
  [0.55, "Medium"],
  [0.4, "High"],
] as const;

const HISTORY_MIN = 3;
const FLAT_SLOPE = 0.01;
const CRITICAL_BELOW = 0.4;

export type DriftLevel = (typeof LEVELS)[number][1] | "Critical";

export function driftLevel(similarity: number): DriftLevel {
  return LEVELS.find(([from]) => similarity >= from)?.[1] ?? "Critical";
}

/** Whether a level asks for something to be done. */
export function isDrifted(level: DriftLevel): boolean {
  return level === "Medium" || level === "High" || level === "Critical";
}

/** How far from the goal memories were at a time. */
export interface DriftPoint {
  readonly at: number;
  readonly similarity: number;
  readonly memories: number;
}

export interface DriftTrend {
  readonly direction: "Improving" | "Stable" | "Declining";
  /** By how much the similarity changes from one point to the next. */
  readonly velocity: number;
  readonly samples: number;
  /** After how many more points it would be critical, going on like this; null where it would not. */
  readonly projected_critical_in: number | null;
}

/** The line through the points; nothing where there are too few. */
export function driftTrend(points: readonly DriftPoint[]): DriftTrend | null {
  if (points.length < HISTORY_MIN) return null;
  const velocity = slopeOf(points.map(({ similarity }) => similarity));
  const last = points.at(-1)?.similarity ?? 0;
  const falls = velocity < 0 && last > CRITICAL_BELOW;
  return {
    direction: Math.abs(velocity) < FLAT_SLOPE ? "Stable" : velocity > 0 ? "Improving" : "Declining",
    velocity,
    samples: points.length,
    projected_critical_in: falls ? Math.ceil((last - CRITICAL_BELOW) / -velocity) : null,
  };
}

/** The slope of the straight line that comes nearest to all values, one step apart. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [above, below] = [0, 0];
  for (const [index, value] of values.entries()) {
    above += (index - middle) * (value - mean);
    below += (index - middle) ** 2;
  }
  return below === 0 ? 0 : above / below;
}

/** Similarities of memories over a time span as points of even width, the oldest first; times without a memory have none. */
export function driftHistory(
  memories: readonly { readonly at: number; readonly similarity: number }[],
  fromMs: number,
  toMs: number,
  points: number,
): DriftPoint[] {
  const width = Math.max(1, (toMs - fromMs) / points);
  const buckets = new Map<number, { sum: number; count: number }>();
  for (const { at, similarity } of memories) {
    const bucket = Math.min(points - 1, Math.max(0, Math.floor((at - fromMs) / width)));
    const known = buckets.get(bucket) ?? { sum: 0, count: 0 };
    buckets.set(bucket, { sum: known.sum + similarity, count: known.count + 1 });
  }
  return [...buckets]
    .sort(([one], [other]) => one - other)
    .map(([bucket, { sum, count }]) => ({
      at: Math.round(fromMs + (bucket + 1) * width),
      similarity: sum / count,
      memories: count,
    }));
}
