import { type Element, measure, type Point, point } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";
import { type EndPlane, endPlanes } from "./join.ts";
import { elevationOf } from "./levels.ts";
import type { Placed, Placement, Ring, Shape } from "./shape.ts";
import { lengthOf, minus, plus, turned } from "./vectors.ts";
import { voidsOf } from "./voids.ts";

export interface WallAxis {
  readonly start: Point;
  readonly end: Point;
  readonly length: number;
  /** From the x axis, in degrees. */
  readonly degrees: number;
  readonly thickness: number;
}

export function axisOf(wall: Element): WallAxis {
  const [start, end] = [point(wall, "start"), point(wall, "end")];
  const along = minus(end, start);
  return {
    start,
    end,
    length: lengthOf(along),
    degrees: (Math.atan2(along[1], along[0]) * 180) / Math.PI,
    thickness: measure(wall, "thickness"),
  };
}

/** Where a wall's own frame stands: x along its axis, y to its left, z up from its foot. */
export function wallPlacement(elements: Elements, wall: Element): Placement {
  const { start, degrees } = axisOf(wall);
  const z = elevationOf(elements, wall) + measure(wall, "base_offset");
  return { x: start[0], y: start[1], z, degrees };
}

/** From where to where along its axis a wall is as thick as it should be: openings lie between. */
export function clearSpan(elements: Elements, wall: Element): readonly [number, number] {
  const { length, thickness } = axisOf(wall);
  const planes = endPlanes(elements, wall);
  const reach = (at: "start" | "end") =>
    planes.filter((plane) => plane.at === at).flatMap((plane) => crossings(plane, thickness));
  return [Math.max(0, ...reach("start")), Math.min(length, ...reach("end"))];
}

/** Where an end plane cuts the two faces of its wall, along the axis. */
function crossings({ normal, offset }: EndPlane, thickness: number): number[] {
  return [thickness / 2, -thickness / 2].map((y) => (offset - normal[1] * y) / normal[0]);
}

/** How far a wall reaches before its ends are cut to meet others. */
function reachOf(planes: readonly EndPlane[], length: number, thickness: number): readonly [number, number] {
  const of = (at: "start" | "end") =>
    planes.filter((plane) => plane.at === at).flatMap((plane) => crossings(plane, thickness));
  return [Math.min(0, ...of("start")), Math.max(length, ...of("end"))];
}

export function wallShape(elements: Elements, wall: Element): Placed {
  const { length, thickness } = axisOf(wall);
  const height = measure(wall, "height");
  const planes = endPlanes(elements, wall);
  const [from, to] = reachOf(planes, length, thickness);
  const holes = voidsOf(elements, wall).map(({ offset, base, width, height: tall }) =>
    rectangle(offset, base, offset + width, base + tall),
  );
  const standing: Shape = { op: "stand", rings: [rectangle(from, 0, to, height), ...holes], depth: thickness };
  const shape: Shape =
    planes.length === 0
      ? standing
      : {
          op: "trim",
          shape: standing,
          planes: planes.map(({ normal, offset }) => ({ normal: [normal[0], normal[1], 0], offset })),
        };
  return { shape, at: wallPlacement(elements, wall) };
}

/** The outline of a wall in plan, its ends cut as its joins ask. */
export function wallOutline(elements: Elements, wall: Element): Ring {
  const { start, length, degrees, thickness } = axisOf(wall);
  const planes = endPlanes(elements, wall);
  const [from, to] = reachOf(planes, length, thickness);
  const whole = rectangle(from, -thickness / 2, to, thickness / 2);
  return planes
    .reduce((ring, { normal, offset }) => keptSide(ring, normal, offset), whole)
    .map((at) => plus(start, turned(at, degrees)));
}

/** What lies where normal · point ≥ offset. */
function keptSide(ring: Ring, normal: Point, offset: number): Ring {
  const side = ([x, y]: Point) => normal[0] * x + normal[1] * y - offset;
  return ring.flatMap((at, n) => {
    const next = ring[(n + 1) % ring.length] as Point;
    const [here, there] = [side(at), side(next)];
    const share = here / (here - there);
    const cut: Point = [at[0] + share * (next[0] - at[0]), at[1] + share * (next[1] - at[1])];
    return [...(here >= 0 ? [at] : []), ...(here > 0 !== there > 0 && here !== 0 && there !== 0 ? [cut] : [])];
  });
}

export function rectangle(left: number, low: number, right: number, high: number): Ring {
  return [
    [left, low],
    [right, low],
    [right, high],
    [left, high],
  ];
}
