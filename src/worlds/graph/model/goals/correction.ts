import type { DriftTrend } from "./drift.ts";

/** By how much alignment fell below where it stood when the goal was found. */
const SEVERITIES = [
  [0.1, "Severe"],
  [0.05, "Moderate"],
  [0.01, "Mild"],
] as const;

export type DriftSeverity = (typeof SEVERITIES)[number][1] | "None";

/** What is done about drift: the goal weighs more in ranking and moves, a threshold rises, or a person has to decide. */
export type Correction =
  | { readonly strategy: "NoAction" }
  | { readonly strategy: "ReinforceGoal"; readonly factor: number }
  | { readonly strategy: "AdjustThreshold"; readonly by: number }
  | { readonly strategy: "Emergency" };

export const HEALTH: Readonly<Record<DriftSeverity, number>> = { None: 1, Mild: 0.85, Moderate: 0.6, Severe: 0.3 };
/** How far a goal moves in one correction towards the memories that serve it best. */
export const RECENTRE = 0.1;
/** How much alignment must gain for a correction to count. */
export const GAIN_MIN = 0.01;

export function driftSeverity(baseline: number, alignment: number): DriftSeverity {
  const fallen = baseline - alignment;
  const [, severity] = SEVERITIES.find(([from], index) => (index === 2 ? fallen > from : fallen >= from)) ?? [
    0,
    "None",
  ];
  return severity as DriftSeverity;
}

/** What is done about drift of a severity, by where it is going. */
export function correctionFor(severity: DriftSeverity, direction: DriftTrend["direction"]): Correction {
  if (severity === "Mild") return direction === "Declining" ? reinforce(1.1) : { strategy: "NoAction" };
  if (severity === "Moderate") {
    if (direction === "Declining") return { strategy: "AdjustThreshold", by: 0.02 };
    return direction === "Stable" ? reinforce(1.2) : { strategy: "NoAction" };
  }
  if (severity === "Severe") {
    if (direction === "Declining") return { strategy: "Emergency" };
    return direction === "Stable" ? { strategy: "AdjustThreshold", by: 0.05 } : reinforce(1.5);
  }
  return { strategy: "NoAction" };
}

function reinforce(factor: number): Correction {
  return { strategy: "ReinforceGoal", factor };
}
