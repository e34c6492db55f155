import type { IfcLineValue } from "../../../../kernel/index.ts";
import { saidBy } from "./actual.ts";
import type { IfcGraph, Instance } from "./ifc-graph.ts";
import type { Actual } from "./matching.ts";
import { typeOf } from "./types.ts";
import type { Units } from "./units.ts";

/** A property with all values that it states; none where it is empty, or of a kind that cannot be checked. */
export interface Property {
  readonly name: string;
  readonly values: readonly Actual[];
  /** Sides on which a range says no end. */
  readonly open: readonly Side[];
}

type Side = "lower" | "upper";

export type PropertySets = ReadonlyMap<string, ReadonlyMap<string, Property>>;

/** Where each kind of property keeps its values, and the unit of them. */
const VALUES: Readonly<Record<string, readonly (readonly [values: string, unit: string])[]>> = {
  IFCPROPERTYSINGLEVALUE: [["NominalValue", "Unit"]],
  IFCPROPERTYENUMERATEDVALUE: [["EnumerationValues", ""]],
  IFCPROPERTYLISTVALUE: [["ListValues", "Unit"]],
  IFCPROPERTYBOUNDEDVALUE: [
    ["UpperBoundValue", "Unit"],
    ["LowerBoundValue", "Unit"],
    ["SetPointValue", "Unit"],
  ],
  IFCPROPERTYTABLEVALUE: [
    ["DefiningValues", "DefiningUnit"],
    ["DefinedValues", "DefinedUnit"],
  ],
  IFCQUANTITYLENGTH: [["LengthValue", "Unit"]],
  IFCQUANTITYAREA: [["AreaValue", "Unit"]],
  IFCQUANTITYVOLUME: [["VolumeValue", "Unit"]],
  IFCQUANTITYCOUNT: [["CountValue", "Unit"]],
  IFCQUANTITYWEIGHT: [["WeightValue", "Unit"]],
  IFCQUANTITYTIME: [["TimeValue", "Unit"]],
  IFCQUANTITYNUMBER: [["NumberValue", "Unit"]],
};
/** What every property set has by itself. */
const OF_ROOT = new Set(["GlobalId", "OwnerHistory", "Name", "Description"]);

/** Reads the property sets of instances: their own over those of their type. */
export function createProperties(graph: IfcGraph, units: Units): (instance: Instance) => PropertySets {
  const { schema } = graph;
  const attached = graph.related("IFCRELDEFINESBYPROPERTIES", "RelatedObjects", "RelatingPropertyDefinition");

  function valuesOf(property: Instance): readonly Actual[] {
    return (VALUES[property.type] ?? []).flatMap(([name, unit]) => {
      const type = schema.attributesOf(property.type).find((one) => one.name === name)?.type ?? "";
      const own = unit === "" ? undefined : graph.one(property, unit);
      const value = graph.get(property, name);
      const all = (Array.isArray(value) ? value : [value]) as readonly IfcLineValue[];
      return all.flatMap((one) => measured(saidBy(schema, one, type), own));
    });
  }
  function measured(said: ReturnType<typeof saidBy>, own: Instance | undefined): readonly Actual[] {
    if (said === "nothing" || said === "object") return [];
    if (typeof said.value !== "number") return [said];
    return [{ ...said, value: units.toStandard(said.value, said.type, own) }];
  }
  function propertiesOf(set: Instance): readonly Property[] {
    const listed = ["HasProperties", "Quantities", "Properties", "ExtendedProperties"].flatMap((name) =>
      graph.many(set, name),
    );
    if (listed.length > 0) {
      return listed.map((one) => ({ name: graph.text(one, "Name") ?? "", values: valuesOf(one), open: openIn(one) }));
    }
    if (!schema.isA(set.type, predefined(schema.isEntity("IFCPREDEFINEDPROPERTYSET")))) return [];
    return schema
      .attributesOf(set.type)
      .filter(({ name }) => !OF_ROOT.has(name))
      .map(({ name, type }) => ({
        name,
        values: measured(saidBy(schema, graph.get(set, name), type), undefined),
        open: [],
      }));
  }
  function openIn(property: Instance): readonly Side[] {
    if (property.type !== "IFCPROPERTYBOUNDEDVALUE") return [];
    return [
      ...(graph.get(property, "LowerBoundValue") === null ? (["lower"] as const) : []),
      ...(graph.get(property, "UpperBoundValue") === null ? (["upper"] as const) : []),
    ];
  }
  function add(sets: Map<string, Map<string, Property>>, set: Instance): void {
    const name = graph.text(set, "Name");
    if (name === undefined) return;
    const known = sets.get(name) ?? new Map<string, Property>();
    for (const property of propertiesOf(set)) known.set(property.name, property);
    sets.set(name, known);
  }
  const ofResource = new Map<number, Instance[]>();
  for (const [type, attribute] of [
    ["IFCMATERIALPROPERTIES", "Material"],
    ["IFCPROFILEPROPERTIES", "ProfileDefinition"],
  ] as const) {
    for (const set of schema.isEntity(type) ? graph.ofType(type) : []) {
      const owner = graph.one(set, attribute);
      if (owner !== undefined) ofResource.set(owner.id, [...(ofResource.get(owner.id) ?? []), set]);
    }
  }

  return (instance) => {
    const sets = new Map<string, Map<string, Property>>();
    const type = typeOf(graph, instance);
    for (const set of type === undefined ? [] : graph.many(type, "HasPropertySets")) add(sets, set);
    for (const set of graph.many(instance, "HasPropertySets")) add(sets, set);
    for (const set of attached.get(instance.id) ?? []) add(sets, set);
    for (const set of ofResource.get(instance.id) ?? []) add(sets, set);
    return sets;
  };
}

/** IFC2X3 has no common name for them; there every set with attributes of its own is one. */
function predefined(isNamed: boolean): string {
  return isNamed ? "IFCPREDEFINEDPROPERTYSET" : "IFCPROPERTYSETDEFINITION";
}
