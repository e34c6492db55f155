import type { Building } from "../building.ts";
import { refuse } from "../model/codes.ts";
import { type Element, type Point, point, points, text } from "../model/element.ts";
import { updated } from "../model/recorded.ts";
import { plus, times, turned } from "../model/shape/vectors.ts";
import { axisOf } from "../model/shape/wall.ts";
import type { BranchState } from "../model/state/branch-state.ts";
import { onGrid } from "../model/units.ts";
import { movedBy, movesWith } from "./move.ts";

interface Target {
  readonly delta: readonly number[] | undefined;
  readonly to: readonly number[] | undefined;
  readonly level: string | undefined;
}

/** The point of an element that is put where a copy is to lie. */
function anchorOf(state: BranchState, element: Element): Point {
  switch (element.type) {
    case "wall":
    case "beam":
      return point(element, "start");
    case "floor":
    case "roof":
    case "room":
      return points(element, "boundary_points")[0] as Point;
    case "door":
    case "window":
    case "opening": {
      if (element.parameters.location !== undefined) return point(element, "location");
      const wall = state.get(text(element, "wall_id") ?? text(element, "host_id") ?? "");
      if (wall === undefined) throw new TypeError(`element ${element.id} has no host`);
      const { start, degrees } = axisOf(wall);
      return plus(start, turned(times([1, 0], Number(element.parameters.offset)), degrees));
    }
    case "column":
    case "stair":
    case "mesh":
      return point(element, "location");
    default:
      throw refuse("unsupported", `A ${element.type} is not copied`, { element_id: element.id });
  }
}

/** An element once more, with what is cut into it, at another place. */
export function copied(
  building: Building,
  state: BranchState,
  element: Element,
  { delta, to, level }: Target,
): Element[] {
  if (delta === undefined && to === undefined && level === undefined) {
    throw refuse("missing_parameter", "Say where the copy goes: delta, to_location or to_level", { argument: "delta" });
  }
  if (delta !== undefined && to !== undefined) {
    throw refuse("unknown_parameter", "Give delta or to_location, not both", { argument: "to_location" });
  }
  if (level !== undefined && state.get(level)?.type !== "level") {
    throw refuse("level_not_found", "There is no level with this id on this branch", { level_id: level });
  }
  const anchor = anchorOf(state, element);
  const by = [
    onGrid(to === undefined ? (delta?.[0] ?? 0) : (to[0] ?? 0) - anchor[0]),
    onGrid(to === undefined ? (delta?.[1] ?? 0) : (to[1] ?? 0) - anchor[1]),
    onGrid(delta?.[2] ?? to?.[2] ?? 0),
  ] as const;
  const cut = state
    .referrers(element.id)
    .filter(({ type }) => type === "door" || type === "window" || type === "opening");
  const ids = new Map([element, ...cut].map((one) => [one.id, building.scope.env.id()]));
  const all = movesWith(state, [element]);
  return [element, ...cut].map((one) => {
    const updates = one === element || all.includes(one) ? movedBy(state, one, by, [element]) : {};
    const moved = updated(one, updates);
    return { ...relinked(moved, ids, one === element ? level : undefined), id: ids.get(one.id) as string };
  });
}

/** What hung on the original hangs on the copy; a level that is asked for takes the place of the old one. */
function relinked(element: Element, ids: ReadonlyMap<string, string>, level: string | undefined): Element {
  const parameters = { ...element.parameters };
  for (const name of ["wall_id", "host_id"]) {
    const to = ids.get(String(parameters[name]));
    if (to !== undefined) parameters[name] = to;
  }
  if (level === undefined) return { ...element, parameters };
  if (parameters.base_level !== undefined) {
    throw refuse("unsupported", `The levels of a ${element.type} are changed with modify_parameter`, {
      element_id: element.id,
    });
  }
  if (parameters.wall_id === undefined && parameters.host_id === undefined) parameters.level_id = level;
  return { ...element, parameters };
}
