import { type Element, measure, type Point, point, points, text } from "../element.ts";
import type { Box } from "../shape/bounds.ts";
import { boundsOf } from "../shape/bounds.ts";
import { elevationOf } from "../shape/levels.ts";
import { shapeOf } from "../shape/of-element.ts";
import { contains, edgesOf } from "../shape/polygon.ts";
import type { Placement, Ring, Shape } from "../shape/shape.ts";
import { cross, minus, turned } from "../shape/vectors.ts";
import { isWallVoid, voidOf } from "../shape/voids.ts";
import { rectangle, wallPlacement } from "../shape/wall.ts";
import type { Elements } from "../state/branch-state.ts";
import { around } from "./box.ts";

/** A part of what an element covers in plan, and from where to where it rises. Every second ring around a point is a hole. */
export interface Footprint {
  readonly rings: readonly Ring[];
  readonly low: number;
  readonly high: number;
}

/**
 * What an element covers, in metres. Of what was cut slantwise or taken from something else it is the whole before the
 * cut: never less than the solid, sometimes more.
 */
export function footprintsOf(elements: Elements, element: Element): readonly Footprint[] {
  const own = OWN[element.type];
  if (own !== undefined) return own(elements, element);
  const placed = shapeOf(elements, element);
  return placed === undefined ? [] : moved(footprintsOfShape(placed.shape), placed.at);
}

/** What is no solid, or has no outline of its own in the shape it comes to. */
const OWN: Partial<Record<Element["type"], (elements: Elements, element: Element) => readonly Footprint[]>> = {
  room: (elements, room) => {
    const low = elevationOf(elements, room);
    return [{ rings: [points(room, "boundary_points")], low, high: low + measure(room, "height") }];
  },
  door: holeFootprints,
  window: holeFootprints,
  opening: holeFootprints,
  // Of triangles only the box is known here.
  mesh: (elements, mesh) => {
    const box = boundsOf(elements, mesh);
    if (box === undefined) return [];
    const { min, max } = box;
    return [{ rings: [rectangle(min[0], min[1], max[0], max[1])], low: min[2], high: max[2] }];
  },
};

/** What a door, a window or an opening takes out of its host. */
function holeFootprints(elements: Elements, hole: Element): readonly Footprint[] {
  const host = elements.get(text(hole, "wall_id") ?? text(hole, "host_id") ?? "");
  if (host === undefined) return [];
  if (host.type === "wall" && isWallVoid(hole)) {
    const { offset, base, width, height } = voidOf(hole);
    const strip = rectangle(offset, base, offset + width, base + height);
    return moved([standing([strip], measure(host, "thickness"))], wallPlacement(elements, host));
  }
  if (hole.parameters.location === undefined) return [];
  const [x, y] = point(hole, "location");
  const [w, d] = [measure(hole, "width") / 2, measure(hole, "height") / 2];
  return footprintsOf(elements, host).map(({ low, high }) => ({
    rings: [rectangle(x - w, y - d, x + w, y + d)],
    low,
    high,
  }));
}

function footprintsOfShape(shape: Shape): readonly Footprint[] {
  switch (shape.op) {
    case "extrude":
      return [{ rings: shape.rings, low: 0, high: shape.height }];
    case "stand":
      return [standing(shape.rings, shape.depth)];
    case "along":
      return [lying(shape.rings, shape.length)];
    case "trim":
      return footprintsOfShape(shape.shape);
    case "place":
      return moved(footprintsOfShape(shape.shape), shape.at);
    case "union":
      return shape.shapes.flatMap(footprintsOfShape);
    case "subtract":
    case "intersect":
      return footprintsOfShape(shape.a);
    case "mesh":
      return [];
  }
}

/** Outlines in elevation cover a strip in plan, as long as they are and as deep as said. */
function standing(rings: readonly Ring[], depth: number): Footprint {
  const xs = rings.flatMap((ring) => ring.map(([x]) => x));
  const ys = rings.flatMap((ring) => ring.map(([, y]) => y));
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  return { rings: [rectangle(left, -depth / 2, right, depth / 2)], low: Math.min(...ys), high: Math.max(...ys) };
}

/** A cross section that is drawn along covers a strip as wide as it is. */
function lying(rings: readonly Ring[], length: number): Footprint {
  const half = Math.max(...rings.flatMap((ring) => ring.map(([x]) => Math.abs(x))));
  const ys = rings.flatMap((ring) => ring.map(([, y]) => y));
  return { rings: [rectangle(0, -half, length, half)], low: Math.min(...ys), high: Math.max(...ys) };
}

function moved(footprints: readonly Footprint[], { x, y, z, degrees }: Placement): readonly Footprint[] {
  const move = (at: Point): Point => {
    const [tx, ty] = degrees === 0 ? at : turned(at, degrees);
    return [tx + x, ty + y];
  };
  return footprints.map(({ rings, low, high }) => ({
    rings: rings.map((ring) => ring.map(move)),
    low: low + z,
    high: high + z,
  }));
}

export function boxOf(footprints: readonly Footprint[]): Box | undefined {
  return around(
    footprints.map(({ rings, low, high }) => {
      const xs = rings.flatMap((ring) => ring.map(([x]) => x));
      const ys = rings.flatMap((ring) => ring.map(([, y]) => y));
      return {
        min: [Math.min(...xs), Math.min(...ys), low],
        max: [Math.max(...xs), Math.max(...ys), high],
      };
    }),
  );
}

/** Whether a point lies on it in plan: inside its outline and in no hole. */
export function covers({ rings }: Footprint, at: Point): boolean {
  return rings.filter((ring) => contains(ring, at)).length % 2 === 1;
}

/** Whether a footprint and a box have at least a point in common. */
export function reaches(footprint: Footprint, { min, max }: Box): boolean {
  if (footprint.low > max[2] || footprint.high < min[2]) return false;
  return meets(footprint, { rings: [rectangle(min[0], min[1], max[0], max[1])], low: min[2], high: max[2] });
}

/** Whether two footprints lie over each other in plan, or touch. */
export function meets(a: Footprint, b: Footprint): boolean {
  const [cornerOfA, cornerOfB] = [a.rings[0]?.[0], b.rings[0]?.[0]];
  if (cornerOfA === undefined || cornerOfB === undefined) return false;
  if (covers(b, cornerOfA) || covers(a, cornerOfB)) return true;
  const [edgesA, edgesB] = [a.rings.flatMap(edgesOf), b.rings.flatMap(edgesOf)];
  return edgesA.some((one) => edgesB.some((other) => crossing(one, other)));
}

/** Whether two segments have a point in common. */
export function crossing([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): boolean {
  const [ab, cd] = [minus(b, a), minus(d, c)];
  const sides = [
    cross(ab, minus(c, a)),
    cross(ab, minus(d, a)),
    cross(cd, minus(a, c)),
    cross(cd, minus(b, c)),
  ] as const;
  if (sides[0] * sides[1] > 0 || sides[2] * sides[3] > 0) return false;
  // On one line: then their shadows on both axes must overlap.
  return [0, 1].every(
    (axis) =>
      Math.max(Math.min(a[axis as 0], b[axis as 0]), Math.min(c[axis as 0], d[axis as 0])) <=
      Math.min(Math.max(a[axis as 0], b[axis as 0]), Math.max(c[axis as 0], d[axis as 0])),
  );
}
