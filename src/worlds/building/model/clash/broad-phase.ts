import type { Box } from "../shape/bounds.ts";

export interface BroadPhase {
  /** Numbers of two bodies each, in the order of the bodies. */
  readonly pairs: readonly (readonly [number, number])[];
  /** How many times two boxes were compared. */
  readonly tests: number;
}

/**
 * Which boxes come within a distance of each other: sorted along the axis on which they lie furthest apart, each is
 * compared only with those that begin before it ends.
 */
export function nearPairs(boxes: readonly Box[], distance: number): BroadPhase {
  const axis = widestAxis(boxes);
  const [second, third] = [(axis + 1) % 3, (axis + 2) % 3];
  const order = boxes.map((_, n) => n).sort((a, b) => low(boxes, a, axis) - low(boxes, b, axis) || a - b);
  const ends = (of: "min" | "max", on: number) =>
    Float64Array.from(order, (n) => (boxes[n]?.[of][on] ?? 0) + (of === "max" ? distance : 0));
  const [from, to] = [ends("min", axis), ends("max", axis)];
  const [low2, high2, low3, high3] = [ends("min", second), ends("max", second), ends("min", third), ends("max", third)];
  const pairs: [number, number][] = [];
  let tests = 0;
  for (let i = 0; i < order.length; i += 1) {
    for (let j = i + 1; j < order.length && at(from, j) <= at(to, i); j += 1) {
      tests += 1;
      if (at(low2, j) > at(high2, i) || at(low2, i) > at(high2, j)) continue;
      if (at(low3, j) > at(high3, i) || at(low3, i) > at(high3, j)) continue;
      const [a, b] = [order[i] as number, order[j] as number];
      pairs.push(a < b ? [a, b] : [b, a]);
    }
  }
  return { pairs: pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]), tests };
}

function at(values: Float64Array, n: number): number {
  return values[n] as number;
}

function low(boxes: readonly Box[], n: number, axis: number): number {
  return boxes[n]?.min[axis] ?? 0;
}

/** Where the middles of the boxes scatter most, there fewest overlap. */
function widestAxis(boxes: readonly Box[]): number {
  const scatter = [0, 1, 2].map((axis) => {
    const middles = boxes.map(({ min, max }) => ((min[axis] as number) + (max[axis] as number)) / 2);
    const mean = middles.reduce((sum, one) => sum + one, 0) / middles.length;
    return middles.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  });
  return scatter.indexOf(Math.max(...scatter));
}
