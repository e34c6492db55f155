import { readFileSync, writeFileSync } from "node:fs";

// What the checker of exported files knows of the three schemas, made from their EXPRESS files, which are not kept here:
//   node scripts/express-tables.ts IFC2X3_TC1.exp IFC4_ADD2_TC1.exp IFC4X3_ADD2.exp
// Of each schema only what our files can hold is kept: names, types, bounds and inverses, as a table of facts.

const OUT = new URL("../test/kit/express/", import.meta.url);
const NAMES = ["IFC2X3", "IFC4", "IFC4X3_ADD2"];

/** Every entity that the writer can write, in any schema. */
const WRITTEN =
  `IfcOrganization IfcPerson IfcPersonAndOrganization IfcApplication IfcOwnerHistory IfcSIUnit IfcUnitAssignment
  IfcGeometricRepresentationContext IfcGeometricRepresentationSubContext IfcProject IfcSite IfcBuilding IfcBuildingStorey
  IfcRelAggregates IfcRelContainedInSpatialStructure IfcCartesianPoint IfcDirection IfcAxis2Placement2D IfcAxis2Placement3D
  IfcLocalPlacement IfcPolyline IfcArbitraryClosedProfileDef IfcArbitraryProfileDefWithVoids IfcRectangleProfileDef
  IfcCircleProfileDef IfcIShapeProfileDef IfcExtrudedAreaSolid IfcCartesianPointList3D IfcTriangulatedFaceSet IfcPolyLoop
  IfcFace IfcFaceOuterBound IfcClosedShell IfcFacetedBrep IfcConnectedFaceSet IfcFaceBasedSurfaceModel
  IfcShapeRepresentation IfcProductDefinitionShape IfcWall IfcDoor IfcWindow IfcSlab IfcRoof IfcColumn IfcBeam IfcStair
  IfcSpace IfcOpeningElement IfcBuildingElementProxy IfcFurnishingElement IfcDistributionElement IfcRelVoidsElement
  IfcRelFillsElement IfcPropertySingleValue IfcPropertySet IfcRelDefinesByProperties IfcElementQuantity IfcQuantityLength
  IfcQuantityArea IfcQuantityVolume IfcQuantityCount IfcMaterial IfcMaterialLayer IfcMaterialLayerSet
  IfcMaterialLayerSetUsage IfcRelAssociatesMaterial IfcRelConnectsElements IfcRelConnectsPathElements`
    .split(/\s+/)
    .map((name) => name.toUpperCase());

interface Entity {
  isAbstract: boolean;
  parent: string | null;
  /** Name, whether it may be left out, and its type. */
  attributes: [string, boolean, string][];
  derived: string[];
  /** Name, the least and the most, the relation and its attribute. */
  inverses: [string, number, number | null, string, string][];
}

const files = process.argv.slice(2);
for (const [at, name] of NAMES.entries()) {
  const { entities, types } = readExpress(readFileSync(files[at] as string, "latin1"));
  writeFileSync(new URL(`${name}.json`, OUT), `${JSON.stringify(cutTo(entities, types))}\n`);
}

function readExpress(source: string): { entities: Map<string, Entity>; types: Map<string, string> } {
  const text = source.replace(/\(\*[\s\S]*?\*\)/g, "").replace(/--.*$/gm, "");
  const entities = new Map<string, Entity>();
  for (const [, name = "", body = ""] of text.matchAll(/\bENTITY\s+(\w+)([\s\S]*?)END_ENTITY/g)) {
    const end = body.indexOf(";");
    const parts = body.slice(end + 1).split(/^\s*(DERIVE|INVERSE|UNIQUE|WHERE)\b/m);
    const section = (word: string) => (parts.includes(word) ? (parts[parts.indexOf(word) + 1] ?? "") : "");
    entities.set(name.toUpperCase(), {
      isAbstract: /\bABSTRACT\b/.test(body.slice(0, end)),
      parent: /SUBTYPE\s+OF\s*\(\s*(\w+)/i.exec(body.slice(0, end))?.[1]?.toUpperCase() ?? null,
      attributes: attributesOf(parts[0] ?? ""),
      derived: [...section("DERIVE").matchAll(/SELF\\\w+\.(\w+)\s*:/g)].map(([, one = ""]) => one),
      inverses: inversesOf(section("INVERSE")),
    });
  }
  const types = [...text.matchAll(/\bTYPE\s+(\w+)\s*=\s*([\s\S]*?);/g)].map(
    ([, name = "", is = ""]): [string, string] => [name.toUpperCase(), is.replace(/\s+/g, " ").trim()],
  );
  return { entities, types: new Map(types) };
}

function attributesOf(part: string): Entity["attributes"] {
  return [...part.matchAll(/^\s*([\w, ]+?)\s*:\s*([\s\S]*?);/gm)].flatMap(([, names = "", is = ""]) =>
    names.split(",").map((name): [string, boolean, string] => {
      const type = is.replace(/\s+/g, " ").trim();
      return [name.trim(), type.startsWith("OPTIONAL "), type.replace(/^OPTIONAL /, "")];
    }),
  );
}

function inversesOf(part: string): Entity["inverses"] {
  const every = /(\w+)\s*:\s*(?:(?:SET|BAG)\s*(?:\[\s*(\d+)\s*:\s*(\d+|\?)\s*\])?\s*OF\s+)?(\w+)\s+FOR\s+(\w+)\s*;/g;
  return [...part.matchAll(every)].map(([whole, name = "", least, most, relation = "", attribute = ""]) => {
    const isSet = /:\s*(SET|BAG)/.test(whole);
    const upper = isSet ? (most === undefined || most === "?" ? null : Number(most)) : 1;
    return [name, isSet ? Number(least ?? 0) : 1, upper, relation.toUpperCase(), attribute];
  });
}

/** What can be met in our files: their entities with all above them, and the types these speak of. */
function cutTo(entities: Map<string, Entity>, types: Map<string, string>) {
  const kept: Record<string, Entity> = {};
  for (const written of WRITTEN) {
    for (let name: string | null = written; name !== null; name = entities.get(name)?.parent ?? null) {
      const entity = entities.get(name);
      if (entity !== undefined) kept[name] = entity;
    }
  }
  const spoken: Record<string, string> = {};
  const waiting = Object.values(kept).flatMap(({ attributes }) => attributes.map(([, , type]) => type));
  for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
    for (const [word] of type.matchAll(/\w+/g)) {
      const [name, is] = [word.toUpperCase(), types.get(word.toUpperCase())];
      if (is === undefined || name in spoken) continue;
      spoken[name] = is;
      if (!is.startsWith("ENUMERATION")) waiting.push(is);
    }
  }
  const all = Object.keys(kept);
  for (const entity of Object.values(kept))
    entity.inverses = entity.inverses.filter(([, , , relation]) => all.includes(relation));
  return { entities: kept, types: spoken };
}
