import { type Element, measure, type Point, text } from "../element.ts";
import type { Ring } from "../shape/shape.ts";
import { leftOf, minus, plus, times, unit } from "../shape/vectors.ts";
import { voidOf, voidsOf } from "../shape/voids.ts";
import { axisOf, wallOutline, wallPlacement } from "../shape/wall.ts";
import type { BranchState } from "../state/branch-state.ts";

/** What a level cut shows of a wall: the pieces between the holes that it goes through. */
export function wallCut(state: BranchState, wall: Element, height: number): readonly Ring[] {
  const { z } = wallPlacement(state, wall);
  if (height <= z || height >= z + measure(wall, "height")) return [];
  const gaps = voidsOf(state, wall)
    .filter(({ base, height: tall }) => height > z + base && height < z + base + tall)
    .sort((a, b) => a.offset - b.offset);
  const pieces: Ring[] = [];
  let rest = wallOutline(state, wall);
  const { start, end } = axisOf(wall);
  const along = unit(minus(end, start));
  const beyond = (ring: Ring, at: number, keep: "before" | "after") => clipped(ring, start, along, at, keep);
  for (const { offset, width } of gaps) {
    pieces.push(beyond(rest, offset, "before"));
    rest = beyond(rest, offset + width, "after");
  }
  return [...pieces, rest].filter((ring) => ring.length >= 3);
}

/** What lies before or after a place along a line. */
function clipped(ring: Ring, start: Point, along: Point, at: number, keep: "before" | "after"): Ring {
  const side = ([x, y]: Point) => {
    const away = (x - start[0]) * along[0] + (y - start[1]) * along[1] - at;
    return keep === "before" ? -away : away;
  };
  return ring.flatMap((corner, n) => {
    const next = ring[(n + 1) % ring.length] ?? corner;
    const [here, there] = [side(corner), side(next)];
    const kept = here >= 0 ? [corner] : [];
    if (here > 0 === there > 0 || here === 0 || there === 0) return kept;
    const share = here / (here - there);
    return [...kept, plus(corner, times(minus(next, corner), share))];
  });
}

/** Whether a level cut goes through what is cut from a wall. */
export function isCutAt(state: BranchState, hole: Element, height: number): boolean {
  const wall = state.get(text(hole, "wall_id") ?? "");
  if (wall === undefined) return false;
  const foot = wallPlacement(state, wall).z + voidOf(hole).base;
  return height > foot && height < foot + measure(hole, "height");
}

/** A window in plan: its frame, and its glass as two lines. */
export function windowSymbol(state: BranchState, window: Element) {
  const place = placeOf(state, window);
  if (place === undefined) return undefined;
  const { from, to, half } = place;
  const shifted = (by: number): [Point, Point] => [plus(from, times(half, by)), plus(to, times(half, by))];
  const ring: Ring = [minus(from, half), minus(to, half), plus(to, half), plus(from, half)];
  return { ring, lines: [shifted(0.15), shifted(-0.15)] };
}

export interface Leaf {
  readonly hinge: Point;
  /** Where its edge is when it stands open, and when it is closed. */
  readonly open: Point;
  readonly closed: Point;
  readonly radius: number;
  /** Which way round it swings on paper. */
  readonly isLeft: boolean;
}

/** The leaves of a door. It opens to the left of its wall unless it opens out. */
export function doorSymbol(state: BranchState, door: Element): readonly Leaf[] {
  const place = placeOf(state, door);
  if (place === undefined) return [];
  const { from, to, half } = place;
  const isOut = text(door, "open_direction") === "out";
  const side = unit(isOut ? times(half, -1) : half);
  const face = isOut ? times(half, -1) : half;
  const [left, right] = [plus(from, face), plus(to, face)];
  const width = measure(door, "width");
  const leaf = (hinge: Point, closed: Point, radius: number, turns: boolean): Leaf => ({
    hinge,
    open: plus(hinge, times(side, radius)),
    closed,
    radius,
    isLeft: turns !== isOut,
  });
  if (["sliding", "pocket", "bi-fold"].includes(text(door, "door_type") ?? "")) return [];
  if (text(door, "door_type") === "double" || text(door, "swing") === "double") {
    const middle = times(plus(left, right), 0.5);
    return [leaf(left, middle, width / 2, true), leaf(right, middle, width / 2, false)];
  }
  return text(door, "swing") === "right" ? [leaf(right, left, width, false)] : [leaf(left, right, width, true)];
}

/** The faces of the wall across a door's opening. */
export function thresholdOf(state: BranchState, door: Element): readonly [Point, Point][] {
  const place = placeOf(state, door);
  if (place === undefined) return [];
  const { from, to, half } = place;
  return [
    [plus(from, half), plus(to, half)],
    [minus(from, half), minus(to, half)],
  ];
}

const PANEL_M = 0.04;

/** Panels of a door that does not swing, half open: beside the wall, into it where it has a pocket, or folded. */
export function doorPanels(state: BranchState, door: Element): readonly Ring[] {
  const place = placeOf(state, door);
  const kind = text(door, "door_type");
  if (place === undefined) return [];
  if (kind === "bi-fold") return foldedPanels(door, place);
  if (kind !== "sliding" && kind !== "pocket") return [];
  const { from, to, half } = place;
  const along = minus(to, from);
  const aside = unit(half);
  const face = kind === "pocket" ? times(aside, -PANEL_M / 2) : half;
  const start = plus(plus(from, times(along, -0.5)), face);
  const end = plus(start, along);
  const thick = times(aside, PANEL_M);
  return [[start, end, plus(end, thick), plus(start, thick)]];
}

/** Two panels of half the width, each at 60° to the wall, so that the second ends in the middle of the opening. */
function foldedPanels(door: Element, { from, to, half }: Place): readonly Ring[] {
  const isRight = text(door, "swing") === "right";
  const [hinge, far] = isRight ? [to, from] : [from, to];
  const outward = unit(text(door, "open_direction") === "out" ? times(half, -1) : half);
  const quarter = times(minus(far, hinge), 0.25);
  const fold = plus(plus(hinge, quarter), times(outward, (Math.sqrt(3) * measure(door, "width")) / 4));
  const end = plus(hinge, times(quarter, 2));
  return [
    [hinge, fold],
    [fold, end],
  ].map(([a, b]) => strip(a as Point, b as Point));
}

function strip(from: Point, to: Point): Ring {
  const aside = times(leftOf(unit(minus(to, from))), PANEL_M / 2);
  return [plus(from, aside), plus(to, aside), minus(to, aside), minus(from, aside)];
}

interface Place {
  readonly from: Point;
  readonly to: Point;
  readonly half: Point;
}

/** Both ends of a hole along its wall's axis, and half the wall's thickness to the left. */
function placeOf(state: BranchState, hole: Element): Place | undefined {
  const wall = state.get(text(hole, "wall_id") ?? "");
  if (wall?.type !== "wall") return undefined;
  const { start, end, thickness } = axisOf(wall);
  const along = unit(minus(end, start));
  const { offset, width } = voidOf(hole);
  return {
    from: plus(start, times(along, offset)),
    to: plus(start, times(along, offset + width)),
    half: times(leftOf(along), thickness / 2),
  };
}
