import { chainAlong, placesOf } from "../drawing/dimension.ts";
import type { Mark } from "../drawing/drawing.ts";
import type { Element, Point } from "../element.ts";
import { isWallVoid, voidOf } from "../shape/voids.ts";
import { axisOf, wallOutline } from "../shape/wall.ts";
import type { BranchState } from "../state/branch-state.ts";
import type { PlanPaper } from "./plan-paper.ts";

/** How far from its wall a chain stands, on paper. */
const AWAY_MM = 5;
const STRAIGHT = 1e-6;
/** How far a wall may reach past the face of another and still stand behind it. */
const BEHIND_M = 0.005;

/** Dimensions along outer walls that run neither across nor up the paper: their faces, and what is cut from them. */
export function angledDimensions(state: BranchState, walls: readonly Element[], paper: PlanPaper): Mark[] {
  const outlines = walls.map((wall) => wallOutline(state, wall));
  return walls.flatMap((wall, at) => {
    const axis = axisOf(wall);
    const run: Point = [axis.end[0] - axis.start[0], axis.end[1] - axis.start[1]];
    if (Math.abs(run[0]) < STRAIGHT || Math.abs(run[1]) < STRAIGHT) return [];
    const way: Point = [run[0] / axis.length, run[1] / axis.length];
    const aside = ([x, y]: Point) => way[0] * (y - axis.start[1]) - way[1] * (x - axis.start[0]);
    const along = ([x, y]: Point) => way[0] * (x - axis.start[0]) + way[1] * (y - axis.start[1]);
    const own = outlines[at] ?? [];
    const others = outlines.flatMap((ring, n) => (n === at ? [] : ring.map(aside)));
    const [low, high] = [Math.min(...own.map(aside)), Math.max(...own.map(aside))];
    const isOuter = [others.every((one) => one <= high + BEHIND_M), others.every((one) => one >= low - BEHIND_M)];
    if (isOuter[0] === isOuter[1]) return [];
    const face = isOuter[0] ? high : low;
    const cuts = state
      .referrers(wall.id)
      .filter(isWallVoid)
      .flatMap((one) => [voidOf(one).offset, voidOf(one).offset + voidOf(one).width]);
    const ends = own.filter((one) => Math.abs(aside(one) - face) < BEHIND_M).map(along);
    if (ends.length < 2) return [];
    const places = placesOf([Math.min(...ends), Math.max(...ends), ...cuts]).map(paper.size);
    // Read from below or from the right, never upside down.
    const isTurned = way[0] < 0;
    const toward: Point = isTurned ? [-way[0], -way[1]] : way;
    const outward = isOuter[0] ? 1 : -1;
    const [x, y] = paper.at(axis.start);
    const off = paper.size(face) + outward * AWAY_MM;
    const from: Point = [x - way[1] * off, y + way[0] * off];
    return chainAlong(
      { places: isTurned ? places.map((one) => -one).reverse() : places, scale: paper.scale },
      from,
      toward,
    );
  });
}
