import type { Constraint, Facet, IdsDocument, Specification } from "./document.ts";
import { canBe, matchesText } from "./matching.ts";
import { patternOf } from "./pattern.ts";
import type { Fault } from "./read-ids.ts";
import type { IfcSchema, IfcSchemas, Kind } from "./schema.ts";
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
      ...all.flatMap(patternFaults),
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
  const isImpossible = asked.some(({ name }) => !classes.some((one) => matchesText(one, name)));
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
  const kinds = meant.filter(({ isList }) => !isList).flatMap(({ type }) => valueKinds(schema, type));
  if (kinds.length === 0) return ["a value is asked of an attribute that holds objects or lists"];
  return fits(kinds, value) ? [] : ["a value is asked for that the attribute cannot have"];
}

/** What values of a type can be; nothing where they are objects, or could be. */
function valueKinds(schema: IfcSchema, type: string): readonly Kind[] {
  const kind = schema.kindOf(type);
  if (kind === undefined || kind === "entity") return [];
  if (kind !== "choice") return [kind];
  const members = schema.membersOf(type).map((one) => schema.kindOf(one));
  return members.every((one) => one !== undefined && one !== "entity") ? (members as Kind[]) : [];
}

function propertyFaults(
  schema: IfcSchema,
  dataType: string | undefined,
  value: Constraint | undefined,
): readonly string[] {
  if (dataType === undefined) return [];
  const kind = dataType === dataType.toUpperCase() ? schema.kindOf(dataType) : undefined;
  if (kind === undefined || kind === "entity" || kind === "choice") {
    return ["a data type is named that the schema does not have, or not in capitals"];
  }
  return value === undefined || fits([kind], value) ? [] : ["a value is asked for that the data type cannot have"];
}

function fits(kinds: readonly Kind[], value: Constraint): boolean {
  return namedIn(value).every((text) => kinds.some((kind) => canBe(kind, text)));
}

function patternFaults(facet: Facet): readonly string[] {
  const constraints = Object.values(facet).filter((one): one is Constraint => typeof one === "object" && "base" in one);
  const isStrange = constraints.some((one) => "pattern" in one && one.pattern.some((text) => patternOf(text) === null));
  return isStrange ? ["a pattern cannot be understood"] : [];
}
