import type { Point } from "../element.ts";
import type { Box } from "../shape/bounds.ts";

/** Room around the building for dimensions, axes and what is written below, on paper. */
const [LEFT, RIGHT, ABOVE, BELOW] = [32, 26, 32, 36];
const WIDTH_MIN = 110;

/** A piece of paper with a building on it. */
export interface PlanPaper {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly box: Box;
  /** What lies at the paper's corner, in metres. */
  readonly origin: Point;
  /** A place of the building on paper. */
  at(point: Point): Point;
  /** A length of the building on paper. */
  size(metres: number): number;
}

export function planPaper(box: Box, scale: number): PlanPaper {
  const size = (metres: number) => (metres * 1000) / scale;
  const [min, max] = [box.min, box.max];
  const wide = size(max[0] - min[0]) + LEFT + RIGHT;
  const spare = Math.max(0, WIDTH_MIN - wide) / 2;
  return {
    width: wide + 2 * spare,
    height: size(max[1] - min[1]) + ABOVE + BELOW,
    scale,
    box,
    origin: [min[0] - ((LEFT + spare) * scale) / 1000, min[1] - (BELOW * scale) / 1000],
    at: ([x, y]) => [LEFT + spare + size(x - min[0]), BELOW + size(y - min[1])],
    size,
  };
}
