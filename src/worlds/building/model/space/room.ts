import { type Element, measure, type Point, points } from "../element.ts";
import type { Box } from "../shape/bounds.ts";
import { elevationOf } from "../shape/levels.ts";
import { areaOf, centroidOf, contains, distanceToSegment, edgesOf, leftward, perimeterOf } from "../shape/polygon.ts";
import type { Ring } from "../shape/shape.ts";
import type { Elements } from "../state/branch-state.ts";
import { onGrid } from "../units.ts";

/** What a room's outline and height come to, in metres. */
export interface RoomMeasures {
  readonly area: number;
  readonly perimeter: number;
  readonly height: number;
  readonly volume: number;
  /** A point inside: the middle of its area, or where it is widest if that lies outside. */
  readonly centre: Point;
}

export function measuresOf(room: Element): RoomMeasures {
  const ring = outlineOf(room);
  const [area, height] = [areaOf(ring), measure(room, "height")];
  const [x, y] = insideOf(ring);
  return { area, perimeter: perimeterOf(ring), height, volume: area * height, centre: [onGrid(x), onGrid(y)] };
}

/** Corners run to the left: inside is to the left of every edge. */
export function outlineOf(room: Element): Ring {
  return leftward(points(room, "boundary_points"));
}

export function boxOfRoom(elements: Elements, room: Element): Box {
  const ring = outlineOf(room);
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const low = elevationOf(elements, room);
  return {
    min: [Math.min(...xs), Math.min(...ys), low],
    max: [Math.max(...xs), Math.max(...ys), low + measure(room, "height")],
  };
}

const SCAN_LINES = 31;

/** A point well inside an outline of any form. */
export function insideOf(ring: Ring): Point {
  const middle = centroidOf(ring);
  if (contains(ring, middle) && clearanceAt(ring, middle) > 0) return middle;
  const ys = ring.map(([, y]) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  let best: { at: Point; clearance: number } | undefined;
  for (let line = 1; line <= SCAN_LINES; line += 1) {
    const y = low + ((high - low) * line) / (SCAN_LINES + 1);
    for (const at of middlesAt(ring, y)) {
      const clearance = clearanceAt(ring, at);
      if (best === undefined || clearance > best.clearance) best = { at, clearance };
    }
  }
  return best?.at ?? middle;
}

/** The middles of the stretches inside an outline, along a line from west to east. */
function middlesAt(ring: Ring, y: number): Point[] {
  const crossings = edgesOf(ring)
    .filter(([from, to]) => from[1] > y !== to[1] > y)
    .map(([from, to]) => from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]))
    .sort((a, b) => a - b);
  const middles: Point[] = [];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    middles.push([((crossings[at] ?? 0) + (crossings[at + 1] ?? 0)) / 2, y]);
  }
  return middles;
}

function clearanceAt(ring: Ring, at: Point): number {
  return Math.min(...edgesOf(ring).map(([from, to]) => distanceToSegment(at, from, to)));
}
