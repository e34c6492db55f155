import type { Json } from "../../../../../kernel/index.ts";
import { type Element, measure, points, text } from "../../element.ts";
import { spanOf } from "../../shape/frame.ts";
import { areaOf, perimeterOf } from "../../shape/polygon.ts";
import { floorRings } from "../../shape/slab.ts";
import { lengthOf } from "../../shape/vectors.ts";
import { axisOf } from "../../shape/wall.ts";
import type { Solid } from "../../solids/solid.ts";
import type { Elements } from "../../state/branch-state.ts";
import { rounded, toMm } from "../../units.ts";
import { OWN_SET } from "../own-set.ts";
import { integer, text as quoted, real, type Token, truth, typed } from "./step.ts";

/** A set of properties by name, each value as the schema types it. */
export interface PropertySet {
  readonly name: string;
  readonly values: Readonly<Record<string, Token>>;
}

type Quantity = readonly [kind: "LENGTH" | "AREA" | "VOLUME" | "COUNT", value: number];

export interface QuantitySet {
  readonly name: string;
  readonly values: Readonly<Record<string, Quantity>>;
}

const label = (value: string) => typed("IFCLABEL", quoted(value));
const isTrue = (value: boolean) => typed("IFCBOOLEAN", truth(value));
const length = (metres: number) => typed("IFCPOSITIVELENGTHMEASURE", real(toMm(metres)));

/** The common set of each type: what readers look for first. */
export function commonSet(elements: Elements, element: Element): PropertySet | undefined {
  const { type, parameters } = element;
  const rating = parameters.fire_rating;
  const fire = typeof rating === "number" ? { FireRating: label(String(rating)) } : {};
  const of = (name: string, values: Readonly<Record<string, Token>>): PropertySet | undefined =>
    Object.keys(values).length === 0 ? undefined : { name, values };
  switch (type) {
    case "wall": {
      const sound = parameters.acoustic_rating;
      return of("Pset_WallCommon", {
        IsExternal: isTrue(parameters.is_exterior === true),
        LoadBearing: isTrue(parameters.wall_type === "structural"),
        ...fire,
        ...(typeof sound === "number" && { AcousticRating: label(String(sound)) }),
      });
    }
    case "door":
      return of("Pset_DoorCommon", {
        IsExternal: isTrue(isInOuterWall(elements, element)),
        ...fire,
        ...(typeof parameters.is_accessible === "boolean" && {
          HandicapAccessible: isTrue(parameters.is_accessible),
        }),
      });
    case "window": {
      const loss = parameters.u_value;
      return of("Pset_WindowCommon", {
        IsExternal: isTrue(isInOuterWall(elements, element)),
        ...(typeof loss === "number" && {
          ThermalTransmittance: typed("IFCTHERMALTRANSMITTANCEMEASURE", real(loss)),
        }),
      });
    }
    case "floor":
      return of("Pset_SlabCommon", { IsExternal: isTrue(false), ...fire });
    case "roof":
      return of("Pset_RoofCommon", { IsExternal: isTrue(true) });
    case "column":
      return of("Pset_ColumnCommon", { IsExternal: isTrue(false), LoadBearing: isTrue(true) });
    case "beam":
      return of("Pset_BeamCommon", { LoadBearing: isTrue(true), Span: length(lengthOf(spanOf(element))) });
    case "stair":
      return of("Pset_StairCommon", {
        NumberOfRiser: typed("IFCCOUNTMEASURE", integer(measure(element, "risers"))),
        NumberOfTreads: typed("IFCCOUNTMEASURE", integer(measure(element, "risers") - 1)),
        RiserHeight: length(measure(element, "riser_height")),
        TreadLength: length(measure(element, "tread_depth")),
      });
    case "room":
      return of("Pset_SpaceCommon", {
        IsExternal: isTrue(false),
        Reference: typed("IFCIDENTIFIER", quoted(text(element, "room_type") ?? "room")),
      });
    default:
      return undefined;
  }
}

