import type { Point } from "../element.ts";
import { TOLERANCE_M } from "../units.ts";
import type { Ring } from "./shape.ts";
import { cross, dot, lengthOf, minus } from "./vectors.ts";

/** Above zero where the corners run to the left. */
function signedArea(ring: Ring): number {
  let twice = 0;
  ring.forEach((at, n) => {
    twice += cross(at, ring[(n + 1) % ring.length] as Point);
  });
  return twice / 2;
}

export function areaOf(ring: Ring): number {
  return Math.abs(signedArea(ring));
}

export function perimeterOf(ring: Ring): number {
  return edgesOf(ring).reduce((sum, [from, to]) => sum + lengthOf(minus(to, from)), 0);
}

/** The same outline, corners running to the left. */
export function leftward(ring: Ring): Ring {
  return signedArea(ring) < 0 ? [...ring].reverse() : ring;
}

export function edgesOf(ring: Ring): [Point, Point][] {
  return ring.map((at, n) => [at, ring[(n + 1) % ring.length] as Point]);
}

/** Whether a point lies inside or on the outline. */
export function contains(ring: Ring, at: Point): boolean {
  let inside = false;
  for (const [from, to] of edgesOf(ring)) {
    if (distanceToSegment(at, from, to) <= TOLERANCE_M) return true;
    const crosses = from[1] > at[1] !== to[1] > at[1];
    if (crosses && at[0] < from[0] + ((at[1] - from[1]) / (to[1] - from[1])) * (to[0] - from[0])) inside = !inside;
  }
  return inside;
}

export function distanceToSegment(at: Point, from: Point, to: Point): number {
  const along = minus(to, from);
  const squared = dot(along, along);
  const share = squared === 0 ? 0 : Math.max(0, Math.min(1, dot(minus(at, from), along) / squared));
  return lengthOf(minus(at, [from[0] + share * along[0], from[1] + share * along[1]]));
}

/** Why an outline encloses no area of its own, or undefined where it does. */
export function faultOf(ring: Ring): string | undefined {
  if (ring.length < 3) return "it has fewer than three corners";
  const edges = edgesOf(ring);
  if (edges.some(([from, to]) => lengthOf(minus(to, from)) <= TOLERANCE_M)) return "two corners in a row are one point";
  if (areaOf(ring) <= TOLERANCE_M * TOLERANCE_M) return "it encloses no area";
  for (let a = 0; a < edges.length; a++) {
    for (let b = a + 1; b < edges.length; b++) {
      const isNext = b === a + 1 || (a === 0 && b === edges.length - 1);
      if (isNext ? foldsBack(edges, a, b) : touch(edges[a] as [Point, Point], edges[b] as [Point, Point])) {
        return "it crosses or touches itself";
      }
    }
  }
  return undefined;
}

/** Two edges with a corner in common run back over each other. */
function foldsBack(edges: readonly [Point, Point][], a: number, b: number): boolean {
  const [first, second] = b === a + 1 ? [edges[a], edges[b]] : [edges[b], edges[a]];
  if (first === undefined || second === undefined) return false;
  const [back, on] = [minus(first[0], first[1]), minus(second[1], second[0])];
  return Math.abs(cross(back, on)) <= TOLERANCE_M * lengthOf(back) && dot(back, on) > 0;
}

function touch([a, b]: [Point, Point], [c, d]: [Point, Point]): boolean {
  const sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)] as const;
  if (sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0) return true;
  return (
    distanceToSegment(c, a, b) <= TOLERANCE_M ||
    distanceToSegment(d, a, b) <= TOLERANCE_M ||
    distanceToSegment(a, c, d) <= TOLERANCE_M ||
    distanceToSegment(b, c, d) <= TOLERANCE_M
  );
}

function side(a: Point, b: Point, at: Point): number {
  return Math.sign(cross(minus(b, a), minus(at, a)));
}

/** Whether no corner turns the other way. */
export function isConvex(ring: Ring): boolean {
  const corners = leftward(ring);
  return corners.every((at, n) => {
    const [before, after] = [corners.at(n - 1) as Point, corners[(n + 1) % corners.length] as Point];
    return cross(minus(at, before), minus(after, at)) >= -TOLERANCE_M;
  });
}

/** An outline of straight edges, each moved outward; corners stay sharp. */
export function offsetOutward(ring: Ring, distance: number): Ring {
  if (distance === 0) return leftward(ring);
  const corners = leftward(ring);
  return corners.map((at, n) => {
    const [before, after] = [corners.at(n - 1) as Point, corners[(n + 1) % corners.length] as Point];
    const [one, two] = [outwardNormal(before, at), outwardNormal(at, after)];
    // The corner lies where both moved edges meet: along their bisector, as far as its angle asks.
    const factor = distance / (1 + dot(one, two));
    return [at[0] + (one[0] + two[0]) * factor, at[1] + (one[1] + two[1]) * factor];
  });
}

/** Of an edge of an outline whose corners run to the left. */
export function outwardNormal(from: Point, to: Point): Point {
  const along = minus(to, from);
  const length = lengthOf(along);
  return [along[1] / length, -along[0] / length];
}

/** The middle of the area. */
export function centroidOf(ring: Ring): Point {
  let [x, y, twice] = [0, 0, 0];
  for (const [a, b] of edgesOf(ring)) {
    const part = cross(a, b);
    x += (a[0] + b[0]) * part;
    y += (a[1] + b[1]) * part;
    twice += part;
  }
  return [x / (3 * twice), y / (3 * twice)];
}
