const BINS = 10;

/** What was said, and what came: both between 0 and 1. An outcome of a half or more counts as right. */
export interface Judged {
  readonly confidence: number;
  readonly outcome: number;
}

export interface CalibrationMetrics {
  /** How far confidence and truth lie apart on average; null where nothing was judged yet. */
  readonly ece: number | null;
  /** How far they lie apart in the worst bin. */
  readonly mce: number | null;
  /** The mean square of the difference. */
  readonly brier: number | null;
  readonly sample_count: number;
}

export type CalibrationStatus = "Excellent" | "Good" | "Acceptable" | "Poor" | "Critical" | "Unknown";

/** Below which error a status holds. */
const STATUSES = [
  [0.05, "Excellent"],
  [0.1, "Good"],
  [0.15, "Acceptable"],
  [0.25, "Poor"],
] as const;

export const TARGETS = {
  ece_target: 0.05,
  ece_acceptable: 0.1,
  mce_target: 0.1,
  mce_acceptable: 0.2,
  brier_target: 0.1,
  brier_acceptable: 0.15,
} as const;

export function calibrationOf(judged: readonly Judged[]): CalibrationMetrics {
  if (judged.length === 0) return { ece: null, mce: null, brier: null, sample_count: 0 };
  const bins = Array.from({ length: BINS }, () => ({ count: 0, confidence: 0, right: 0 }));
  let squares = 0;
  for (const { confidence, outcome } of judged) {
    const right = outcome >= 0.5 ? 1 : 0;
    const bin = bins[Math.min(BINS - 1, Math.floor(confidence * BINS))];
    if (bin === undefined) throw new RangeError("a confidence lies between 0 and 1");
    bin.count += 1;
    bin.confidence += confidence;
    bin.right += right;
    squares += (confidence - right) ** 2;
  }
  const gaps = bins
    .filter(({ count }) => count > 0)
    .map(({ count, confidence, right }) => ({
      share: count / judged.length,
      gap: Math.abs(confidence - right) / count,
    }));
  return {
    ece: gaps.reduce((sum, { share, gap }) => sum + share * gap, 0),
    mce: Math.max(...gaps.map(({ gap }) => gap)),
    brier: squares / judged.length,
    sample_count: judged.length,
  };
}

export function calibrationStatus({ ece }: CalibrationMetrics): CalibrationStatus {
  if (ece === null) return "Unknown";
  return STATUSES.find(([below]) => ece < below)?.[1] ?? "Critical";
}

export function shouldRecalibrate(metrics: CalibrationMetrics): boolean {
  return ["Poor", "Critical"].includes(calibrationStatus(metrics));
}
