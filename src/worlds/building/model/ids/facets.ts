import { saidBy } from "./actual.ts";
import { classificationsOf } from "./classifications.ts";
import type { Constraint, EntityFacet, Facet } from "./document.ts";
import type { IfcGraph, Instance } from "./ifc-graph.ts";
import { matches, matchesText } from "./matching.ts";
import { materialsOf } from "./materials.ts";
import { createProperties, type PropertySets } from "./properties.ts";
import { predefinedTypeOf } from "./types.ts";
import { wholesOf } from "./wholes.ts";

/** Whether an instance has what a facet asks for; absent where it says nothing about it at all. */
export type Finding = { readonly outcome: "pass" } | { readonly outcome: "absent" | "fail"; readonly reason: string };

const PASS: Finding = { outcome: "pass" };
const absent = (reason: string): Finding => ({ outcome: "absent", reason });
const fail = (reason: string): Finding => ({ outcome: "fail", reason });

/** Checks instances of one file. */
export function createFacets(graph: IfcGraph): (instance: Instance, facet: Facet) => Finding {
  const propertiesOf = createProperties(graph);
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
        return hasAttribute(graph, instance, facet.name, facet.value);
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
  if (!matchesText(instance.type, name)) return fail("it is of another class");
  if (predefinedType === undefined) return PASS;
  const kind = predefinedTypeOf(graph, instance);
  if (kind === undefined) return fail("it has no predefined type");
  return matchesText(kind, predefinedType) ? PASS : fail("it is of another predefined type");
}

function hasAttribute(graph: IfcGraph, instance: Instance, name: Constraint, value: Constraint | undefined): Finding {
  const named = graph.schema.attributesOf(instance.type).filter((one) => matchesText(one.name, name));
  if (named.length === 0) return fail("its class has no such attribute");
  const said = named
    .map((one) => saidBy(graph.schema, graph.get(instance, one.name), one.type))
    .filter((one) => one !== "nothing");
  if (said.length === 0) return absent("the attribute is empty");
  if (value === undefined) return PASS;
  return said.every((one) => one !== "object" && matches(one, value)) ? PASS : fail("the attribute has another value");
}

function hasProperty(sets: PropertySets, facet: Extract<Facet, { facet: "property" }>): Finding {
  const named = [...sets].filter(([name]) => matchesText(name, facet.propertySet));
  if (named.length === 0) return absent("it has no such property set");
  let missing: Finding | undefined;
  for (const [, properties] of named) {
    const found = [...properties.values()].filter(({ name }) => matchesText(name, facet.baseName));
    const stated = found.filter(({ values }) => values.length > 0);
    if (stated.length === 0) {
      missing = absent(found.length === 0 ? "it has no such property" : "the property is empty");
      continue;
    }
    for (const { values } of stated) {
      const typed = values.filter(({ type }) => facet.dataType === undefined || type === facet.dataType.toUpperCase());
      if (typed.length === 0) return fail("the property has another data type");
      const { value } = facet;
      if (value !== undefined && !typed.some((one) => matches(one, value)))
        return fail("the property has another value");
    }
  }
  return missing ?? PASS;
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
