import { type Element, measure, points } from "../element.ts";
import { spanOf } from "../shape/frame.ts";
import { areaOf, perimeterOf } from "../shape/polygon.ts";
import { roofSurface } from "../shape/roof.ts";
import { floorRings } from "../shape/slab.ts";
import { lengthOf } from "../shape/vectors.ts";
import { axisOf } from "../shape/wall.ts";
import type { Solid } from "../solids/solid.ts";
import type { Elements } from "../state/branch-state.ts";

/** What is measured of an element, in metres; what its kind does not have is left out. */
export interface Measures {
  readonly length?: number;
  /** Of one face of a wall, the top of a floor, the surface of a roof, the opening of a door or window. */
  readonly area?: number;
  readonly perimeter?: number;
  readonly volume?: number;
}

export function measuresOfElement(elements: Elements, element: Element, solid: Solid | undefined): Measures {
  const volume = solid === undefined ? {} : { volume: solid.volume };
  switch (element.type) {
    case "wall": {
      const { length, thickness } = axisOf(element);
      return { length, ...(solid !== undefined && { area: solid.volume / thickness }), ...volume };
    }
    case "door":
    case "window":
    case "opening":
      return { area: measure(element, "width") * measure(element, "height"), ...volume };
    case "floor": {
      const [outer = [], ...holes] = floorRings(elements, element);
      const area = areaOf(outer) - holes.reduce((sum, ring) => sum + areaOf(ring), 0);
      return { area, perimeter: perimeterOf(outer), ...volume };
    }
    case "room": {
      const ring = points(element, "boundary_points");
      return { area: areaOf(ring), perimeter: perimeterOf(ring), ...volume };
    }
    case "roof":
      return { area: roofSurface(element), ...volume };
    case "beam":
      return { length: lengthOf(spanOf(element)), ...volume };
    case "column":
      return { ...(solid !== undefined && { length: solid.max[2] - solid.min[2] }), ...volume };
    default:
      return volume;
  }
}
