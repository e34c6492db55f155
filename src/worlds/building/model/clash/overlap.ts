import type { Manifold } from "manifold-3d";
import type { Vector } from "../shape/shape.ts";

/** What two solids have in common, in millimetres. */
export interface Overlap {
  /** To a whole mm³: the digits behind it are noise. */
  readonly volume: number;
  /** The least thickness of what they have in common, over the axes and the directions of its faces. */
  readonly depth: number;
  /** The middle of it. */
  readonly centre: Vector;
}

/** Thinner than this is two faces that touch. */
const TOUCH_MM = 1e-3;
/** To a millionth of a millimetre. */
const DEPTH_STEPS = 1e6;

/** What two solids have in common, or nothing where they only touch. */
export function overlapOf(a: Manifold, b: Manifold): Overlap | undefined {
  const common = a.intersect(b);
  try {
    const volume = Math.round(common.volume());
    if (volume < 1) return undefined;
    const { min, max } = common.boundingBox();
    const middle = [0, 1, 2].map((n) => ((min[n] as number) + (max[n] as number)) / 2) as [number, number, number];
    // Corners come as single floats: near the origin those are exact enough wherever the model lies.
    const near = common.translate([-middle[0], -middle[1], -middle[2]]);
    try {
      const corners = trianglesOf(near);
      const sides = [0, 1, 2].map((n) => (max[n] as number) - (min[n] as number));
      const depth = Math.min(...sides, leastWidth(corners));
      if (depth < TOUCH_MM) return undefined;
      return { volume, depth: Math.round(depth * DEPTH_STEPS) / DEPTH_STEPS, centre: moved(centreOf(corners), middle) };
    } finally {
      near.delete();
    }
  } finally {
    common.delete();
  }
}

/** Nine numbers a triangle. */
export function trianglesOf(solid: Manifold): Float64Array {
  const { vertProperties, triVerts, numProp } = solid.getMesh();
  const corners = new Float64Array(triVerts.length * 3);
  for (let n = 0; n < triVerts.length; n += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      corners[3 * n + axis] = vertProperties[(triVerts[n] as number) * numProp + axis] as number;
    }
  }
  return corners;
}

function moved([x, y, z]: Vector, by: Vector): Vector {
  return [x + by[0], y + by[1], z + by[2]];
}

/** Directions that are looked at: a body of many small faces is round, and its axes tell enough. */
const DIRECTIONS_MAX = 64;

function leastWidth(corners: Float64Array): number {
  const seen = new Set<string>();
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < corners.length && seen.size < DIRECTIONS_MAX; at += 9) {
    const normal = normalOf(corners, at);
    if (normal === undefined) continue;
    // Either way round is one direction.
    const sign = (normal.find((value) => Math.abs(value) > 1e-6) ?? 1) < 0 ? -1 : 1;
    const key = normal.map((value) => Math.round(value * sign * 1e5)).join(" ");
    if (seen.has(key)) continue;
    seen.add(key);
    least = Math.min(least, widthAlong(corners, normal));
  }
  return least;
}

function widthAlong(corners: Float64Array, [x, y, z]: Vector): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < corners.length; at += 3) {
    const along = (corners[at] as number) * x + (corners[at + 1] as number) * y + (corners[at + 2] as number) * z;
    if (along < low) low = along;
    if (along > high) high = along;
  }
  return high - low;
}

/** Of length one; none where the triangle is a line. */
export function normalOf(corners: Float64Array, at: number): Vector | undefined {
  const edge = (to: number, axis: number) => (corners[at + to + axis] as number) - (corners[at + axis] as number);
  const [ux, uy, uz] = [edge(3, 0), edge(3, 1), edge(3, 2)];
  const [vx, vy, vz] = [edge(6, 0), edge(6, 1), edge(6, 2)];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const size = Math.hypot(x, y, z);
  return size < 1e-12 ? undefined : [x / size, y / size, z / size];
}

/** The middle of the volume that triangles enclose, as the sum of the tetrahedra between them and the origin. */
function centreOf(corners: Float64Array): Vector {
  let [x, y, z, all] = [0, 0, 0, 0];
  for (let at = 0; at < corners.length; at += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners.subarray(at, at + 9) as unknown as number[] & { length: 9 };
    const part =
      (ax as number) * ((by as number) * (cz as number) - (bz as number) * (cy as number)) +
      (ay as number) * ((bz as number) * (cx as number) - (bx as number) * (cz as number)) +
      (az as number) * ((bx as number) * (cy as number) - (by as number) * (cx as number));
    x += part * ((ax as number) + (bx as number) + (cx as number));
    y += part * ((ay as number) + (by as number) + (cy as number));
    z += part * ((az as number) + (bz as number) + (cz as number));
    all += part;
  }
  return all === 0 ? [0, 0, 0] : [x / (4 * all), y / (4 * all), z / (4 * all)];
}