function isInOuterWall(elements: Elements, filling: Element): boolean {
  return elements.get(text(filling, "wall_id") ?? "")?.parameters.is_exterior === true;
}

/** What an element measures, from the very solid that its body comes to. */
export function quantitySet(elements: Elements, element: Element, solid: Solid | undefined): QuantitySet | undefined {
  const volume = rounded(solid?.volume ?? 0);
  const mm = (metres: number): Quantity => ["LENGTH", toMm(metres)];
  const square = (value: number): Quantity => ["AREA", rounded(value)];
  const cubic = (value: number): Quantity => ["VOLUME", rounded(value)];
  const size = (name: string) => measure(element, name);
  switch (element.type) {
    case "wall": {
      const { length: long, thickness } = axisOf(element);
      return {
        name: "Qto_WallBaseQuantities",
        values: {
          Length: mm(long),
          Width: mm(thickness),
          Height: mm(size("height")),
          GrossSideArea: square(long * size("height")),
          NetSideArea: square(volume / thickness),
          NetVolume: cubic(volume),
        },
      };
    }
    case "door":
    case "window":
      return {
        name: element.type === "door" ? "Qto_DoorBaseQuantities" : "Qto_WindowBaseQuantities",
        values: { Width: mm(size("width")), Height: mm(size("height")), Area: square(size("width") * size("height")) },
      };
    case "floor": {
      const [outer = [], ...holes] = floorRings(elements, element);
      const gross = areaOf(outer);
      return {
        name: "Qto_SlabBaseQuantities",
        values: {
          Width: mm(size("thickness")),
          Perimeter: mm(perimeterOf(outer)),
          GrossArea: square(gross),
          NetArea: square(gross - holes.reduce((sum, ring) => sum + areaOf(ring), 0)),
          NetVolume: cubic(volume),
        },
      };
    }
    case "room": {
      const ring = points(element, "boundary_points");
      return {
        name: "Qto_SpaceBaseQuantities",
        values: {
          Height: mm(size("height")),
          NetPerimeter: mm(perimeterOf(ring)),
          NetFloorArea: square(areaOf(ring)),
          NetVolume: cubic(volume),
        },
      };
    }
    case "column":
      return { name: "Qto_ColumnBaseQuantities", values: { NetVolume: cubic(volume) } };
    case "beam":
      return {
        name: "Qto_BeamBaseQuantities",
        values: { Length: mm(lengthOf(spanOf(element))), NetVolume: cubic(volume) },
      };
    case "roof":
      return { name: "Qto_RoofBaseQuantities", values: { NetVolume: cubic(volume) } };
    case "stair":
      return { name: "Qto_StairBaseQuantities", values: { NetVolume: cubic(volume) } };
    default:
      return undefined;
  }
}

/** What an element is made of here, parameter by parameter, so that reading the file gives the same one again. */
export function ownSet(element: Element, more: Readonly<Record<string, Json>> = {}): PropertySet {
  const all = { ...element.parameters, ...more, type: element.type };
  return {
    name: OWN_SET,
    values: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, tokenOf(value)])),
  };
}

/** Sets that came with an element from another file. */
export function broughtSets(element: Element): PropertySet[] {
  const sets = element.parameters.properties;
  if (sets === null || typeof sets !== "object" || Array.isArray(sets)) return [];
  return Object.entries(sets).flatMap(([name, values]) => {
    const isSet = values !== null && typeof values === "object" && !Array.isArray(values) && name.startsWith("Pset_");
    if (!isSet) return [];
    const known = Object.entries(values as Record<string, Json>).filter(([, value]) => value !== null);
    return known.length === 0
      ? []
      : [{ name, values: Object.fromEntries(known.map(([key, value]) => [key, tokenOf(value)])) }];
  });
}

function tokenOf(value: Json): Token {
  if (typeof value === "number") return typed("IFCREAL", real(value));
  if (typeof value === "boolean") return isTrue(value);
  return typed("IFCTEXT", quoted(typeof value === "string" ? value : JSON.stringify(value)));
}
