import { type Element, measure, type Point, point, text } from "../element.ts";
import { elevationOf } from "../shape/levels.ts";
import { contains } from "../shape/polygon.ts";
import { walkingLine } from "../shape/stair.ts";
import { lengthOf, minus, plus, times, turned } from "../shape/vectors.ts";
import { voidOf } from "../shape/voids.ts";
import { axisOf } from "../shape/wall.ts";
import type { BranchState } from "../state/branch-state.ts";
import { measuresOf, outlineOf } from "./room.ts";
import { boundsOf, contactOf, holesOf, type RoomBounds, rangeOf } from "./room-bounds.ts";

/** A place with its height. */
export type Place = readonly [number, number, number];

/** A way from one room to another: through a door or an opening, over a stair, or across a boundary without a wall. */
export interface Passage {
  readonly rooms: readonly [string, string];
  /** What it leads through; null across an open boundary. */
  readonly via: Element | null;
  /** Where it is entered and left, seen from the first room. */
  readonly places: readonly Place[];
}

/** The rooms of a building and the ways between them. */
export interface WalkableGraph {
  readonly rooms: ReadonlyMap<string, { readonly room: Element; readonly centre: Place }>;
  readonly passages: readonly Passage[];
  /** Doors with a room on one side only: they lead outside. */
  readonly exits: readonly { readonly room: string; readonly via: Element; readonly at: Place }[];
}

export function walkableGraphOf(state: BranchState): WalkableGraph {
  const bounds = state.ofType("room").map((room) => boundsOf(state, room));
  const rooms = new Map(
    bounds.map(({ room }) => [room.id, { room, centre: lifted(state, room, measuresOf(room).centre) }] as const),
  );
  const { passages, exits } = doorways(state, bounds);
  return { rooms, passages: [...passages, ...openBoundaries(state, bounds), ...stairways(state, bounds)], exits };
}

function doorways(state: BranchState, bounds: readonly RoomBounds[]): Pick<WalkableGraph, "passages" | "exits"> {
  const roomsOf = new Map<string, { via: Element; rooms: Set<string> }>();
  for (const bound of bounds) {
    for (const via of waysThroughWalls(state, bound)) {
      const known = roomsOf.get(via.id);
      if (known === undefined) roomsOf.set(via.id, { via, rooms: new Set([bound.room.id]) });
      else known.rooms.add(bound.room.id);
    }
  }
  const passages: Passage[] = [];
  const exits: WalkableGraph["exits"][number][] = [];
  for (const { via, rooms } of [...roomsOf.values()].sort((a, b) => (a.via.id < b.via.id ? -1 : 1))) {
    const at = middleOf(state, via);
    const [one, other] = [...rooms].sort();
    if (at === undefined || one === undefined) continue;
    if (other === undefined) exits.push({ room: one, via, at });
    else passages.push({ rooms: [one, other], via, places: [at] });
  }
  return { passages, exits };
}

/** A threshold may be this high. */
const THRESHOLD_M = 0.2;
/** What ends lower above a floor is no way for anybody who stands on it. */
const LOWEST_M = 1;

/** Whether somebody on a floor of this height walks through a hole in a wall. */
export function isWayAt(state: BranchState, wall: Element, hole: Element, floor: number): boolean {
  if (hole.type === "window") return false;
  const [foot, top] = rangeOf(state, wall, hole);
  return foot <= floor + THRESHOLD_M && top >= floor + LOWEST_M;
}

/** Doors and openings through which people walk in and out of a room. */
export function waysThroughWalls(state: BranchState, bounds: RoomBounds): readonly Element[] {
  return holesOf(state, bounds).filter((hole) => {
    const wall = state.get(text(hole, "wall_id") ?? text(hole, "host_id") ?? "");
    return wall !== undefined && isWayAt(state, wall, hole, bounds.box.min[2]);
  });
}

/** Doors, and openings that reach down to the foot of their wall. */
export function isWalkedThrough(hole: Element): boolean {
  return hole.type === "door" || (hole.type === "opening" && voidOf(hole).base === 0);
}

/** The middle of a door or an opening, at its foot. */
function middleOf(state: BranchState, hole: Element): Place | undefined {
  const wall = state.get(text(hole, "wall_id") ?? text(hole, "host_id") ?? "");
  if (wall?.type !== "wall") return undefined;
  const { start, end, length } = axisOf(wall);
  const { offset, width } = voidOf(hole);
  return lifted(state, wall, plus(start, times(minus(end, start), (offset + width / 2) / length)));
}

function openBoundaries(state: BranchState, bounds: readonly RoomBounds[]): readonly Passage[] {
  return bounds.flatMap((one, at) =>
    bounds.slice(at + 1).flatMap((other) => {
      const middle = contactOf(one, other)?.openAt;
      if (middle === undefined) return [];
      const place = lifted(state, one.room, middle);
      return [{ rooms: [one.room.id, other.room.id], via: null, places: [place] } satisfies Passage];
    }),
  );
}

function stairways(state: BranchState, bounds: readonly RoomBounds[]): readonly Passage[] {
  return state.ofType("stair").flatMap((stair) => {
    const line = lineOf(state, stair);
    const [foot, head] = [line[0] as Place, line.at(-1) as Place];
    const below = roomAt(bounds, text(stair, "base_level"), foot);
    const above = roomAt(bounds, text(stair, "top_level"), head);
    if (below === undefined || above === undefined) return [];
    const places = [...line.slice(0, -1), lifted(state, above, [head[0], head[1]])];
    return [{ rooms: [below.id, above.id], via: stair, places } satisfies Passage];
  });
}

