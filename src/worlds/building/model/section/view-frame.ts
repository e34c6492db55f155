import type { Placement, Vector } from "../shape/shape.ts";

/** A way of looking at a building: what is to the right, what is up, and how far away something lies. All in metres. */
export interface ViewFrame {
  readonly origin: Vector;
  readonly right: Vector;
  readonly up: Vector;
  /** Away from who looks. */
  readonly away: Vector;
}

/** A place as it is seen: to the right, up, and away. */
export type Seen = readonly [number, number, number];

/** Looking along a direction; up is up, or north where one looks straight down. */
export function viewAlong(origin: Vector, direction: Vector): ViewFrame {
  const away = normal(direction);
  const sky: Vector = Math.abs(away[2]) > 0.999 ? [0, 1, 0] : [0, 0, 1];
  const right = normal(crossed(away, sky));
  return { origin, right, up: crossed(right, away), away };
}

/** Corners of a surface where it stands, as they are seen. */
export function seenCorners(
  { origin, right, up, away }: ViewFrame,
  positions: Float32Array,
  { x, y, z, degrees }: Placement,
): Seen[] {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return Array.from({ length: positions.length / 3 }, (_, n): Seen => {
    const [px, py, pz] = [0, 1, 2].map((axis) => Number(positions[3 * n + axis])) as [number, number, number];
    const at: Vector = [px * cos - py * sin + x - origin[0], px * sin + py * cos + y - origin[1], pz + z - origin[2]];
    return [inner(at, right), inner(at, up), inner(at, away)];
  });
}

function inner(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function crossed(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function normal(vector: Vector): Vector {
  const size = Math.hypot(...vector);
  return [vector[0] / size, vector[1] / size, vector[2] / size];
}
