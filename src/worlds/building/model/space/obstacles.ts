import { type Element, measure, type Point } from "../element.ts";
import type { Box } from "../shape/bounds.ts";
import { contains, distanceToSegment, edgesOf } from "../shape/polygon.ts";
import type { Ring } from "../shape/shape.ts";
import { leftOf, minus, plus, times, unit } from "../shape/vectors.ts";
import { isWallVoid, voidOf, type WallVoid } from "../shape/voids.ts";
import { axisOf } from "../shape/wall.ts";
import type { BranchState } from "../state/branch-state.ts";
import { crossing } from "./footprint.ts";
import { type Located, spaceIndexOf } from "./space-index.ts";
import { isWayAt } from "./walkable.ts";

/** A piece of something that nobody walks through, in plan. */
export interface Obstacle {
  readonly element: Element;
  readonly ring: Ring;
}

/** What stands on a floor and is at least this high, or hangs below head height, is in the way. */
const STEP_M = 0.1;
const HEAD_M = 1.9;

/** What is walked on or under, through, or only reckoned with. */
const NO_OBSTACLE = new Set(["room", "door", "window", "opening", "floor", "roof", "stair", "level", "join"]);

/** What is in the way of somebody who walks at a height, within a stretch of the plan. Doors stand open. */
export function obstaclesAt(state: BranchState, elevation: number, plan: Box): readonly Obstacle[] {
  return standingAt(state, elevation, plan).flatMap(({ element, footprints }) => {
    if (element.type === "wall") return wallPieces(state, element, elevation).map((ring) => ({ element, ring }));
    return footprints.flatMap(({ rings }) => (rings[0] === undefined ? [] : [{ element, ring: rings[0] }]));
  });
}

/** A way through a wall: across its middle, and how wide it is. */
export interface Gap {
  readonly middle: Point;
  /** At right angles to the wall, of length one. */
  readonly across: Point;
  readonly width: number;
  readonly thickness: number;
}

/** The doors and openings that somebody walks through at a height. */
export function gapsAt(state: BranchState, elevation: number, plan: Box): readonly Gap[] {
  return standingAt(state, elevation, plan).flatMap(({ element }) => {
    if (element.type !== "wall") return [];
    const { start, end, thickness } = axisOf(element);
    const along = unit(minus(end, start));
    return gapsOf(state, element, elevation).map(({ offset, width }) => ({
      middle: plus(start, times(along, offset + width / 2)),
      across: leftOf(along),
      width,
      thickness,
    }));
  });
}

/** What stands between somebody's feet and head. */
function standingAt(state: BranchState, elevation: number, { min, max }: Box): readonly Located[] {
  const body: Box = { min: [min[0], min[1], elevation + STEP_M], max: [max[0], max[1], elevation + HEAD_M] };
  return spaceIndexOf(state)
    .near(body)
    .filter(({ element, box }) => {
      return !NO_OBSTACLE.has(element.type) && box.min[2] < body.max[2] && box.max[2] > body.min[2];
    });
}

/** A wall between its doors: what is left of it to walk into. */
function wallPieces(state: BranchState, wall: Element, elevation: number): readonly Ring[] {
  const { start, end, length } = axisOf(wall);
  const along = unit(minus(end, start));
  const half = times(leftOf(along), measure(wall, "thickness") / 2);
  const pieces: Ring[] = [];
  function add(from: number, to: number): void {
    if (to <= from) return;
    const [a, b] = [plus(start, times(along, from)), plus(start, times(along, to))];
    pieces.push([minus(a, half), minus(b, half), plus(b, half), plus(a, half)]);
  }
  let from = 0;
  for (const { offset, width } of gapsOf(state, wall, elevation)) {
    add(from, offset);
    from = Math.max(from, offset + width);
  }
  add(from, length);
  return pieces;
}

/** Doors, and openings that reach down to where somebody walks, along a wall. */
function gapsOf(state: BranchState, wall: Element, elevation: number): readonly WallVoid[] {
  return state
    .referrers(wall.id)
    .filter((hole) => isWallVoid(hole) && isWayAt(state, wall, hole, elevation))
    .map((hole) => voidOf(hole))
    .sort((a, b) => a.offset - b.offset);
}

export function distanceTo({ ring }: Obstacle, at: Point): number {
  if (contains(ring, at)) return 0;
  return Math.min(...edgesOf(ring).map(([from, to]) => distanceToSegment(at, from, to)));
}

/** Whether somebody who keeps a distance cannot go straight from one point to the other. */
export function blocks(obstacle: Obstacle, from: Point, to: Point, clearance: number): boolean {
  const { ring } = obstacle;
  if (contains(ring, from) || contains(ring, to)) return true;
  return edgesOf(ring).some(
    ([a, b]) =>
      crossing([a, b], [from, to]) ||
      Math.min(distanceToSegment(a, from, to), distanceToSegment(from, a, b), distanceToSegment(to, a, b)) < clearance,
  );
}