/** The line on which a stair is walked, from where it is stepped on to where it is left. */
function lineOf(state: BranchState, stair: Element): readonly Place[] {
  const [foot, degrees, elevation] = [point(stair, "location"), measure(stair, "direction"), elevationOf(state, stair)];
  return walkingLine(stair).map(([x, y, up]) => {
    const [atX, atY] = plus(foot, turned([x, y], degrees));
    return [atX, atY, elevation + up];
  });
}

function roomAt(bounds: readonly RoomBounds[], level: string | undefined, [x, y]: Place): Element | undefined {
  return bounds.find(({ room }) => text(room, "level_id") === level && contains(outlineOf(room), [x, y]))?.room;
}

function lifted(state: BranchState, element: Element, [x, y]: Point): Place {
  return [x, y, elevationOf(state, element)];
}

/** One way through a building, place by place. */
export interface Walk {
  readonly steps: readonly { readonly room?: Element; readonly via?: Element; readonly at: Place }[];
  readonly distance: number;
}

/** The shortest way from the middle of one room to the middle of another, from middle to door to middle. */
export function shortestWalk({ rooms, passages }: WalkableGraph, from: string, to: string): Walk | undefined {
  const nearest = new Map<string, { distance: number; by?: Passage }>([[from, { distance: 0 }]]);
  const settled = new Set<string>();
  const waysFrom = waysByRoom(passages);
  for (;;) {
    const next = [...nearest]
      .filter(([room]) => !settled.has(room))
      .sort(([a, one], [b, other]) => one.distance - other.distance || (a < b ? -1 : 1))[0];
    if (next === undefined) return undefined;
    const [room, { distance }] = next;
    if (room === to) return { steps: stepsTo(rooms, nearest, from, to), distance };
    settled.add(room);
    for (const passage of waysFrom.get(room) ?? []) {
      const beyond = otherRoom(passage, room);
      const reached = distance + lengthThrough(rooms, passage);
      if (reached < (nearest.get(beyond)?.distance ?? Number.POSITIVE_INFINITY)) {
        nearest.set(beyond, { distance: reached, by: passage });
      }
    }
  }
}

function waysByRoom(passages: readonly Passage[]): ReadonlyMap<string, readonly Passage[]> {
  const ways = new Map<string, Passage[]>();
  for (const passage of passages) {
    for (const room of passage.rooms) ways.set(room, [...(ways.get(room) ?? []), passage]);
  }
  return ways;
}

function otherRoom({ rooms }: Passage, room: string): string {
  return rooms[0] === room ? rooms[1] : rooms[0];
}

function lengthThrough(rooms: WalkableGraph["rooms"], { rooms: [one, other], places }: Passage): number {
  const [start, end] = [rooms.get(one)?.centre, rooms.get(other)?.centre];
  const all = [start, ...places, end].filter((place) => place !== undefined);
  return all.slice(1).reduce((sum, place, at) => sum + distanceBetween(all[at] as Place, place), 0);
}

function distanceBetween(a: Place, b: Place): number {
  return Math.hypot(lengthOf(minus([a[0], a[1]], [b[0], b[1]])), a[2] - b[2]);
}

function stepsTo(
  rooms: WalkableGraph["rooms"],
  nearest: ReadonlyMap<string, { by?: Passage }>,
  from: string,
  to: string,
): Walk["steps"] {
  const steps: Walk["steps"][number][] = [];
  for (let room = to; ; ) {
    const known = rooms.get(room);
    if (known !== undefined) steps.push({ room: known.room, at: known.centre });
    const by = nearest.get(room)?.by;
    if (room === from || by === undefined) return steps.reverse();
    const places = by.rooms[1] === room ? [...by.places].reverse() : by.places;
    for (const at of places) steps.push({ ...(by.via !== null && { via: by.via }), at });
    room = otherRoom(by, room);
  }
}

/** The shortest way from the middle of a room to a door that leads outside. */
export interface WayOut {
  readonly distance: number;
  readonly exit: Element;
  /** The rooms on the way, this one included. */
  readonly rooms: readonly string[];
}

/** The shortest way out of every room that has one. */
export function waysOut({ rooms, passages, exits }: WalkableGraph): ReadonlyMap<string, WayOut> {
  const found = new Map<string, WayOut>();
  const settled = new Set<string>();
  const waysFrom = waysByRoom(passages);
  const offer = (room: string, way: WayOut) => {
    if (way.distance < (found.get(room)?.distance ?? Number.POSITIVE_INFINITY)) found.set(room, way);
  };
  for (const { room, via, at } of exits) {
    const centre = rooms.get(room)?.centre;
    if (centre !== undefined) offer(room, { distance: distanceBetween(centre, at), exit: via, rooms: [room] });
  }
  for (;;) {
    const next = [...found]
      .filter(([room]) => !settled.has(room))
      .sort(([a, one], [b, other]) => one.distance - other.distance || (a < b ? -1 : 1))[0];
    if (next === undefined) return found;
    const [room, way] = next;
    settled.add(room);
    for (const passage of waysFrom.get(room) ?? []) {
      const before = otherRoom(passage, room);
      const distance = way.distance + lengthThrough(rooms, passage);
      offer(before, { distance, exit: way.exit, rooms: [before, ...way.rooms] });
    }
  }
}
