import { type Element, measure, type Point, point, points } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";
import { elevationOf } from "./levels.ts";
import type { Placed, Ring } from "./shape.ts";
import { rectangle } from "./wall.ts";

/** The outline of a floor and of all its holes: its own and the openings through it. */
export function floorRings(elements: Elements, floor: Element): Ring[] {
  const holes = (floor.parameters.holes ?? []) as unknown as readonly Point[][];
  const openings = elements
    .referrers(floor.id)
    .filter(({ type, parameters }) => type === "opening" && parameters.location !== undefined)
    .map(floorOpeningOutline);
  return [points(floor, "boundary_points"), ...holes, ...openings];
}

export function floorOpeningOutline(opening: Element): Ring {
  const [x, y] = point(opening, "location");
  const [wide, deep] = [measure(opening, "width") / 2, measure(opening, "height") / 2];
  return rectangle(x - wide, y - deep, x + wide, y + deep);
}

/** A floor's top lies on its level; it is as thick as it is below that. */
export function floorShape(elements: Elements, floor: Element): Placed {
  const height = measure(floor, "thickness");
  const z = elevationOf(elements, floor) + measure(floor, "elevation") - height;
  return { shape: { op: "extrude", rings: floorRings(elements, floor), height }, at: { x: 0, y: 0, z, degrees: 0 } };
}

/** The air of a room. */
export function roomShape(elements: Elements, room: Element): Placed {
  return {
    shape: { op: "extrude", rings: [points(room, "boundary_points")], height: measure(room, "height") },
    at: { x: 0, y: 0, z: elevationOf(elements, room), degrees: 0 },
  };
}
