import type { Json } from "../../../kernel/index.ts";
import { refuse } from "../model/codes.ts";
import { type Element, measure, type Point, point, points, text } from "../model/element.ts";
import { cross, dot, minus, unit } from "../model/shape/vectors.ts";
import { axisOf } from "../model/shape/wall.ts";
import type { Elements } from "../model/state/branch-state.ts";
import { onGrid, TOLERANCE_M } from "../model/units.ts";

type By = readonly [number, number, number];
type Updates = Readonly<Record<string, Json>>;

/** What is moved, and the openings of moved floors: they lie where they lie in plan, not in their floor. */
export function movesWith(elements: Elements, moved: readonly Element[]): Element[] {
  const all = new Map(moved.map((element) => [element.id, element]));
  for (const element of moved) {
    if (element.type !== "floor") continue;
    for (const one of elements.referrers(element.id)) if (one.type === "opening") all.set(one.id, one);
  }
  return [...all.values()];
}

const IN_PLAN: Partial<Record<Element["type"], readonly string[]>> = {
  wall: ["start", "end"],
  beam: ["start", "end"],
  floor: ["boundary_points", "holes"],
  roof: ["boundary_points"],
  room: ["boundary_points"],
  column: ["location"],
  stair: ["location"],
  mesh: ["location"],
};

/** What says how high something lies, where that is not its level alone. */
const UPWARD: Partial<Record<Element["type"], string>> = {
  wall: "base_offset",
  floor: "elevation",
  beam: "elevation",
  mesh: "elevation",
  level: "elevation",
  window: "sill_height",
  opening: "base_height",
};

/** The parameters of an element that is moved, as they become. */
export function movedBy(elements: Elements, element: Element, by: By, together: readonly Element[]): Updates {
  switch (element.type) {
    case "door":
    case "window":
      return alongWall(elements, element, by, together);
    case "opening":
      return element.parameters.location === undefined
        ? alongWall(elements, element, by, together)
        : { location: movedPoint(point(element, "location"), by) };
    case "roof":
      return { ...inPlan(element, by), ...roofUp(elements, element, by[2]) };
    case "level":
      if (by[0] !== 0 || by[1] !== 0) throw unmovable(element, "A level is moved up or down only");
      return upward(element, by[2]);
    case "boolean":
      throw unmovable(element, "A result of a boolean lies where its operands lie: move those");
    case "join":
      throw unmovable(element, "A join has no place of its own: move what it joins");
    default:
      return { ...inPlan(element, by), ...upward(element, by[2]) };
  }
}

function unmovable({ id }: Element, message: string) {
  return refuse("unsupported", message, { element_id: id });
}

function inPlan(element: Element, by: By): Updates {
  const names = (IN_PLAN[element.type] ?? []).filter((name) => element.parameters[name] !== undefined);
  return Object.fromEntries(
    names.map((name) => {
      if (name === "boundary_points") return [name, points(element, name).map((at) => movedPoint(at, by))];
      if (name === "holes")
        return [
          name,
          (element.parameters.holes as unknown as Point[][]).map((ring) => ring.map((at) => movedPoint(at, by))),
        ];
      return [name, movedPoint(point(element, name), by)];
    }),
  );
}

function movedPoint([x, y]: Point, by: By): number[] {
  return [onGrid(x + by[0]), onGrid(y + by[1])];
}

function upward(element: Element, by: number): Updates {
  if (by === 0) return {};
  const name = UPWARD[element.type];
  if (name === undefined)
    throw unmovable(element, `A ${element.type} stands on its level: move it in plan, or change its level`);
  return { [name]: onGrid(measure(element, name) + by) };
}

function roofUp(elements: Elements, roof: Element, by: number): Updates {
  if (by === 0) return {};
  const level = elements.get(text(roof, "level_id") ?? "");
  const given = roof.parameters.base_elevation;
  const base = typeof given === "number" ? given : level === undefined ? 0 : measure(level, "elevation");
  return { base_elevation: onGrid(base + by) };
}

/** Along its wall and up; across it would leave the wall. Where the wall moves too, it is carried. */
function alongWall(elements: Elements, element: Element, by: By, together: readonly Element[]): Updates {
  const wall = elements.get(text(element, "wall_id") ?? text(element, "host_id") ?? "");
  if (wall === undefined || together.includes(wall)) return {};
  const { start, end } = axisOf(wall);
  const along = unit(minus(end, start));
  if (Math.abs(cross(along, [by[0], by[1]])) > TOLERANCE_M) {
    throw refuse("leaves_host", "It moves along its wall: across it, move the wall", {
      element_id: element.id,
      host_id: wall.id,
    });
  }
  const offset = onGrid(measure(element, "offset") + dot(along, [by[0], by[1]]));
  const lift = by[2] === 0 ? {} : upward(element, by[2]);
  if (offset < 0 || Object.values(lift).some((value) => Number(value) < 0)) {
    throw refuse("leaves_host", "It would leave its wall", { element_id: element.id, host_id: wall.id });
  }
  return { offset, ...lift };
}
