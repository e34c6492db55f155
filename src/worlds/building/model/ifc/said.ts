import type { IfcProduct, Json } from "../../../../kernel/index.ts";
import type { CATEGORIES } from "../element.ts";

const TEXT_CHARS_MAX = 200;

/** A name that fits a parameter. */
export function nameOf({ name, longName }: IfcProduct): { name?: string } {
  const given = (longName ?? name ?? "").trim().slice(0, TEXT_CHARS_MAX).trim();
  return given === "" ? {} : { name: given };
}

export function wordsOf(text: string | null): string | undefined {
  const given = (text ?? "").trim().slice(0, TEXT_CHARS_MAX).trim();
  return given === "" ? undefined : given;
}

/** Words for materials in the languages that files are written in, by how they begin. */
const MATERIALS: readonly (readonly [RegExp, string])[] = [
  [/gypsum|drywall|plasterboard|gips/i, "drywall"],
  [/reinforced|concrete|beton|betong/i, "concrete"],
  [/brick|ziegel|klinker/i, "brick"],
  [/steel|stahl|metal/i, "steel"],
  [/timber|holz|clt|glulam/i, "timber"],
  [/wood|mdf|plywood/i, "wood"],
  [/glass|glas|glazing/i, "glass"],
  [/masonry|stone|block|mauerwerk|sand-lime/i, "masonry"],
];

/** The contract's word for what something is made of, where the file's own says it. */
export function materialOf({ materials }: IfcProduct): { material?: string } {
  for (const name of materials) {
    const known = MATERIALS.find(([pattern]) => pattern.test(name));
    if (known !== undefined) return { material: known[1] };
  }
  return {};
}

const RATINGS = [0, 30, 60, 90, 120];

/** Minutes, from "REI 60", "F90" or "60". */
export function fireRatingOf(product: IfcProduct): { fire_rating?: number } {
  const said = propertyOf(product, "FireRating");
  const minutes = typeof said === "number" ? said : Number(/\d+/.exec(typeof said === "string" ? said : "")?.[0]);
  return RATINGS.includes(minutes) ? { fire_rating: minutes } : {};
}

/** A property of the common set of its type. */
export function propertyOf({ properties }: IfcProduct, name: string): Json | undefined {
  const set = Object.keys(properties).find(
    (key) => /^Pset_.*Common$/.test(key) && properties[key]?.[name] !== undefined,
  );
  return set === undefined ? undefined : properties[set]?.[name];
}

/** What everything that is kept of a file says besides its geometry. */
export function propertiesOf(product: IfcProduct): Record<string, Json> {
  const { properties, description, objectType, tag, materials } = product;
  const said = Object.entries({ description, objectType, tag, predefinedType: product.predefinedType });
  const own = Object.fromEntries(said.filter(([, value]) => value !== null && value !== ""));
  return {
    ...properties,
    ...(Object.keys(own).length > 0 && { IFC: own }),
    ...(materials.length > 0 && { materials: [...materials] }),
  };
}

const CATEGORY_OF: readonly (readonly [RegExp, (typeof CATEGORIES)[number]])[] = [
  [/^Ifc(Wall|CurtainWall)/, "Walls"],
  [/^IfcDoor/, "Doors"],
  [/^IfcWindow/, "Windows"],
  [/^IfcSlab/, "Floors"],
  [/^IfcRoof/, "Roofs"],
  [/^IfcColumn/, "Columns"],
  [/^(IfcBeam|IfcMember)/, "Beams"],
  [/^(IfcStair|IfcRamp)/, "Stairs"],
  [/^IfcSpace$/, "Rooms"],
  [/^(IfcFurn|IfcSystemFurniture)/, "Furniture"],
  [/^(IfcFlow|IfcDistribution|IfcEnergy|IfcElectric|IfcTransport)/, "Equipment"],
  [
    /(Terminal|Segment|Fitting|Controller|Device|Appliance|Boiler|Pump|Valve|Tank|Fan|Coil|Chiller|Unit|Sensor)$/,
    "Equipment",
  ],
];

/** The contract's word for what kind of thing it is. */
export function categoryOfIfc({ type, predefinedType }: IfcProduct): (typeof CATEGORIES)[number] {
  if (type === "IfcSlab" && predefinedType === "ROOF") return "Roofs";
  return CATEGORY_OF.find(([pattern]) => pattern.test(type))?.[1] ?? "Solids";
}
