import type { IfcExtrusion, IfcFrame } from "../../../../kernel/index.ts";
import type { Point } from "../element.ts";
import type { Ring } from "../shape/shape.ts";
import { dot, leftOf, lengthOf, minus, plus, times, unit } from "../shape/vectors.ts";
import { onGrid } from "../units.ts";

/** How far a direction may lean and still be meant as straight up. */
const STRAIGHT = 1e-6;
/** Files carry the noise of whoever reckoned them: a thousandth of a millimetre is none. */
const NOISE_PER_M = 1e6;
/** How far a corner may be off a right angle's place, in metres. */
const SQUARE_M = 1e-4;

/** An outline in plan that rises straight up, in metres. */
export interface Upright {
  readonly outline: Ring;
  readonly holes: readonly Ring[];
  readonly base: number;
  readonly height: number;
  /** Where it is a circle in plan; its outline is empty then. */
  readonly circle?: { readonly middle: Point; readonly radius: number };
}

/** A length of a file, in metres, without its noise. */
export function metres(millimetres: number): number {
  return onGrid(Math.round((millimetres / 1000) * NOISE_PER_M) / NOISE_PER_M);
}

/** A body that one outline in plan makes by rising; undefined where it leans or is of several pieces. */
export function uprightOf(body: readonly IfcExtrusion[] | null): Upright | undefined {
  const [only, second] = body ?? [];
  if (only === undefined || second !== undefined) return undefined;
  const { profile, frame, direction, depth } = only;
  const isStraight =
    Math.abs(Math.abs(direction[2]) - 1) < STRAIGHT && Math.abs(Math.abs(frame[8] ?? 0) - 1) < STRAIGHT;
  if (!isStraight) return undefined;
  const foot = (frame[11] ?? 0) + (direction[2] < 0 ? -depth : 0);
  const prism = { base: metres(foot), height: metres(depth) };
  switch (profile.shape) {
    case "rectangle":
      return { outline: placed(rectangle(profile.width, profile.depth), frame), holes: [], ...prism };
    case "polygon":
      return {
        outline: placed(profile.outer, frame),
        holes: profile.inner.map((ring) => placed(ring, frame)),
        ...prism,
      };
    case "circle": {
      const [middle] = placed([[0, 0]], frame).map(snapped);
      return middle && { outline: [], holes: [], ...prism, circle: { middle, radius: metres(profile.radius) } };
    }
  }
}

function rectangle(width: number, depth: number): Ring {
  const [x, y] = [width / 2, depth / 2];
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
}

function placed(ring: Ring, frame: IfcFrame): Ring {
  const at = (index: number) => frame[index] ?? 0;
  return ring.map(([x, y]) => [(at(0) * x + at(3) * y + at(9)) / 1000, (at(1) * x + at(4) * y + at(10)) / 1000]);
}

/** A rectangle by the line through its middle: where that starts and ends, and how wide the rectangle is across. */
export interface Strip {
  readonly start: Point;
  readonly end: Point;
  readonly width: number;
}

/** An outline of four right angles, along a direction where one is given and else along its longer side. */
export function stripOf(ring: Ring, along?: Point): Strip | undefined {
  const [a, b, c, d] = ring;
  if (ring.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  const [first, second] = [minus(b, a), minus(d, a)];
  const isSquare =
    lengthOf(minus(plus(b, second), c)) < SQUARE_M &&
    Math.abs(dot(first, second)) < SQUARE_M * Math.max(lengthOf(first), lengthOf(second));
  if (!isSquare || lengthOf(first) === 0 || lengthOf(second) === 0) return undefined;
  const runsFirst =
    along === undefined
      ? lengthOf(first) >= lengthOf(second)
      : Math.abs(dot(unit(along), unit(first))) >= Math.abs(dot(unit(along), unit(second)));
  const [run, across, corner] = runsFirst ? [first, second, a] : [second, first, a];
  const start = plus(corner, times(across, 0.5));
  const end = plus(start, run);
  const isBackward = along !== undefined && dot(along, run) < 0;
  const [from, to] = isBackward ? [end, start] : [start, end];
  return { start: from, end: to, width: metres(lengthOf(across) * 1000) };
}

/** A point without its noise. Lengths between points are taken before: of a turned wall they would not be whole again. */
export function snapped([x, y]: Point): Point {
  return [metres(x * 1000), metres(y * 1000)];
}

/** A point in the frame of a strip: along it from its start, and to its left. */
export function inStrip({ start, end }: Strip, at: Point): Point {
  const along = unit(minus(end, start));
  const away = minus(at, start);
  return [dot(away, along), dot(away, leftOf(along))];
}
