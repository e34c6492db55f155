import type { Stage } from "./lifecycle.ts";

export const clamp01 = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * How much was learnt: novelty times coherence, weighed by the stage, by how much feeling is in it and by the phase.
 * The weights of a stage are taken against even ones, so that in growth the score is the bare product.
 */
export function learningScore(
  deltaS: number,
  deltaC: number,
  { lambda_s, lambda_c }: Pick<Stage, "lambda_s" | "lambda_c">,
  emotionalWeight = 1,
  phase = 0,
): number {
  return clamp01(2 * lambda_s * deltaS * (2 * lambda_c * deltaC) * emotionalWeight * Math.cos(phase));
}
