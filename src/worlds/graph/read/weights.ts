import { refuse } from "../errors.ts";
import { SPACE_COUNT } from "../model/spaces/names.ts";

/** Weights that add up to one. */
export function normalised(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0)) throw refuse("INVALID_PARAMS", "custom_weights must not all be 0", "weights_empty");
  return weights.map((weight) => weight / total);
}

export const EVEN_WEIGHTS: readonly number[] = Array.from({ length: SPACE_COUNT }, () => 1 / SPACE_COUNT);
