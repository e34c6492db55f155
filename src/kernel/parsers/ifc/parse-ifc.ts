import * as engine from "web-ifc";
import { type IfcFile, type IfcMesh, type IfcProduct, ifcSchemaOf } from "../../ifc-file.ts";
import { axisLineOf, extrusionsOf } from "./extrusions.ts";
import { frameOfPlacement } from "./frame.ts";
import { type Line, type Lines, openLines } from "./lines.ts";
import { meshesOf } from "./meshes.ts";
import { type Belonging, belongingOf } from "./places.ts";
import { materialsOf, propertiesOf, typesOf } from "./properties.ts";
import { readableBytes } from "./readable.ts";
import { lengthUnitMm } from "./units.ts";

const PLACES = new Set([
  "IfcSite",
  "IfcBuilding",
  "IfcBuildingStorey",
  "IfcFacility",
  "IfcFacilityPart",
  "IfcBridge",
  "IfcBridgePart",
  "IfcRoad",
  "IfcRoadPart",
  "IfcRailway",
  "IfcRailwayPart",
  "IfcMarineFacility",
  "IfcMarinePart",
  "IfcFacilityPartCommon",
]);

/** A circle is built as a polygon: with so many corners it loses half a hundredth of its area, with the usual twelve 4.5. */
const CIRCLE_SEGMENTS = 36;

let warm: Promise<engine.IfcAPI> | undefined;

/** Loads the engine once: its schema alone takes longer than most files. */
function openEngine(): Promise<engine.IfcAPI> {
  warm ??= (async () => {
    const api = new engine.IfcAPI();
    await api.Init();
    api.SetLogLevel(engine.LogLevel.LOG_LEVEL_OFF);
    return api;
  })();
  return warm;
}

/** Reads an IFC file of one of the three schemas to plain data, in millimetres. */
export async function parseIfc(bytes: Uint8Array): Promise<IfcFile> {
  const api = await openEngine();
  const model = api.OpenModel(readableBytes(bytes), {
    ALLOW_INCOMPATIBLE_SCHEMA_ALIASES: false,
    COORDINATE_TO_ORIGIN: false,
    CIRCLE_SEGMENTS,
  });
  if (model < 0) throw new Error("no model");
  try {
    return describe(api, model);
  } finally {
    api.CloseModel(model);
  }
}

function describe(api: engine.IfcAPI, model: number): IfcFile {
  const lines = openLines(api, model);
  const unitMm = lengthUnitMm(lines);
  // In the order of the file: the engine goes by the numbers of types.
  const all = [...lines.ofType(engine.IFCPRODUCT)].sort((a, b) => a.id - b.id);
  const properties = propertiesOf(lines);
  const belonging = belongingOf(lines, isPlace, all, unitMm, properties);
  const meshes = meshesOf(api, model, [engine.IFCSPACE]);
  const facts = {
    unitMm,
    belonging,
    meshes,
    properties,
    materials: materialsOf(lines),
    types: typesOf(lines),
  };
  const [project] = lines.ofType(engine.IFCPROJECT);
  const products = all.filter((line) => !isPlace(line)).map((line) => productOf(line, facts));
  return {
    schema: ifcSchemaOf(api.GetModelSchema(model)) ?? "IFC2X3",
    entities: lines.all().length,
    counts: countsOf(lines),
    projectGuid: project?.text("GlobalId") ?? null,
    projectName: project?.text("LongName") ?? project?.text("Name") ?? null,
    places: belonging.places,
    products,
    missing: lines.missing(),
  };
}

interface Facts {
  readonly unitMm: number;
  readonly belonging: Belonging;
  readonly meshes: ReadonlyMap<number, IfcMesh>;
  readonly properties: ReturnType<typeof propertiesOf>;
  readonly materials: ReturnType<typeof materialsOf>;
  readonly types: ReturnType<typeof typesOf>;
}

function productOf(line: Line, { unitMm, belonging, meshes, properties, materials, types }: Facts): IfcProduct {
  const frame = frameOfPlacement(line.ref("ObjectPlacement"), unitMm);
  const shape = line.ref("Representation");
  const type = types.get(line.id);
  const size = (attribute: string) => {
    const value = line.number(attribute);
    return value === null ? null : value * unitMm;
  };
  return {
    id: line.id,
    type: line.type,
    guid: line.text("GlobalId") ?? "",
    name: line.text("Name"),
    longName: line.text("LongName"),
    description: line.text("Description"),
    objectType: line.text("ObjectType"),
    tag: line.text("Tag"),
    predefinedType: line.text("PredefinedType") ?? type?.text("PredefinedType") ?? null,
    operation: line.text("OperationType") ?? type?.text("OperationType") ?? null,
    overallWidth: size("OverallWidth"),
    overallHeight: size("OverallHeight"),
    place: belonging.placeOf(line.id),
    partOf: belonging.partOf.get(line.id) ?? null,
    voids: belonging.voids.get(line.id) ?? null,
    fills: belonging.fills.get(line.id) ?? null,
    body: frame === null ? null : extrusionsOf(shape, frame, unitMm),
    axis: frame === null ? null : axisLineOf(shape, frame, unitMm),
    mesh: meshes.get(line.id) ?? null,
    properties: properties(line),
    materials: materials(line),
  };
}

function isPlace(line: Line): boolean {
  return PLACES.has(line.type);
}

function countsOf(lines: Lines): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of lines.all()) {
    const type = lines.typeOf(id);
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
