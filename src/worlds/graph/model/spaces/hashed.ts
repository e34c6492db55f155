import type { Sparse } from "./embedding.ts";
import { sparseFrom } from "./embedding.ts";
import { hash32 } from "./hash.ts";

/** Adds up features at the places their hashes name, with the sign that another bit names: collisions cancel on average. */
export function hashedSum(width: number, seed: number, offset = 0) {
  const weights = new Map<number, number>();

  function add(feature: string, weight: number): void {
    const hash = hash32(feature, seed);
    const place = offset + (hash % width);
    // The sign must not follow from the place.
    const sign = Math.imul(hash, 0x2c1b3c6d) >>> 31 === 0 ? 1 : -1;
    weights.set(place, (weights.get(place) ?? 0) + sign * weight);
  }

  return { add, weights };
}

/** Several parts of one vector, each brought to the length it is to have. */
export function joinParts(
  parts: readonly { readonly weights: ReadonlyMap<number, number>; readonly length: number }[],
  dimensions: number,
): Sparse {
  const joined = new Map<number, number>();
  for (const { weights, length } of parts) {
    let squares = 0;
    for (const weight of weights.values()) squares += weight * weight;
    if (squares === 0) continue;
    for (const [place, weight] of weights) joined.set(place, (weight / Math.sqrt(squares)) * length);
  }
  return sparseFrom(joined, dimensions);
}
