import { refuse } from "../codes.ts";
import { type Element, isBuilt, measure, point } from "../element.ts";
import { boundsOf } from "../shape/bounds.ts";
import { columnRange, spanOf } from "../shape/frame.ts";
import { lengthOf, minus } from "../shape/vectors.ts";
import type { Elements } from "../state/branch-state.ts";
import { BOUNDS_M, TOLERANCE_M } from "../units.ts";
import type { Changed } from "./changed.ts";
import { checkBoolean } from "./check-boolean.ts";
import { checkJoin } from "./check-join.ts";
import { checkFloor, checkRoof, checkRoom } from "./check-outline.ts";
import { checkOpening, checkWallVoids } from "./check-voids.ts";

const WALL_M_MIN = 0.1;

type Check = (elements: Elements, element: Element, changed: Changed) => void;

const CHECKS: Partial<Record<Element["type"], readonly Check[]>> = {
  wall: [checkWall, checkWallVoids],
  floor: [checkFloor],
  roof: [checkRoof],
  room: [checkRoom],
  column: [checkColumn],
  beam: [checkBeam],
  stair: [checkStair],
  opening: [checkOpening],
  boolean: [checkBoolean],
  join: [checkJoin],
};

/** Refuses an element that its branch cannot hold as it would be. */
export function checkElement(elements: Elements, element: Element, changed: Changed): void {
  checkPlaces(element);
  for (const check of CHECKS[element.type] ?? []) check(elements, element, changed);
  if (isBuilt(element)) checkBounds(elements, element);
}

/** First of all: far out two different points are one number, and every other refusal would mislead. */
function checkPlaces({ id, parameters }: Element): void {
  for (const name of ["start", "end", "location", "boundary_points"]) {
    const coordinates = [parameters[name] ?? []].flat(3) as number[];
    if (coordinates.every((value) => Math.abs(value) <= BOUNDS_M)) continue;
    throw refuse("outside_bounds", "A model reaches at most 10 km from its origin", {
      element_id: id,
      parameter: name,
    });
  }
}

function checkBounds(elements: Elements, element: Element): void {
  const box = boundsOf(elements, element);
  if (box === undefined) return;
  const isInside = [...box.min, ...box.max].every((value) => Math.abs(value) <= BOUNDS_M);
  if (isInside) return;
  throw refuse("outside_bounds", "A model reaches at most 10 km from its origin", { element_id: element.id });
}

function checkWall(_elements: Elements, wall: Element): void {
  const length = lengthOf(minus(point(wall, "end"), point(wall, "start")));
  if (length <= TOLERANCE_M) throw refuse("zero_length", "A wall needs two different ends", { element_id: wall.id });
  if (length < WALL_M_MIN) throw refuse("wall_too_short", "A wall is at least 100 mm long", { element_id: wall.id });
}

function checkColumn(elements: Elements, column: Element): void {
  const [base, top] = columnRange(elements, column);
  if (top > base + TOLERANCE_M) return;
  throw refuse("out_of_range", "A column's top level lies above its base level", {
    element_id: column.id,
    parameter: "top_level",
  });
}

function checkBeam(_elements: Elements, beam: Element): void {
  if (lengthOf(spanOf(beam)) > TOLERANCE_M) return;
  throw refuse("zero_length", "A beam needs two different ends", { element_id: beam.id });
}

/** A stair that turns has two flights of two risers at least. */
const TURNING_RISERS_MIN = 4;

function checkStair(_elements: Elements, stair: Element): void {
  const turns = stair.parameters.stair_type === "L" || stair.parameters.stair_type === "U";
  if (!turns || measure(stair, "risers") >= TURNING_RISERS_MIN) return;
  throw refuse("out_of_range", `A stair that turns has at least ${TURNING_RISERS_MIN} risers`, {
    element_id: stair.id,
    parameter: "risers",
  });
}
