import {
  IFCBUILDINGSTOREY,
  IFCPROJECT,
  IFCRELAGGREGATES,
  IFCRELCONTAINEDINSPATIALSTRUCTURE,
  IFCRELFILLSELEMENT,
  IFCRELVOIDSELEMENT,
} from "web-ifc";
import type { IfcPlace } from "../../ifc-file.ts";
import { axisOf, frameOfPlacement } from "./frame.ts";
import type { Line, Lines } from "./lines.ts";

/** How products and places belong together, by their ids. */
export interface Belonging {
  readonly places: readonly IfcPlace[];
  /** Where a product stands: its own place, or that of what it is a part of, is cut from or fills. */
  placeOf(product: number): number | null;
  readonly partOf: ReadonlyMap<number, number>;
  readonly voids: ReadonlyMap<number, number>;
  readonly fills: ReadonlyMap<number, number>;
}

/** A product that is a part of itself would never find its place. */
const STEPS_MAX = 1000;

export function belongingOf(
  lines: Lines,
  isPlace: (line: Line) => boolean,
  products: readonly Line[],
  unitMm: number,
  properties: (place: Line) => IfcPlace["properties"],
): Belonging {
  const parents = pairs(lines, IFCRELAGGREGATES, "RelatingObject", "RelatedObjects");
  const contained = pairs(lines, IFCRELCONTAINEDINSPATIALSTRUCTURE, "RelatingStructure", "RelatedElements");
  const voids = pairs(lines, IFCRELVOIDSELEMENT, "RelatingBuildingElement", "RelatedOpeningElement");
  const fills = pairs(lines, IFCRELFILLSELEMENT, "RelatingOpeningElement", "RelatedBuildingElement");
  const lineOfPlace = new Map(
    [...lines.ofType(IFCPROJECT), ...products.filter(isPlace)].map((line) => [line.id, line] as const),
  );

  function placeOf(product: number): number | null {
    let at: number | undefined = product;
    for (let step = 0; at !== undefined && step < STEPS_MAX; step += 1) {
      if (step > 0 && lineOfPlace.has(at)) return at;
      at = contained.get(at) ?? parents.get(at) ?? voids.get(at) ?? fills.get(at);
    }
    return null;
  }

  const saysElevation = storeysOnOnePlane(lines, unitMm);
  const places = [...lineOfPlace.values()].map((line) => {
    const placement = line.ref("ObjectPlacement");
    const frame = placement === null ? null : frameOfPlacement(placement, unitMm);
    const said = line.number("Elevation");
    const isSaid = frame === null || (saysElevation && said !== null && line.type === "IfcBuildingStorey");
    return {
      id: line.id,
      type: line.type,
      guid: line.text("GlobalId") ?? "",
      name: line.text("Name"),
      parent: placeOf(line.id),
      elevation: isSaid ? (said ?? 0) * unitMm : axisOf(frame, 3)[2],
      properties: properties(line),
    };
  });
  const partOf = new Map([...parents].filter(([part, whole]) => !lineOfPlace.has(part) && !lineOfPlace.has(whole)));
  return { places, placeOf, partOf, voids, fills };
}

/** Some programs place every storey at zero, what stands in it by itself, and tell heights by the attribute alone. */
function storeysOnOnePlane(lines: Lines, unitMm: number): boolean {
  const storeys = lines.ofType(IFCBUILDINGSTOREY);
  const placed = storeys.map((line) => frameOfPlacement(line.ref("ObjectPlacement"), unitMm)?.[11] ?? 0);
  const said = new Set(storeys.map((line) => line.number("Elevation")));
  return new Set(placed).size === 1 && said.size === storeys.length && storeys.length > 1;
}

/** From each thing that a relation names to the one that it relates them to. */
function pairs(lines: Lines, relation: number, relating: string, related: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const line of lines.ofType(relation)) {
    const one = line.ref(relating);
    if (one !== null) for (const other of line.refs(related)) found.set(other.id, one.id);
  }
  return found;
}
