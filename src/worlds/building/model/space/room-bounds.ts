import { type Element, measure, type Point } from "../element.ts";
import type { Box } from "../shape/bounds.ts";
import { elevationOf } from "../shape/levels.ts";
import { edgesOf } from "../shape/polygon.ts";
import { cross, dot, leftOf, lengthOf, minus, plus, times, unit } from "../shape/vectors.ts";
import { isWallVoid, voidOf } from "../shape/voids.ts";
import { axisOf } from "../shape/wall.ts";
import type { BranchState } from "../state/branch-state.ts";
import { grown, overlaps } from "./box.ts";
import { boxOfRoom, outlineOf } from "./room.ts";
import { spaceIndexOf } from "./space-index.ts";

/** How far an outline may lie off the wall it follows, beyond the wall's thickness. */
const SLACK_M = 0.05;
/** What is shorter is a corner and no common boundary. */
const SHORTEST_M = 0.05;
/** What a wall leaves free beside it is a way through from this width on; less is the thickness of what it ends against. */
const GAP_M = 0.6;
const PARALLEL_SINE = Math.sin(Math.PI / 180);

/** A stretch of a room's outline along a wall. */
export interface WallStretch {
  readonly wall: Element;
  /** Which edge of the outline, counted from zero. */
  readonly edge: number;
  /** Along the wall's axis. */
  readonly from: number;
  readonly to: number;
  /** Along the edge, from its first corner. */
  readonly onEdge: readonly [number, number];
  /** On which side of the wall the room lies: left of its axis or right of it. */
  readonly side: "left" | "right";
}

export interface RoomBounds {
  readonly room: Element;
  readonly box: Box;
  readonly stretches: readonly WallStretch[];
}

/** Which walls a room lies along. */
export function boundsOf(state: BranchState, room: Element): RoomBounds {
  const box = boxOfRoom(state, room);
  const edges = edgesOf(outlineOf(room));
  const walls = spaceIndexOf(state)
    .near(grown(box, SLACK_M))
    .filter(({ element, box: other }) => element.type === "wall" && sharesHeight(box, other));
  const stretches = walls.flatMap(({ element }) => edges.flatMap((edge, at) => stretchOf(element, edge, at) ?? []));
  return { room, box, stretches };
}

/** More than a touch: a room does not lie along the walls below its floor. */
function sharesHeight(a: Box, b: Box): boolean {
  return Math.min(a.max[2], b.max[2]) - Math.max(a.min[2], b.min[2]) > SLACK_M;
}

function stretchOf(wall: Element, [from, to]: readonly [Point, Point], edge: number): WallStretch | undefined {
  const { start, end, length, thickness } = axisOf(wall);
  const [along, run] = [unit(minus(end, start)), minus(to, from)];
  if (Math.abs(cross(along, unit(run))) > PARALLEL_SINE) return undefined;
  const middle = minus(times(plus(from, to), 0.5), start);
  if (Math.abs(cross(along, middle)) > thickness + SLACK_M) return undefined;
  const ends = [dot(minus(from, start), along), dot(minus(to, start), along)];
  const [low, high] = [Math.max(0, Math.min(...ends)), Math.min(length, Math.max(...ends))];
  if (high - low <= SHORTEST_M) return undefined;
  const side = dot(leftOf(run), leftOf(along)) > 0 ? "left" : "right";
  const alongEdge = (at: number) => dot(minus(plus(start, times(along, at)), from), unit(run));
  const [one, other] = [alongEdge(low), alongEdge(high)];
  return { wall, edge, from: low, to: high, onEdge: [Math.min(one, other), Math.max(one, other)], side };
}

/** How much of a room's outline no wall stands along. */
export function openLengthOf({ room, stretches }: RoomBounds): number {
  return edgesOf(outlineOf(room)).reduce((sum, [from, to], edge) => {
    const length = lengthOf(minus(to, from));
    const spans = stretches.filter((one) => one.edge === edge).map(({ onEdge }) => onEdge);
    let reached = 0;
    let covered = 0;
    for (const [low, high] of spans.sort((a, b) => a[0] - b[0])) {
      covered += Math.max(0, Math.min(high, length) - Math.max(low, reached));
      reached = Math.max(reached, high);
    }
    const open = length - covered;
    // Where two walls meet, a corner's width may stay uncovered.
    return sum + (open > SHORTEST_M ? open : 0);
  }, 0);
}

