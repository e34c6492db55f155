import { refuse } from "../codes.ts";
import { type Element, point } from "../element.ts";
import { lengthOf, minus } from "../shape/vectors.ts";
import type { Elements } from "../state/branch-state.ts";
import { BOUNDS_M, TOLERANCE_M } from "../units.ts";

const WALL_M_MIN = 0.1;

type Check = (elements: Elements, element: Element) => void;

const CHECKS: Partial<Record<Element["type"], readonly Check[]>> = {
  wall: [checkBounds(["start", "end"]), checkWall],
};

/** Refuses an element that its branch cannot hold as it would be. */
export function checkElement(elements: Elements, element: Element): void {
  for (const check of CHECKS[element.type] ?? []) check(elements, element);
}

function checkBounds(names: readonly string[]): Check {
  return (_elements, element) => {
    for (const name of names) {
      if (point(element, name).every((value) => Math.abs(value) <= BOUNDS_M)) continue;
      throw refuse("outside_bounds", "A model reaches at most 10 km from its origin", {
        element_id: element.id,
        parameter: name,
      });
    }
  };
}

function checkWall(_elements: Elements, wall: Element): void {
  const length = lengthOf(minus(point(wall, "end"), point(wall, "start")));
  if (length <= TOLERANCE_M) throw refuse("zero_length", "A wall needs two different ends", { element_id: wall.id });
  if (length < WALL_M_MIN) throw refuse("wall_too_short", "A wall is at least 100 mm long", { element_id: wall.id });
}
