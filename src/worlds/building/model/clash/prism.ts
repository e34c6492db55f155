import type { Point } from "../element.ts";
import type { Placement, Plane, Ring, Shape, Vector } from "../shape/shape.ts";
import type { Overlap } from "./overlap.ts";

const MM_PER_M = 1000;
/** Thinner than this is two faces that touch. */
const TOUCH_MM = 1e-3;
const DEPTH_STEPS = 1e6;
/** A corner bends the wrong way only if it does so by more than noise, in mm². */
const BEND_MM2 = 1e-6;

/** An upright body over a convex outline, in mm, with the boxes that are cut out of it. */
export interface Prism {
  /** Counter-clockwise. */
  readonly ring: Ring;
  readonly low: number;
  readonly high: number;
  readonly holes: readonly Prism[];
  readonly volume: number;
}

/** A shape as a prism; none where it is another body, which the engine must look at. */
export function prismOf(shape: Shape): Prism | undefined {
  if (shape.op !== "place") return undefined;
  const plain = plainOf(shape.shape);
  return plain === undefined ? undefined : standing(plain, shape.at);
}

interface Plain {
  readonly ring: Ring;
  readonly low: number;
  readonly high: number;
  readonly holes: readonly Plain[];
}

/** In metres, in its own place. */
function plainOf(shape: Shape): Plain | undefined {
  switch (shape.op) {
    case "extrude": {
      const [ring, ...others] = shape.rings;
      return ring === undefined || others.length > 0 ? undefined : { ring, low: 0, high: shape.height, holes: [] };
    }
    case "stand": {
      const half = shape.depth / 2;
      const [whole, ...holes] = shape.rings.map((ring) => {
        const box = boxOf(ring);
        if (box === undefined) return undefined;
        const { left, right, low, high } = box;
        return { ring: across(left, right, half), low, high, holes: [] };
      });
      const known = holes.filter((hole) => hole !== undefined);
      return whole === undefined || known.length < holes.length ? undefined : { ...whole, holes: known };
    }
    case "along": {
      const [ring, ...others] = shape.rings;
      const box = ring === undefined || others.length > 0 ? undefined : boxOf(ring);
      if (box === undefined || box.left !== -box.right) return undefined;
      return { ring: across(0, shape.length, box.right), low: box.low, high: box.high, holes: [] };
    }
    case "trim": {
      const whole = plainOf(shape.shape);
      if (whole === undefined || shape.planes.some(({ normal }) => normal[2] !== 0)) return undefined;
      return { ...whole, ring: shape.planes.reduce(trimmed, whole.ring) };
    }
    default:
      return undefined;
  }
}

function across(left: number, right: number, half: number): Ring {
  return [
    [left, -half],
    [right, -half],
    [right, half],
    [left, half],
  ];
}

/** The box that four corners are; none where they are another outline. */
function boxOf(ring: Ring): { left: number; right: number; low: number; high: number } | undefined {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const isBox =
    ring.length === 4 &&
    ring.every(([x, y], n) => {
      const [toX, toY] = ring[(n + 1) % 4] as Point;
      return (x === left || x === right) && (y === low || y === high) && (x === toX) !== (y === toY);
    });
  return isBox ? { left, right, low, high } : undefined;
}

function trimmed(ring: Ring, { normal, offset }: Plane): Ring {
  return keptBy(ring, (x, y) => normal[0] * x + normal[1] * y - offset);
}

