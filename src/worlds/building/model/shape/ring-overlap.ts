import type { Point } from "../element.ts";
import { TOLERANCE_M } from "../units.ts";
import { contains, distanceToSegment, edgesOf } from "./polygon.ts";
import type { Ring } from "./shape.ts";
import { cross, dot, lengthOf, minus, plus, times } from "./vectors.ts";

/** Whether no part of an outline leaves another one; it may lie on its border. */
export function liesWithin(outer: Ring, inner: Ring): boolean {
  return placesOf(inner, outer).every((place) => place !== "outside");
}

/** Whether two outlines have an area in common; to touch is not to overlap. */
export function overlaps(one: Ring, other: Ring): boolean {
  if (areApart(one, other)) return false;
  const [ofOne, ofOther] = [placesOf(one, other), placesOf(other, one)];
  // All of it on the border of the other: the two are one and the same.
  return ofOne.includes("inside") || ofOther.includes("inside") || ofOne.every((place) => place === "border");
}

type Place = "inside" | "border" | "outside";

/**
 * Where an outline runs with respect to another one. Its edges are cut wherever the two meet, so that each piece lies on
 * one side as a whole: crossings alone miss outlines that meet in corners or along edges only.
 */
function placesOf(ring: Ring, other: Ring): Place[] {
  const edges = edgesOf(other);
  return edgesOf(ring).flatMap(([from, to]) => {
    const run = minus(to, from);
    const cuts = [0, ...edges.flatMap((edge) => meetingsOn(from, to, edge)), 1].sort((a, b) => a - b);
    return cuts.slice(1).flatMap((cut, n): Place[] => {
      const before = cuts[n] as number;
      if ((cut - before) * lengthOf(run) <= 2 * TOLERANCE_M) return [];
      return [placeOf(other, edges, plus(from, times(run, (before + cut) / 2)))];
    });
  });
}

function placeOf(ring: Ring, edges: readonly [Point, Point][], at: Point): Place {
  if (edges.some(([from, to]) => distanceToSegment(at, from, to) <= TOLERANCE_M)) return "border";
  return contains(ring, at) ? "inside" : "outside";
}

/** How far along a segment, from 0 to 1, another one crosses it or ends on it. */
function meetingsOn(from: Point, to: Point, [a, b]: readonly [Point, Point]): number[] {
  const [run, other] = [minus(to, from), minus(b, a)];
  const ends = [a, b]
    .filter((at) => distanceToSegment(at, from, to) <= TOLERANCE_M)
    .map((at) => dot(minus(at, from), run) / dot(run, run));
  const spread = cross(run, other);
  const [along, across] = [cross(minus(a, from), other) / spread, cross(minus(a, from), run) / spread];
  const isCrossing = along >= 0 && along <= 1 && across >= 0 && across <= 1;
  return [...ends, ...(isCrossing ? [along] : [])].map((share) => Math.max(0, Math.min(1, share)));
}

function areApart(one: Ring, other: Ring): boolean {
  return ([0, 1] as const).some((axis) => {
    const [mine, yours] = [one.map((at) => at[axis]), other.map((at) => at[axis])];
    return Math.max(...mine) <= Math.min(...yours) || Math.max(...yours) <= Math.min(...mine);
  });
}
