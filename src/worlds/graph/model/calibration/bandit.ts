import type { Random } from "../random.ts";
import type { Sample } from "./temperature.ts";

/** Thresholds that are tried against each other. */
export const ARMS: readonly number[] = [0.7, 0.72, 0.75, 0.77, 0.8];

export interface Arm {
  readonly threshold: number;
  readonly successes: number;
  readonly failures: number;
  /** Drawn from the beta distribution of its successes and failures. */
  readonly sample: number;
}

/** Judges each threshold by what it would have let through, draws one value for each, and takes the highest. */
export function chooseArm(samples: readonly Sample[], random: Random): { arms: readonly Arm[]; selected: Arm } {
  const arms = ARMS.map((threshold) => {
    const successes = samples.filter(({ similarity, outcome }) => similarity >= threshold === outcome >= 0.5).length;
    const failures = samples.length - successes;
    return { threshold, successes, failures, sample: betaDraw(successes + 1, failures + 1, random) };
  });
  const selected = arms.reduce((best, arm) => (arm.sample > best.sample ? arm : best));
  return { arms, selected };
}

/** A draw of the beta distribution with whole parameters: the a-th smallest of a + b - 1 even draws has it. */
function betaDraw(a: number, b: number, random: Random): number {
  const draws = Array.from({ length: a + b - 1 }, () => random());
  draws.sort((one, other) => one - other);
  return draws[a - 1] ?? 0;
}
