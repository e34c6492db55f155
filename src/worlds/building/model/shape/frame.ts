import { type Element, measure, type Point, point } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";
import { elevationOf } from "./levels.ts";
import { profileOutline } from "./profile-outline.ts";
import type { Placed } from "./shape.ts";
import { lengthOf, minus } from "./vectors.ts";

export function columnRange(elements: Elements, column: Element): readonly [number, number] {
  const top = elements.get(String(column.parameters.top_level));
  return [elevationOf(elements, column), top === undefined ? 0 : measure(top, "elevation")];
}

export function columnShape(elements: Elements, column: Element): Placed {
  const [z, top] = columnRange(elements, column);
  const [x, y] = point(column, "location");
  return {
    shape: { op: "extrude", rings: [profileOutline(column.parameters.profile ?? null)], height: top - z },
    at: { x, y, z, degrees: measure(column, "rotation") },
  };
}

export function spanOf(beam: Element): Point {
  return minus(point(beam, "end"), point(beam, "start"));
}

/** A beam hangs below its axis: its top lies where its elevation says. */
export function beamShape(elements: Elements, beam: Element): Placed {
  const along = spanOf(beam);
  const [x, y] = point(beam, "start");
  const ring = profileOutline(beam.parameters.profile ?? null);
  const half = Math.max(...ring.map((corner) => corner[1]));
  return {
    shape: { op: "along", rings: [ring], length: lengthOf(along) },
    at: {
      x,
      y,
      z: elevationOf(elements, beam) + measure(beam, "elevation") - half,
      degrees: (Math.atan2(along[1], along[0]) * 180) / Math.PI,
    },
  };
}
