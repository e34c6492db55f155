import type { Vector } from "../shape/shape.ts";
import { normalOf } from "./overlap.ts";

/** Triangles that came from elsewhere are single floats; what is closer than this touches and does not cross. */
const TOUCH_MM = 0.01;

/** Triangles as nine numbers each, and whether they enclose a solid. */
export interface Surface {
  readonly corners: Float64Array;
  readonly isSolid: boolean;
}

/**
 * Where two surfaces run through each other: the middle of all places where a triangle of one crosses one of the other,
 * or lies inside the other where that is a solid. Surfaces that only touch do not.
 */
export function crossingOf(a: Surface, b: Surface): Vector | undefined {
  const found: Vector[] = [];
  crossings(a.corners, b.corners, found);
  if (found.length === 0) {
    if (b.isSolid) insideOf(a.corners, b.corners, found);
    if (a.isSolid) insideOf(b.corners, a.corners, found);
  }
  if (found.length === 0) return undefined;
  const mean = (axis: number) => found.reduce((sum, one) => sum + (one[axis] as number), 0) / found.length;
  return [mean(0), mean(1), mean(2)];
}

/** Sorted along x, each triangle meets only those that begin before it ends. */
function crossings(a: Float64Array, b: Float64Array, found: Vector[]): void {
  const all = [...spansOf(a, "a"), ...spansOf(b, "b")].sort((one, other) => one.min[0] - other.min[0]);
  let open: Span[] = [];
  for (const span of all) {
    open = open.filter(({ max }) => max[0] >= span.min[0]);
    for (const other of open) {
      if (other.of === span.of || !boxesMeet(span, other)) continue;
      const at = span.of === "a" ? crossingPoint(a, span.at, b, other.at) : crossingPoint(a, other.at, b, span.at);
      if (at !== undefined) found.push(at);
    }
    open.push(span);
  }
}

interface Span {
  readonly of: "a" | "b";
  readonly at: number;
  readonly min: Vector;
  readonly max: Vector;
}

function spansOf(corners: Float64Array, of: "a" | "b"): Span[] {
  return Array.from({ length: corners.length / 9 }, (_, n) => {
    const side = (pick: (...values: number[]) => number) =>
      [0, 1, 2].map((axis) =>
        pick(...[0, 3, 6].map((corner) => corners[9 * n + corner + axis] as number)),
      ) as unknown as Vector;
    return { of, at: 9 * n, min: side(Math.min), max: side(Math.max) };
  });
}

function boxesMeet(a: Span, b: Span): boolean {
  return [1, 2].every(
    (axis) => (a.min[axis] as number) <= (b.max[axis] as number) && (b.min[axis] as number) <= (a.max[axis] as number),
  );
}

/** The middle of the line along which two triangles cross; none where they lie in one plane or only touch. */
function crossingPoint(a: Float64Array, atA: number, b: Float64Array, atB: number): Vector | undefined {
  const [normalA, normalB] = [normalOf(a, atA), normalOf(b, atB)];
  if (normalA === undefined || normalB === undefined) return undefined;
  const ofA = cutBy(a, atA, normalB, cornerOf(b, atB, 0));
  const ofB = ofA && cutBy(b, atB, normalA, cornerOf(a, atA, 0));
  if (ofA === undefined || ofB === undefined) return undefined;
  const line = crossed(normalA, normalB);
  const size = Math.hypot(...line);
  if (size < 1e-9) return undefined;
  const along = (at: Vector) => (at[0] * line[0] + at[1] * line[1] + at[2] * line[2]) / size;
  const [a1, a2] = [along(ofA[0]), along(ofA[1])];
  const [b1, b2] = [along(ofB[0]), along(ofB[1])];
  const low = Math.max(Math.min(a1, a2), Math.min(b1, b2));
  const high = Math.min(Math.max(a1, a2), Math.max(b1, b2));
  if (high - low < TOUCH_MM) return undefined;
  const step = (low + high) / 2 - a1;
  return [0, 1, 2].map(
    (axis) => (ofA[0][axis] as number) + ((line[axis] as number) / size) * step,
  ) as unknown as Vector;
}

/** Where a plane cuts a triangle that has corners well on both sides of it. */
function cutBy(corners: Float64Array, at: number, normal: Vector, on: Vector): [Vector, Vector] | undefined {
  const points = [0, 3, 6].map((corner) => cornerOf(corners, at, corner));
  const away = points.map((one) => dot(normal, one) - dot(normal, on));
  if (!away.some((value) => value > TOUCH_MM) || !away.some((value) => value < -TOUCH_MM)) return undefined;
  const cuts: Vector[] = [];
  for (const [from, to] of [
    [0, 1],
    [1, 2],
    [2, 0],
  ] as const) {
    const [one, other] = [away[from] as number, away[to] as number];
    if (one > 0 === other > 0) continue;
    const share = one / (one - other);
    cuts.push(
      [0, 1, 2].map((axis) => {
        const begin = points[from]?.[axis] as number;
        return begin + share * ((points[to]?.[axis] as number) - begin);
      }) as unknown as Vector,
    );
  }
  return cuts.length === 2 ? [cuts[0] as Vector, cuts[1] as Vector] : undefined;
}

/** Middles of triangles that lie inside a solid, and not on its surface: to both sides of them there is solid. */
function insideOf(corners: Float64Array, solid: Float64Array, found: Vector[]): void {
  for (let at = 0; at < corners.length; at += 9) {
    const normal = normalOf(corners, at);
    if (normal === undefined) continue;
    const middle = [0, 1, 2].map(
      (axis) =>
        ((corners[at + axis] as number) + (corners[at + 3 + axis] as number) + (corners[at + 6 + axis] as number)) / 3,
    ) as unknown as Vector;
    const beside = (by: number): Vector => [
      middle[0] + by * normal[0],
      middle[1] + by * normal[1],
      middle[2] + by * normal[2],
    ];
    if (isInside(beside(TOUCH_MM), solid) && isInside(beside(-TOUCH_MM), solid)) found.push(middle);
  }
}

/** Along no axis and no diagonal, so that it meets no edge of what people build. */
const RAY: Vector = [0.5773021, 0.5780115, 0.5767365];

/** Whether a ray from it leaves the solid once more than it enters. */
function isInside(at: Vector, solid: Float64Array): boolean {
  let isIn = false;
  for (let n = 0; n < solid.length; n += 9) if (rayMeets(at, solid, n)) isIn = !isIn;
  return isIn;
}

function rayMeets(from: Vector, corners: Float64Array, at: number): boolean {
  const a = cornerOf(corners, at, 0);
  const [u, v] = [less(cornerOf(corners, at, 3), a), less(cornerOf(corners, at, 6), a)];
  const p = crossed(RAY, v);
  const determinant = dot(u, p);
  if (Math.abs(determinant) < 1e-12) return false;
  const t = less(from, a);
  const first = dot(t, p) / determinant;
  const q = crossed(t, u);
  const second = dot(RAY, q) / determinant;
  return first >= 0 && second >= 0 && first + second <= 1 && dot(v, q) / determinant > 0;
}

function cornerOf(corners: Float64Array, at: number, corner: number): Vector {
  return [corners[at + corner] as number, corners[at + corner + 1] as number, corners[at + corner + 2] as number];
}

function less(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function crossed(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
