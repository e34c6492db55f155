import {
  BOUNDS,
  type Cardinality,
  type Constraint,
  type EntityFacet,
  type Facet,
  type IdsDocument,
  LENGTHS,
  type Specification,
} from "./document.ts";
import { childOf, childrenOf, readXml, type XmlElement } from "./read-xml.ts";
import { misplacedIn } from "./shape.ts";

/** Why an IDS file is none, or not one that its own rules allow. */
export type Fault = { readonly where: string; readonly reason: string };

class Misshapen extends Error {}

/** Reads an IDS file; what does not have the shape of one is a fault. */
export function readIds(text: string): { readonly document: IdsDocument } | { readonly faults: readonly Fault[] } {
  const root = readXml(text);
  if (root?.name !== "ids") return { faults: [{ where: "ids", reason: "it is no IDS file, or no well-formed XML" }] };
  const misplaced = misplacedIn(root);
  if (misplaced !== undefined) return { faults: [{ where: "ids", reason: misplaced }] };
  try {
    const [info, list] = [need(root, "info"), need(root, "specifications")];
    const specifications = childrenOf(list, "specification").map(specificationOf);
    if (specifications.length === 0) throw new Misshapen("there is no specification");
    return { document: { title: need(info, "title").text, specifications } };
  } catch (error) {
    if (!(error instanceof Misshapen)) throw error;
    return { faults: [{ where: "ids", reason: error.message }] };
  }
}

function need(element: XmlElement, name: string): XmlElement {
  const found = childOf(element, name);
  if (found === undefined) throw new Misshapen(`${element.name} has no ${name}`);
  return found;
}

function specificationOf(element: XmlElement): Specification {
  const { name, ifcVersion } = element.attributes;
  if (name === undefined || ifcVersion === undefined) throw new Misshapen("a specification has no name or ifcVersion");
  const applicability = need(element, "applicability");
  const requirements = childOf(element, "requirements");
  const facets = applicability.children.map(facetOf);
  if (facets.length === 0) throw new Misshapen("an applicability has no facet");
  return {
    name,
    editions: ifcVersion.split(/\s+/).filter((one) => one !== ""),
    usage: usageOf(applicability),
    applicability: facets,
    requirements: requirements?.children.map(facetOf) ?? [],
  };
}

const USAGES: Readonly<Record<string, Cardinality>> = {
  "1 unbounded": "required",
  "0 unbounded": "optional",
  "0 0": "prohibited",
};

function usageOf({ attributes: { minOccurs, maxOccurs } }: XmlElement): Cardinality {
  const [least, most] = [minOccurs ?? (maxOccurs === "0" ? "0" : "1"), maxOccurs ?? "unbounded"];
  const usage = USAGES[`${least} ${most}`];
  if (usage === undefined)
    throw new Misshapen("minOccurs and maxOccurs are 1 and unbounded, 0 and unbounded, or 0 and 0");
  return usage;
}

function facetOf(element: XmlElement): Facet {
  const { attributes } = element;
  const cardinality = cardinalityOf(element);
  const value = optional(element, "value");
  switch (element.name) {
    case "entity":
      return entityOf(element);
    case "partOf":
      return { facet: "partOf", relation: attributes.relation, entity: entityOf(need(element, "entity")), cardinality };
    case "attribute":
      return { facet: "attribute", name: constraintOf(need(element, "name")), value, cardinality };
    case "property":
      return {
        facet: "property",
        propertySet: constraintOf(need(element, "propertySet")),
        baseName: constraintOf(need(element, "baseName")),
        dataType: attributes.dataType,
        value,
        cardinality,
      };
    case "classification":
      return { facet: "classification", system: constraintOf(need(element, "system")), value, cardinality };
    case "material":
      return { facet: "material", value, cardinality };
    default:
      throw new Misshapen(`there is no facet ${element.name}`);
  }
}

function entityOf(element: XmlElement): EntityFacet {
  return {
    facet: "entity",
    name: constraintOf(need(element, "name")),
    predefinedType: optional(element, "predefinedType"),
  };
}

function cardinalityOf({ attributes: { cardinality = "required" } }: XmlElement): Cardinality {
  if (cardinality === "required" || cardinality === "optional" || cardinality === "prohibited") return cardinality;
  throw new Misshapen("a cardinality is required, optional or prohibited");
}

function optional(element: XmlElement, name: string): Constraint | undefined {
  const found = childOf(element, name);
  return found && constraintOf(found);
}

function constraintOf(element: XmlElement): Constraint {
  const simple = childOf(element, "simpleValue");
  if (simple !== undefined) return { simple: simple.text };
  const restriction = childOf(element, "restriction");
  if (restriction === undefined) throw new Misshapen(`${element.name} has neither a simpleValue nor a restriction`);
  const values = (name: string) => childrenOf(restriction, name).map((one) => one.attributes.value ?? "");
  const bounds: Record<string, string> = {};
  for (const name of [...BOUNDS, ...LENGTHS]) {
    const [value] = values(name);
    if (value !== undefined) bounds[name] = value;
  }
  for (const name of LENGTHS) {
    if (!/^\d+$/.test(bounds[name] ?? "0")) throw new Misshapen(`${name} is no whole number`);
  }
  const base = (restriction.attributes.base ?? "").replace(/^.*:/, "");
  return { base, enumeration: values("enumeration"), pattern: values("pattern"), bounds };
}