/** Doors, windows and openings that a room has in its walls, in order of id. */
export function holesOf(state: BranchState, { stretches, box }: RoomBounds): readonly Element[] {
  const found = new Map<string, Element>();
  for (const { wall, from, to } of stretches) {
    for (const hole of state.referrers(wall.id)) {
      if (!isWallVoid(hole)) continue;
      const { offset, width } = voidOf(hole);
      const middle = offset + width / 2;
      // A wall of several storeys has doors that are not this room's.
      const [foot, top] = rangeOf(state, wall, hole);
      const isHere = Math.min(top, box.max[2]) - Math.max(foot, box.min[2]) > SLACK_M;
      if (isHere && middle >= from && middle <= to) found.set(hole.id, hole);
    }
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** From where to where a hole in a wall reaches, above the model's zero. */
export function rangeOf(state: BranchState, wall: Element, hole: Element): readonly [number, number] {
  const { base, height } = voidOf(hole);
  const foot = elevationOf(state, wall) + measure(wall, "base_offset") + base;
  return [foot, foot + height];
}

/** How much of two rooms' outlines lies on the two sides of the same walls, and on each other where no wall stands. */
export interface Contact {
  readonly walls: readonly Element[];
  readonly wallLength: number;
  readonly openLength: number;
  /** In the middle of the longest open stretch. */
  readonly openAt: Point | undefined;
}

export function contactOf(a: RoomBounds, b: RoomBounds): Contact | undefined {
  if (!overlaps(grown(a.box, 1), b.box) || !sharesHeight(a.box, b.box)) return undefined;
  const walls = new Map<string, Element>();
  let wallLength = 0;
  for (const one of a.stretches) {
    for (const other of b.stretches) {
      if (one.wall.id !== other.wall.id || one.side === other.side) continue;
      const shared = Math.min(one.to, other.to) - Math.max(one.from, other.from);
      if (shared <= SHORTEST_M) continue;
      walls.set(one.wall.id, one.wall);
      wallLength += shared;
    }
  }
  const { length: openLength, at: openAt } = openContact(a, b);
  if (wallLength === 0 && openLength === 0) return undefined;
  const inOrder = [...walls.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  return { walls: inOrder, wallLength, openLength, openAt };
}

/** Where two outlines run on each other and no wall stands between. */
function openContact(a: RoomBounds, b: RoomBounds): { length: number; at: Point | undefined } {
  let [length, longest] = [0, 0];
  let at: Point | undefined;
  edgesOf(outlineOf(a.room)).forEach((edge, n) => {
    const walled = a.stretches.filter((stretch) => stretch.edge === n).map(({ onEdge }) => onEdge);
    for (const other of edgesOf(outlineOf(b.room))) {
      for (const [low, high] of without(onEachOther(edge, other), walled)) {
        if (high - low <= (walled.length > 0 ? GAP_M : SHORTEST_M)) continue;
        length += high - low;
        if (high - low <= longest) continue;
        longest = high - low;
        at = plus(edge[0], times(unit(minus(edge[1], edge[0])), (low + high) / 2));
      }
    }
  });
  return { length, at };
}

type Span = readonly [number, number];

/** What is left of a span when others are taken out of it. */
function without(span: Span | undefined, taken: readonly Span[]): readonly Span[] {
  return taken.reduce<readonly Span[]>(
    (left, [from, to]) =>
      left.flatMap(([low, high]): Span[] => [
        ...(low < from ? [[low, Math.min(high, from)] as const] : []),
        ...(high > to ? [[Math.max(low, to), high] as const] : []),
      ]),
    span === undefined ? [] : [span],
  );
}

/** From where to where along the first edge the second lies on it. */
function onEachOther([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): Span | undefined {
  const along = unit(minus(b, a));
  // Insides face away from each other, so the edges run against each other.
  if (Math.abs(cross(along, unit(minus(d, c)))) > PARALLEL_SINE || dot(along, minus(d, c)) > 0) return undefined;
  if (Math.abs(cross(along, minus(times(plus(c, d), 0.5), a))) > SLACK_M) return undefined;
  const [low, high] = [Math.max(0, dot(minus(d, a), along)), Math.min(lengthOf(minus(b, a)), dot(minus(c, a), along))];
  return high - low <= SHORTEST_M ? undefined : [low, high];
}
