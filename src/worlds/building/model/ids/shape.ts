import { BOUNDS, LENGTHS } from "./document.ts";
import type { XmlElement } from "./read-xml.ts";

interface Shape {
  readonly attributes: readonly string[];
  readonly children: readonly string[];
  /** Whether children come in the order that is listed here. */
  readonly isOrdered?: boolean;
}

const FACETS = ["entity", "partOf", "classification", "attribute", "property", "material"];
const VALUE: Shape = { attributes: [], children: ["simpleValue", "restriction"] };
const WISH = ["cardinality", "instructions"];

/** What may stand in which element; elements that hold no others are left out. */
const SHAPES: Readonly<Record<string, Shape>> = {
  ids: { attributes: [], children: ["info", "specifications"], isOrdered: true },
  info: {
    attributes: [],
    children: ["title", "copyright", "version", "description", "author", "date", "purpose", "milestone"],
    isOrdered: true,
  },
  specifications: { attributes: [], children: ["specification"] },
  specification: {
    attributes: ["name", "ifcVersion", "identifier", "description", "instructions"],
    children: ["applicability", "requirements"],
    isOrdered: true,
  },
  applicability: { attributes: ["minOccurs", "maxOccurs"], children: FACETS, isOrdered: true },
  requirements: { attributes: ["description"], children: FACETS },
  entity: { attributes: ["instructions"], children: ["name", "predefinedType"], isOrdered: true },
  partOf: { attributes: ["relation", ...WISH], children: ["entity"] },
  classification: { attributes: ["uri", ...WISH], children: ["value", "system"], isOrdered: true },
  attribute: { attributes: WISH, children: ["name", "value"], isOrdered: true },
  property: {
    attributes: ["dataType", "uri", ...WISH],
    children: ["propertySet", "baseName", "value"],
    isOrdered: true,
  },
  material: { attributes: ["uri", ...WISH], children: ["value"] },
  name: VALUE,
  predefinedType: VALUE,
  system: VALUE,
  propertySet: VALUE,
  baseName: VALUE,
  value: VALUE,
  restriction: {
    attributes: ["base", "id"],
    children: ["annotation", "enumeration", "pattern", ...BOUNDS, ...LENGTHS],
  },
};
/** Children that there may be more than one of. */
const REPEATED = new Set(["specification", "enumeration", "pattern", ...FACETS.slice(1)]);
/** Said by XML itself, in any element. */
const OF_XML = /^(?:xmlns|schemaLocation$|noNamespaceSchemaLocation$|lang$)/;

const AUTHOR = /^[^@]+@[^.]+\..+$/s;
const DATE = /^\d{4}-\d{2}-\d{2}(?:Z|[+-]\d{2}:\d{2})?$/;

/** What is in the wrong place, or in none; undefined where all is as an IDS has it. */
export function misplacedIn(element: XmlElement): string | undefined {
  if (element.name === "author" && !AUTHOR.test(element.text)) return "the author is no e-mail address";
  if (element.name === "date" && !DATE.test(element.text.trim())) return "the date is no date";
  const shape = SHAPES[element.name];
  if (shape === undefined) return undefined;
  const strange = Object.keys(element.attributes).find((one) => !shape.attributes.includes(one) && !OF_XML.test(one));
  if (strange !== undefined) return `${element.name} has no attribute ${strange}`;
  let last = 0;
  const seen = new Set<string>();
  for (const { name } of element.children) {
    const at = shape.children.indexOf(name);
    if (at < 0) return `there is no ${name} in ${element.name}`;
    if (shape.isOrdered === true && at < last) return `${name} stands too late in ${element.name}`;
    if (seen.has(name) && !isRepeated(element.name, name)) return `${element.name} has ${name} more than once`;
    seen.add(name);
    last = at;
  }
  for (const child of element.children) {
    const inner = misplacedIn(child);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function isRepeated(parent: string, name: string): boolean {
  return REPEATED.has(name) || (parent === "requirements" && name === "entity");
}
