import { basesOf, fitsBases } from "./base-types.ts";
import type { Constraint, Facet, IdsDocument, Specification } from "./document.ts";
import { matchesText } from "./matching.ts";
import { patternOf } from "./pattern.ts";
import type { Fault } from "./read-ids.ts";
import type { IfcSchema, IfcSchemas } from "./schema.ts";
import { RELATIONS } from "./wholes.ts";

const EDITIONS = new Set(["IFC2X3", "IFC4", "IFC4X3_ADD2"]);

/** What an IDS asks for that no model of the editions it names could ever say. */
export function auditIds({ specifications }: IdsDocument, schemas: IfcSchemas): readonly Fault[] {
  return specifications.flatMap((specification) =>
    auditSpecification(specification, schemas).map((reason) => ({ where: specification.name, reason })),
  );
}

function auditSpecification(specification: Specification, schemas: IfcSchemas): readonly string[] {
  const strange = specification.editions.filter((one) => !EDITIONS.has(one));
  if (strange.length > 0 || specification.editions.length === 0) return ["ifcVersion names no edition of IFC"];
  const all = [...specification.applicability, ...specification.requirements];
  return [
    ...new Set([
      ...all.flatMap(restrictionFaults),
      ...specification.requirements.flatMap(emptyWishes),
      ...specification.editions.flatMap((edition) => {
        const schema = schemas(edition);
        return schema === undefined ? [] : auditFor(schema, specification);
      }),
    ]),
  ];
}

function auditFor(schema: IfcSchema, { applicability, requirements }: Specification): readonly string[] {
  const classes = classesOf(schema, applicability);
  const faults = [...applicability, ...requirements].flatMap((facet) => auditFacet(schema, facet, classes));
  if (classes.length === 0 || faults.length > 0) return faults;
  const asked = requirements.filter((facet) => facet.facet === "entity");
  const narrower = schema.entities.filter(
    (one) => schema.isNamedByType(one) && classes.some((general) => schema.isA(one, general)),
  );
  const isImpossible = asked.some(({ name }) => ![...classes, ...narrower].some((one) => matchesText(one, name)));
  return isImpossible ? ["a requirement names classes that the applicability rules out"] : [];
}

/** The classes that a specification is about; every class where it does not say. */
function classesOf(schema: IfcSchema, applicability: readonly Facet[]): readonly string[] {
  const entities = applicability.filter((facet) => facet.facet === "entity");
  return schema.entities.filter((one) => entities.every(({ name }) => matchesText(one, name)));
}

function auditFacet(schema: IfcSchema, facet: Facet, classes: readonly string[]): readonly string[] {
  switch (facet.facet) {
    case "entity":
      return entityFaults(schema, facet.name);
    case "partOf":
      return [
        ...entityFaults(schema, facet.entity.name),
        ...(facet.relation === undefined || (RELATIONS as readonly string[]).includes(facet.relation)
          ? []
          : ["a relation is none of those that make parts"]),
      ];
    case "attribute":
      return attributeFaults(schema, facet.name, facet.value, classes);
    case "property":
      return propertyFaults(schema, facet.dataType, facet.value);
    default:
      return [];
  }
}

/** The texts that a constraint names one by one. */
function namedIn(constraint: Constraint): readonly string[] {
  return "simple" in constraint ? [constraint.simple] : constraint.enumeration;
}

function entityFaults(schema: IfcSchema, name: Constraint): readonly string[] {
  const strange = namedIn(name).some((one) => !schema.isEntity(one));
  if (strange) return ["a class is named that the schema does not have, or not in capitals"];
  return schema.entities.some((one) => matchesText(one, name)) ? [] : ["no class of the schema fits a name"];
}

function attributeFaults(
  schema: IfcSchema,
  name: Constraint,
  value: Constraint | undefined,
  classes: readonly string[],
): readonly string[] {
  const all = classes.flatMap((one) => schema.attributesOf(one));
  const strange = namedIn(name).some((one) => !all.some((attribute) => attribute.name === one));
  const meant = all.filter((attribute) => matchesText(attribute.name, name));
  if (strange || meant.length === 0) return ["an attribute is named that the class does not have"];
  if (value === undefined) return [];
  const bases = meant.filter(({ isList }) => !isList).flatMap(({ type }) => basesOf(schema, type));
  if (bases.length === 0) return ["a value is asked of an attribute that holds objects or lists"];
  return fitsBases(bases, value) ? [] : ["a value is asked for that the attribute cannot have"];
}

function propertyFaults(
  schema: IfcSchema,
  dataType: string | undefined,
  value: Constraint | undefined,
): readonly string[] {
  if (dataType === undefined) return value === undefined ? [] : ["a value is asked for without its data type"];
  const kind = dataType === dataType.toUpperCase() ? schema.kindOf(dataType) : undefined;
  if (kind === undefined || kind === "entity" || kind === "choice") {
    return ["a data type is named that the schema does not have, or not in capitals"];
  }
  const isPossible = value === undefined || fitsBases(basesOf(schema, dataType), value);
  return isPossible ? [] : ["a value is asked for that the data type cannot have"];
}

/** Patterns that cannot be understood, and names restricted as if they were no text. */
function restrictionFaults(facet: Facet): readonly string[] {
  const parts = Object.entries(facet.facet === "partOf" ? facet.entity : facet).filter(
    (part): part is [string, Constraint] => typeof part[1] === "object" && "base" in part[1],
  );
  const isTyped = facet.facet === "attribute" || facet.facet === "property";
  const isStrange = parts.some(([, one]) => "pattern" in one && one.pattern.some((text) => patternOf(text) === null));
  const isNumbered = parts.some(([name, one]) => !(isTyped && name === "value") && !fitsBases(["string"], one));
  return [
    ...(isStrange ? ["a pattern cannot be understood"] : []),
    ...(isNumbered ? ["a name is restricted by something that is no text"] : []),
  ];
}

/** Wishes that nothing could ever break, or that say too little or too much to be understood. */
function emptyWishes(facet: Facet): readonly string[] {
  if (facet.facet === "entity") return [];
  const { cardinality } = facet;
  if (facet.facet === "partOf") return cardinality === "optional" ? ["being a part cannot be optional"] : [];
  const asksNothing = facet.value === undefined && (facet.facet !== "property" || facet.dataType === undefined);
  if (cardinality === "optional" && asksNothing) return ["what is optional must say what it should be"];
  if (facet.facet !== "property") return [];
  if (cardinality === "prohibited" && !asksNothing) return ["a property is prohibited as a whole, not a value of it"];
  return [];
}
