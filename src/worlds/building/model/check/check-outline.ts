import { refuse } from "../codes.ts";
import { type Element, measure, points, text } from "../element.ts";
import { faultOf, isConvex } from "../shape/polygon.ts";
import { liesWithin, overlaps } from "../shape/ring-overlap.ts";
import { roofOutline } from "../shape/roof.ts";
import type { Ring } from "../shape/shape.ts";
import { floorRings } from "../shape/slab.ts";
import type { Elements } from "../state/branch-state.ts";
import type { Changed } from "./changed.ts";

function requireOutline(element: Element, ring: Ring, what: string): void {
  const fault = faultOf(ring);
  if (fault !== undefined)
    throw refuse("bad_polygon", `The ${what} is no outline: ${fault}`, { element_id: element.id });
}

export function checkRoom(_elements: Elements, room: Element): void {
  requireOutline(room, points(room, "boundary_points"), "boundary of the room");
}

/** Holes and openings lie within a floor and apart from each other. */
export function checkFloor(elements: Elements, floor: Element, changed: Changed): void {
  const [outline, ...holes] = floorRings(elements, floor) as [Ring, ...Ring[]];
  requireOutline(floor, outline, "boundary of the floor");
  for (const hole of holes) {
    requireOutline(floor, hole, "hole");
    if (liesWithin(outline, hole)) continue;
    const isOwn = !changed.has(floor.id) || !elements.referrers(floor.id).some(({ type }) => type === "opening");
    throw refuse(isOwn ? "opening_exceeds_host" : "leaves_host", "A hole does not lie within the floor", {
      host_id: floor.id,
    });
  }
  holes.forEach((one, n) => {
    for (const other of holes.slice(n + 1)) {
      if (!overlaps(one, other)) continue;
      throw refuse("openings_overlap", "Two holes of one floor would overlap", { host_id: floor.id });
    }
  });
}

export function checkRoof(_elements: Elements, roof: Element): void {
  const type = text(roof, "roof_type") ?? "flat";
  requireOutline(roof, points(roof, "boundary_points"), "boundary of the roof");
  if (faultOf(roofOutline(roof)) !== undefined) {
    throw refuse("outline_does_not_fit", "With its overhang the roof would cover itself", { element_id: roof.id });
  }
  if (type === "flat") return;
  if (!(measure(roof, "slope") > 0)) {
    throw refuse("out_of_range", `A ${type} roof has a slope above 0`, { element_id: roof.id, parameter: "slope" });
  }
  if (!isConvex(points(roof, "boundary_points"))) {
    throw refuse("outline_does_not_fit", `A ${type} roof is made over a convex outline: split this one`, {
      element_id: roof.id,
    });
  }
}
