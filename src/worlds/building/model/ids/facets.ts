import { saidBy } from "./actual.ts";
import { classificationsOf } from "./classifications.ts";
import { BOUNDS, type Constraint, type EntityFacet, type Facet } from "./document.ts";
import type { IfcGraph, Instance } from "./ifc-graph.ts";
import { type Actual, matches, matchesText } from "./matching.ts";
import { materialsOf } from "./materials.ts";
import { createProperties, type Property, type PropertySets } from "./properties.ts";
import { classesOf, predefinedTypesOf } from "./types.ts";
import { createUnits, type Units } from "./units.ts";
import { wholesOf } from "./wholes.ts";

/** Whether an instance has what a facet asks for; absent where it says nothing about it at all. */
export type Finding = { readonly outcome: "pass" } | { readonly outcome: "absent" | "fail"; readonly reason: string };

const PASS: Finding = { outcome: "pass" };
const absent = (reason: string): Finding => ({ outcome: "absent", reason });
const fail = (reason: string): Finding => ({ outcome: "fail", reason });

/** Checks instances of one file. */
export function createFacets(graph: IfcGraph): (instance: Instance, facet: Facet) => Finding {
  const units = createUnits(graph);
  const propertiesOf = createProperties(graph, units);
  const keptSets = new Map<number, PropertySets>();
  const setsOf = (instance: Instance) => {
    const sets = keptSets.get(instance.id) ?? propertiesOf(instance);
    keptSets.set(instance.id, sets);
    return sets;
  };
  return (instance, facet) => {
    switch (facet.facet) {
      case "entity":
        return isEntity(graph, instance, facet);
      case "attribute":
        return hasAttribute(graph, units, instance, facet);
      case "property":
        return hasProperty(setsOf(instance), facet);
      case "classification":
        return isClassified(graph, instance, facet.system, facet.value);
      case "material":
        return isMadeOf(graph, instance, facet.value);
      case "partOf":
        return isPartOf(graph, instance, facet.relation, facet.entity);
    }
  };
}

function isEntity(graph: IfcGraph, instance: Instance, { name, predefinedType }: EntityFacet): Finding {
  if (!classesOf(graph, instance).some((one) => matchesText(one, name))) return fail("it is of another class");
  if (predefinedType === undefined) return PASS;
  const kinds = predefinedTypesOf(graph, instance);
  if (kinds.length === 0) return fail("it has no predefined type");
  return kinds.some((kind) => matchesText(kind, predefinedType)) ? PASS : fail("it is of another predefined type");
}

function hasAttribute(
  graph: IfcGraph,
  units: Units,
  instance: Instance,
  { name, value, cardinality }: Extract<Facet, { facet: "attribute" }>,
): Finding {
  const named = graph.schema.attributesOf(instance.type).filter((one) => matchesText(one.name, name));
  if (named.length === 0) return absent("its class has no such attribute");
  const said = named
    .map((one) => saidBy(graph.schema, graph.get(instance, one.name), one.type))
    .filter((one) => one !== "nothing");
  if (said.length === 0) return absent("the attribute is empty");
  if (value === undefined) return PASS;
  const fits = (one: (typeof said)[number]) => one !== "object" && matches(inStandard(units, one), value);
  return (cardinality === "prohibited" ? said.some(fits) : said.every(fits))
    ? PASS
    : fail("the attribute has another value");
}

function inStandard(units: Units, actual: Actual): Actual {
  const { value, type } = actual;
  return typeof value === "number" ? { ...actual, value: units.toStandard(value, type, undefined) } : actual;
}

function hasProperty(sets: PropertySets, facet: Extract<Facet, { facet: "property" }>): Finding {
  const named = [...sets].filter(([name]) => matchesText(name, facet.propertySet));
  if (named.length === 0) return absent("it has no such property set");
  const found = named.map(([, properties]) =>
    [...properties.values()].filter(({ name }) => matchesText(name, facet.baseName)),
  );
  // What is prohibited is prohibited in every set, and may not even be there without a value.
  if (facet.cardinality === "prohibited") {
    return found.flat().length > 0 ? PASS : absent("it has no such property");
  }
  for (const properties of found) {
    const stated = properties.filter(({ values }) => values.length > 0);
    if (properties.length > 0 && stated.length === 0) return fail("the property is empty");
    for (const property of stated) {
      const wrong = faultOf(property, facet);
      if (wrong !== undefined) return fail(wrong);
    }
  }
  return found.every((properties) => properties.length > 0) ? PASS : absent("it has no such property");
}

/** One value of several is enough, but a range must hold for all of them, and for whatever an open end allows. */
function faultOf(
  { values, open }: Property,
  { dataType, value }: Extract<Facet, { facet: "property" }>,
): string | undefined {
  const typed = values.filter(({ type }) => dataType === undefined || type === dataType);
  if (typed.length === 0) return "the property has another data type";
  if (value === undefined) return undefined;
  const limits = "bounds" in value ? BOUNDS.filter((one) => one in value.bounds) : [];
  if (limits.length === 0) {
    return typed.some((one) => matches(one, value)) ? undefined : "the property has another value";
  }
  const isOpen =
    (open.includes("lower") && limits.some((one) => one.startsWith("min"))) ||
    (open.includes("upper") && limits.some((one) => one.startsWith("max")));
  return !isOpen && typed.every((one) => matches(one, value)) ? undefined : "the property has another value";
}

function isClassified(graph: IfcGraph, instance: Instance, system: Constraint, value: Constraint | undefined): Finding {
  const found = classificationsOf(graph, instance);
  if (found.length === 0) return absent("it is not classified");
  const within = found.filter((one) => one.system !== undefined && matchesText(one.system, system));
  if (within.length === 0) return fail("it is classified in other systems only");
  if (value === undefined) return PASS;
  const fits = within.some(({ codes }) => codes.some((code) => matchesText(code, value)));
  return fits ? PASS : fail("it is classified as something else");
}

function isMadeOf(graph: IfcGraph, instance: Instance, value: Constraint | undefined): Finding {
  const names = materialsOf(graph, instance);
  if (names === undefined) return absent("it has no material");
  if (value === undefined) return PASS;
  return names.some((name) => matchesText(name, value)) ? PASS : fail("it is of another material");
}

function isPartOf(graph: IfcGraph, instance: Instance, relation: string | undefined, entity: EntityFacet): Finding {
  const wholes = wholesOf(graph, instance, relation);
  if (wholes.length === 0) return absent("it is part of nothing in this way");
  return wholes.some((one) => isEntity(graph, one, entity).outcome === "pass")
    ? PASS
    : fail("it is part of another thing");
}