function standing({ ring, low, high, holes }: Plain, at: Placement): Prism | undefined {
  const turn = (at.degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const placed = ring.map(
    ([x, y]): Point => [(at.x + x * cos - y * sin) * MM_PER_M, (at.y + x * sin + y * cos) * MM_PER_M],
  );
  const round = twiceAreaOf(placed) < 0 ? placed.reverse() : placed;
  if (round.length < 3 || !isConvex(round)) return undefined;
  const within = holes.map((hole) => standing(hole, at));
  const known = within.filter((hole) => hole !== undefined);
  if (known.length < within.length) return undefined;
  const [from, to] = [(at.z + low) * MM_PER_M, (at.z + high) * MM_PER_M];
  const cut = known.reduce((sum, hole) => sum + hole.volume, 0);
  const area = twiceAreaOf(seenFrom(round, round[0] as Point)) / 2;
  return { ring: round, low: from, high: to, holes: known, volume: area * (to - from) - cut };
}

function isConvex(ring: Ring): boolean {
  return ring.every(([x, y], n) => {
    const [bx, by] = ring[(n + 1) % ring.length] as Point;
    const [cx, cy] = ring[(n + 2) % ring.length] as Point;
    return (bx - x) * (cy - by) - (by - y) * (cx - bx) >= -BEND_MM2;
  });
}

/**
 * What two prisms have in common, by the outline that both cover and the height that both have. "unknown" where it
 * reaches a hole: then the engine must look.
 */
export function prismOverlap(a: Prism, b: Prism): Overlap | undefined | "unknown" {
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)];
  const tall = high - low;
  if (tall < TOUCH_MM) return undefined;
  const near = a.ring[0] as Point;
  const ring = clipped(seenFrom(a.ring, near), seenFrom(b.ring, near));
  const area = twiceAreaOf(ring) / 2;
  const volume = Math.round(area * tall);
  if (ring.length < 3 || volume < 1) return undefined;
  const depth = Math.min(tall, leastWidth(ring));
  if (depth < TOUCH_MM) return undefined;
  if (reaches(b, a.holes) || reaches(a, b.holes)) return "unknown";
  const [x, y] = centroidOf(ring, area);
  const centre: Vector = [x + near[0], y + near[1], (low + high) / 2];
  return { volume, depth: Math.round(depth * DEPTH_STEPS) / DEPTH_STEPS, centre };
}

function reaches(prism: Prism, holes: readonly Prism[]): boolean {
  return holes.some((hole) => prismOverlap({ ...prism, holes: [] }, hole) !== undefined);
}

/** Near zero the digits are finer. */
function seenFrom(ring: Ring, [x, y]: Point): Ring {
  return ring.map((at) => [at[0] - x, at[1] - y]);
}

/** What lies in both of two convex outlines. */
function clipped(ring: Ring, by: Ring): Ring {
  let left = ring;
  for (let n = 0; n < by.length && left.length > 0; n += 1) {
    const [[x, y], [toX, toY]] = [by[n] as Point, by[(n + 1) % by.length] as Point];
    left = keptBy(left, (px, py) => (toX - x) * (py - y) - (toY - y) * (px - x));
  }
  return left;
}

/** The part of an outline where a linear measure is not below zero. */
function keptBy(ring: Ring, side: (x: number, y: number) => number): Ring {
  const kept: Point[] = [];
  for (let n = 0; n < ring.length; n += 1) {
    const [at, next] = [ring[n] as Point, ring[(n + 1) % ring.length] as Point];
    const [here, there] = [side(at[0], at[1]), side(next[0], next[1])];
    if (here >= 0) kept.push(at);
    if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
      const share = here / (here - there);
      kept.push([at[0] + share * (next[0] - at[0]), at[1] + share * (next[1] - at[1])]);
    }
  }
  return kept;
}

function twiceAreaOf(ring: Ring): number {
  let sum = 0;
  for (let n = 0; n < ring.length; n += 1) {
    const [[x, y], [toX, toY]] = [ring[n] as Point, ring[(n + 1) % ring.length] as Point];
    sum += x * toY - toX * y;
  }
  return sum;
}

function centroidOf(ring: Ring, area: number): Point {
  let [cx, cy] = [0, 0];
  for (let n = 0; n < ring.length; n += 1) {
    const [[x, y], [toX, toY]] = [ring[n] as Point, ring[(n + 1) % ring.length] as Point];
    const part = x * toY - toX * y;
    cx += (x + toX) * part;
    cy += (y + toY) * part;
  }
  return [cx / (6 * area), cy / (6 * area)];
}

/** Over the axes and the directions of its sides. */
function leastWidth(ring: Ring): number {
  let least = Math.min(widthAlong(ring, 1, 0), widthAlong(ring, 0, 1));
  for (let n = 0; n < ring.length; n += 1) {
    const [[x, y], [toX, toY]] = [ring[n] as Point, ring[(n + 1) % ring.length] as Point];
    const size = Math.hypot(toX - x, toY - y);
    // A side of no length has no direction.
    if (size > TOUCH_MM) least = Math.min(least, widthAlong(ring, (y - toY) / size, (toX - x) / size));
  }
  return least;
}

function widthAlong(ring: Ring, x: number, y: number): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const at of ring) {
    const along = at[0] * x + at[1] * y;
    if (along < low) low = along;
    if (along > high) high = along;
  }
  return high - low;
}
