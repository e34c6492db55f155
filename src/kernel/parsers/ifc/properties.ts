import { IFCRELASSOCIATESMATERIAL, IFCRELDEFINESBYPROPERTIES, IFCRELDEFINESBYTYPE } from "web-ifc";
import type { Json } from "../../json.ts";
import { type Line, type Lines, unwrap } from "./lines.ts";

export type PropertySets = Record<string, Record<string, Json>>;

/** What is said about each product, by its id: sets of properties and of quantities, of its type and then its own. */
export function propertiesOf(lines: Lines): (product: Line) => PropertySets {
  const own = new Map<number, Line[]>();
  for (const relation of lines.ofType(IFCRELDEFINESBYPROPERTIES)) {
    const set = relation.ref("RelatingPropertyDefinition");
    if (set !== null) for (const product of relation.refs("RelatedObjects")) push(own, product.id, set);
  }
  const types = typesOf(lines);
  return (product) => {
    const sets: PropertySets = {};
    for (const set of types.get(product.id)?.refs("HasPropertySets") ?? []) addSet(sets, set);
    for (const set of own.get(product.id) ?? []) addSet(sets, set);
    return sets;
  };
}

/** The type of each product that has one, by the product's id. */
export function typesOf(lines: Lines): ReadonlyMap<number, Line> {
  const types = new Map<number, Line>();
  for (const relation of lines.ofType(IFCRELDEFINESBYTYPE)) {
    const type = relation.ref("RelatingType");
    if (type !== null) for (const product of relation.refs("RelatedObjects")) types.set(product.id, type);
  }
  return types;
}

/** The names of the materials of each product, of its type where it has none of its own. */
export function materialsOf(lines: Lines): (product: Line) => readonly string[] {
  const materials = new Map<number, Line>();
  for (const relation of lines.ofType(IFCRELASSOCIATESMATERIAL)) {
    const material = relation.ref("RelatingMaterial");
    if (material !== null) for (const product of relation.refs("RelatedObjects")) materials.set(product.id, material);
  }
  const types = typesOf(lines);
  return (product) => {
    const material = materials.get(product.id) ?? materials.get(types.get(product.id)?.id ?? -1);
    return material === undefined ? [] : [...new Set(namesOf(material, 0))];
  };
}

const DEPTH_MAX = 6;
/** How the schemas lead from a set of materials to the materials of it. */
const PARTS = [
  "ForLayerSet",
  "MaterialLayers",
  "Materials",
  "MaterialConstituents",
  "ForProfileSet",
  "MaterialProfiles",
  "Material",
];

function namesOf(material: Line, depth: number): readonly string[] {
  if (depth > DEPTH_MAX) return [];
  if (material.type === "IfcMaterial") return [material.text("Name") ?? ""].filter((name) => name !== "");
  return PARTS.flatMap((part) => material.refs(part)).flatMap((inner) => namesOf(inner, depth + 1));
}

function addSet(sets: PropertySets, set: Line): void {
  const name = set.text("Name") ?? set.type;
  const found = [...set.refs("HasProperties").map(readProperty), ...set.refs("Quantities").map(readQuantity)];
  const values = found.filter((value) => value !== null);
  if (values.length > 0) sets[name] = { ...sets[name], ...Object.fromEntries(values) };
}

function readProperty(property: Line): [string, Json] | null {
  const name = property.text("Name");
  if (name === null) return null;
  switch (property.type) {
    case "IfcPropertySingleValue":
      return [name, jsonOf(property.raw("NominalValue"))];
    case "IfcPropertyEnumeratedValue":
      return [name, jsonOf(property.raw("EnumerationValues"))];
    case "IfcPropertyListValue":
      return [name, jsonOf(property.raw("ListValues"))];
    case "IfcPropertyBoundedValue":
      return [name, { lower: jsonOf(property.raw("LowerBoundValue")), upper: jsonOf(property.raw("UpperBoundValue")) }];
    default:
      return null;
  }
}

const QUANTITY_VALUES = [
  "LengthValue",
  "AreaValue",
  "VolumeValue",
  "CountValue",
  "WeightValue",
  "TimeValue",
  "NumberValue",
];

function readQuantity(quantity: Line): [string, Json] | null {
  const name = quantity.text("Name");
  const value = QUANTITY_VALUES.map((attribute) => quantity.number(attribute)).find((one) => one !== null);
  return name === null || value === undefined ? null : [name, value];
}

/** A value of the file as JSON. A number without an end, which the format allows, is none. */
function jsonOf(given: unknown): Json {
  const value = unwrap(given);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return typeof value === "string" || typeof value === "boolean" ? value : null;
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
