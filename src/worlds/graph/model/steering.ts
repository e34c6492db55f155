const HEALTHY_ABOVE = 0.7;
const HIGH_QUALITY_ABOVE = 0.7;
const PERFORMING_ABOVE = 0.8;
const LOW_QUALITY_BELOW = 0.3;
const ATTENTION_BELOW = -0.5;
const TREND_STEP = 0.02;
const TREND_SAMPLES_MIN = 4;

/** What the graph looks like, and how it did lately. */
export interface Steered {
  /** The share of memories with an edge that carries. */
  readonly connectivity: number | null;
  readonly qualities: readonly number[];
  /** Whether what was returned was right, the oldest first, from 0 to 1. */
  readonly outcomes: readonly number[];
  /** Learning scores of the last memories. */
  readonly learning: readonly number[];
}

export type Part = "gardener" | "curator" | "assessor";

export interface Steering {
  /** Between -1 and 1; null where there is nothing yet to judge. */
  readonly value: number | null;
  readonly scores: Readonly<Record<Part, number | null>>;
  readonly dominant: Part | null;
  readonly limiting: Part | null;
  readonly averageQuality: number | null;
  readonly lowQualityCount: number;
  readonly accuracy: number | null;
  readonly efficiency: number | null;
  readonly trend: "improving" | "declining" | "stable" | "unknown";
  readonly isHealthy: boolean;
  readonly isHighQuality: boolean;
  readonly isPerforming: boolean;
  readonly needsAttention: boolean;
}

/** How well the graph is kept, filled and used: each from -1 to 1, and their mean. What nobody can judge yet has no score. */
export function steer({ connectivity, qualities, outcomes, learning }: Steered): Steering {
  const averageQuality = mean(qualities);
  const [accuracy, efficiency] = [mean(outcomes), mean(learning)];
  const assessed = mean([accuracy, efficiency].filter((value) => value !== null));
  const scores = { gardener: score(connectivity), curator: score(averageQuality), assessor: score(assessed) };
  const judged = (Object.entries(scores) as [Part, number | null][]).filter(
    (entry): entry is [Part, number] => entry[1] !== null,
  );
  const byScore = [...judged].sort((one, other) => other[1] - one[1]);
  return {
    value: mean(judged.map(([, value]) => value)),
    scores,
    dominant: byScore[0]?.[0] ?? null,
    limiting: byScore.at(-1)?.[0] ?? null,
    averageQuality,
    lowQualityCount: qualities.filter((quality) => quality < LOW_QUALITY_BELOW).length,
    accuracy,
    efficiency,
    trend: trendOf(outcomes),
    isHealthy: (connectivity ?? 0) > HEALTHY_ABOVE,
    isHighQuality: (averageQuality ?? 0) > HIGH_QUALITY_ABOVE,
    isPerforming: (assessed ?? 0) > PERFORMING_ABOVE,
    needsAttention: judged.some(([, value]) => value < ATTENTION_BELOW),
  };
}

function trendOf(outcomes: readonly number[]): Steering["trend"] {
  if (outcomes.length < TREND_SAMPLES_MIN) return "unknown";
  const half = Math.floor(outcomes.length / 2);
  const step = (mean(outcomes.slice(-half)) ?? 0) - (mean(outcomes.slice(0, half)) ?? 0);
  if (Math.abs(step) <= TREND_STEP) return "stable";
  return step > 0 ? "improving" : "declining";
}

function score(share: number | null): number | null {
  return share === null ? null : 2 * share - 1;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
