import type { Element, ElementType, Parameters, Point } from "../../src/worlds/building/model/element.ts";
import { BranchState } from "../../src/worlds/building/model/state/branch-state.ts";

/** Elements as a branch keeps them, in metres, by short names instead of ids. */
export function element(id: string, type: ElementType, parameters: Parameters): Element {
  return { id, type, parameters };
}

export function level(id: string, elevation = 0, height = 3): Element {
  return element(id, "level", { name: id, elevation, height });
}

export function wall(id: string, start: Point, end: Point, more: Parameters = {}): Element {
  const common = { height: 3, thickness: 0.2, wall_type: "basic", base_offset: 0, level_id: "ground" };
  return element(id, "wall", { start, end, ...common, ...more });
}

export function room(id: string, boundary_points: readonly Point[], more: Parameters = {}): Element {
  return element(id, "room", { name: id, boundary_points, height: 2.5, level_id: "ground", ...more });
}

export function door(id: string, wall_id: string, offset: number, width = 0.9): Element {
  return element(id, "door", { wall_id, offset, width, height: 2.1, door_type: "single", swing: "left" });
}

export function rectangle(west: number, south: number, east: number, north: number): Point[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}

/**
 * Three rooms in a row, each 4 by 5 m between the middles of its walls: kitchen, hall, bath. Doors lead from the kitchen
 * to the hall, from the hall to the bath and from the hall outside.
 */
export function threeRooms(): Element[] {
  return [
    level("ground"),
    wall("south", [0, 0], [12, 0]),
    wall("north", [0, 5], [12, 5]),
    wall("west", [0, 0], [0, 5]),
    wall("between-1", [4, 0], [4, 5]),
    wall("between-2", [8, 0], [8, 5]),
    wall("east", [12, 0], [12, 5]),
    room("kitchen", rectangle(0.1, 0.1, 3.9, 4.9)),
    room("hall", rectangle(4.1, 0.1, 7.9, 4.9)),
    room("bath", rectangle(8.1, 0.1, 11.9, 4.9)),
    door("door-1", "between-1", 2),
    door("door-2", "between-2", 3),
    door("entrance", "south", 5.5),
  ];
}

export function planOf(...elements: readonly (Element | readonly Element[])[]): BranchState {
  return BranchState.of(elements.flat());
}
