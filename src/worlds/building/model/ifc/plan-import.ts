import type { IfcFile, IfcProduct, Json } from "../../../../kernel/index.ts";
import type { Element, ElementType, Parameters } from "../element.ts";
import { uuidOf } from "../ids.ts";
import { uuidOfGuid } from "./guid.ts";
import { boundsOfMesh } from "./ifc-mesh.ts";
import { type OwnElement, readOwn } from "./read-own.ts";
import { type ReadLevel, readBeam, readColumn, readFloor, readRoof, readRoom } from "./read-prism.ts";
import { type ReadWall, readWall } from "./read-wall.ts";
import { categoryOfIfc, fireRatingOf, materialOf, nameOf, propertiesOf, propertyOf, wordsOf } from "./said.ts";
import { metres, snapped } from "./upright.ts";

/** Triangles of a product as they are kept, and whether they enclose a solid. */
export interface KeptMesh {
  readonly sha256: string;
  readonly isClosed: boolean;
}

export interface ImportPlan {
  /** Levels first, and what stands in something after it. */
  readonly elements: readonly Element[];
  /** Which product each element was, by the element's id. */
  readonly products: ReadonlyMap<string, number>;
  /** Products that were taken by what the file, one of ours, says they are made of. */
  readonly own: ReadonlyMap<string, number>;
  /** Products that are there only to hold others, or have no body that can be shown. */
  readonly bodiless: readonly IfcProduct[];
}

/** What an earlier plan showed not to hold. */
export interface Doubts {
  /** Products that are to be triangles whatever their numbers say. */
  readonly asTriangles: ReadonlySet<number>;
  /** Products that are not what the file says they are made of. */
  readonly distrusted: ReadonlySet<number>;
  /** Products that the model cannot hold in any form. */
  readonly absent: ReadonlySet<number>;
  /** Elements without a product that cannot be. */
  readonly dropped: ReadonlySet<string>;
}

const NO_DOUBTS: Doubts = { asTriangles: new Set(), distrusted: new Set(), absent: new Set(), dropped: new Set() };

/** Height of the topmost storey, of which a file does not say where it ends. */
const STOREY_M = 3;
/** A door stands on the foot of its wall. */
const ON_FLOOR_M = 0.001;

const WALLS = new Set(["IfcWall", "IfcWallStandardCase", "IfcWallElementedCase"]);

/**
 * What a file comes to as elements: by what one of our own files says they are made of, by their numbers where the file
 * says them and the engine built the same, and as the triangles that it built where not.
 */
export function planImport(
  file: IfcFile,
  fileHash: string,
  meshes: ReadonlyMap<number, KeptMesh>,
  { asTriangles, distrusted, absent, dropped }: Doubts = NO_DOUBTS,
): ImportPlan {
  const idOf = createIds(file, fileHash);
  const levels = levelsOf(file, idOf);
  const byId = new Map(levels.map((level) => [level.id, level]));
  const storeyOf = storeys(file);
  const elements: Element[] = levels.map(({ id, name, elevation, height }) => ({
    id,
    type: "level",
    parameters: { name, elevation, height },
  }));
  const products = new Map<string, number>();
  const own = new Map<string, number>();
  const joins: Element[] = [];
  const done = new Set<number>();
  const bodiless: IfcProduct[] = [];

  function add(product: IfcProduct, type: ElementType, parameters: Parameters): string {
    const id = idOf(product.guid, product.id);
    elements.push({ id, type, parameters });
    products.set(id, product.id);
    done.add(product.id);
    return id;
  }
  const levelIdOf = ({ place }: IfcProduct) => {
    const storey = place === null ? undefined : storeyOf(place);
    return storey === undefined ? undefined : idOf(storey.guid, storey.id);
  };
  const elevationOf = (product: IfcProduct) => byId.get(levelIdOf(product) ?? "")?.elevation ?? 0;
  const onLevel = (product: IfcProduct) => {
    const level_id = levelIdOf(product);
    return level_id === undefined ? {} : { level_id };
  };
  const said = (product: IfcProduct) => ({ ...nameOf(product), properties: propertiesOf(product) as Json });
  const byHost = Map.groupBy(file.products, ({ voids }) => voids);
  const byOpening = Map.groupBy(file.products, ({ fills }) => fills);
  const voidsOf = (host: IfcProduct) => byHost.get(host.id) ?? [];
  const isMeant = ({ id }: IfcProduct) => !done.has(id) && !asTriangles.has(id);

  function addWall(product: IfcProduct, { strip, base, height, holes }: ReadWall): void {
    const isExternal = propertyOf(product, "IsExternal");
    const isBearing = propertyOf(product, "LoadBearing") === true;
    const wall_id = add(product, "wall", {
      start: [...snapped(strip.start)],
      end: [...snapped(strip.end)],
      thickness: strip.width,
      height,
      base_offset: metres((base - elevationOf(product)) * 1000),
      wall_type: isBearing ? "structural" : "basic",
      ...(typeof isExternal === "boolean" && { is_exterior: isExternal }),
      ...materialOf(product),
      ...fireRatingOf(product),
      ...onLevel(product),
      ...said(product),
    });
    for (const { opening, offset, base: foot, width, height: tall } of holes) {
      const filling = byOpening.get(opening.id)?.find(({ id }) => !asTriangles.has(id));
      const size = { offset, width, height: tall };
      if (filling?.type.startsWith("IfcDoor") && foot <= ON_FLOOR_M) {
        add(filling, "door", { wall_id, ...size, ...doorWords(filling), ...fireRatingOf(filling), ...said(filling) });
      } else if (filling?.type.startsWith("IfcWindow")) {
        add(filling, "window", { wall_id, ...size, sill_height: foot, window_type: "fixed", ...said(filling) });
      } else {
        // What fills it, if anything does, comes as triangles.
        add(opening, "opening", {
          host_id: wall_id,
          ...size,
          base_height: foot,
          opening_type: "opening",
          ...said(opening),
        });
      }
      done.add(opening.id);
    }
  }

  /** As the file says; what is told along with an element stands before it, and joins after all. */
  function addOwn(product: IfcProduct, { type, parameters, joins: told, operands }: OwnElement): void {
    for (const operand of operands) {
      elements.push(operand);
      products.set(operand.id, product.id);
    }
    own.set(add(product, type, parameters), product.id);
    joins.push(...told.filter(({ id }) => !dropped.has(id)));
  }

  for (const product of file.products.filter((one) => isMeant(one) && !distrusted.has(one.id))) {
    const said = readOwn(product.properties);
    if (said !== undefined && said.type !== "mesh") addOwn(product, said);
  }

  for (const product of file.products.filter(isMeant)) {
    if (WALLS.has(product.type)) {
      const wall = readWall(product, voidsOf(product));
      if (wall !== undefined) addWall(product, wall);
      continue;
    }
    const read = readOther(product);
    if (read === undefined) continue;
    add(product, read.type, { ...read.parameters, ...onLevelOf(read.type, product), ...said(product) });
    for (const opening of voidsOf(product)) done.add(opening.id);
  }

  function onLevelOf(type: ElementType, product: IfcProduct): Parameters {
    return type === "column" ? {} : onLevel(product);
  }

  function readOther(product: IfcProduct): { type: ElementType; parameters: Parameters } | undefined {
    const as = (type: ElementType, parameters: Parameters | undefined, more: Parameters = {}) =>
      parameters && { type, parameters: { ...parameters, ...more } };
    const isRoof = product.type === "IfcRoof" || (product.type === "IfcSlab" && product.predefinedType === "ROOF");
    if (isRoof) return as("roof", readRoof(product, voidsOf(product)), materialOf(product));
    if (product.type.startsWith("IfcSlab")) {
      const floor = readFloor(product, voidsOf(product), elevationOf(product));
      return as("floor", floor, { floor_type: "slab", ...materialOf(product), ...fireRatingOf(product) });
    }
    if (product.type === "IfcSpace") return as("room", readRoom(product, elevationOf(product)), numberOf(product));
    if (product.type.startsWith("IfcColumn")) return as("column", readColumn(product, levels), materialOf(product));
    if (product.type.startsWith("IfcBeam")) {
      return as("beam", readBeam(product, elevationOf(product)), materialOf(product));
    }
    return undefined;
  }

  for (const product of file.products) {
    // An opening is cut from its host already.
    if (done.has(product.id) || absent.has(product.id) || product.type.startsWith("IfcOpening")) continue;
    const kept = meshes.get(product.id);
    if (kept === undefined || product.mesh === null) {
      bodiless.push(product);
      continue;
    }
    add(product, "mesh", {
      ...nameOf(product),
      category: categoryOfIfc(product),
      mesh: kept.sha256,
      is_closed: kept.isClosed,
      bounds: [...boundsOfMesh(product.mesh)],
      location: [0, 0],
      elevation: 0,
      ifc_type: product.type,
      ...(product.guid !== "" && { ifc_guid: product.guid }),
      ...onLevel(product),
      properties: propertiesOf(product) as Json,
      ...ownOfMesh(product),
    });
  }
  return { elements: [...elements, ...joins], products, own, bodiless };
}

/** What one of our own files says of triangles besides where they lie. */
function ownOfMesh({ properties }: IfcProduct): Parameters {
  const said = readOwn(properties);
  if (said?.type !== "mesh") return {};
  const kept = ["name", "category", "ifc_type", "ifc_guid", "properties"];
  return Object.fromEntries(Object.entries(said.parameters).filter(([name]) => kept.includes(name)));
}

/** Ids that lead back to the file's own; where the file has none, or one twice, ids that follow from its content. */
function createIds(file: IfcFile, fileHash: string): (guid: string, id: number) => string {
  const seen = new Map<string, number>();
  for (const { guid, id } of [...file.places, ...file.products]) if (!seen.has(guid)) seen.set(guid, id);
  return (guid, id) => (seen.get(guid) === id ? uuidOfGuid(guid) : undefined) ?? uuidOf("ifc", `${fileHash}:${id}`);
}

type Level = ReadLevel & { readonly name: string; readonly height: number };

function levelsOf({ places }: IfcFile, idOf: (guid: string, id: number) => string): readonly Level[] {
  const inOrder = places
    .filter(({ type }) => type === "IfcBuildingStorey")
    .sort((a, b) => a.elevation - b.elevation || a.id - b.id);
  return inOrder.map(({ id, guid, name, elevation, properties }, at) => {
    const said = readOwn(properties);
    const height = said?.type === "level" ? said.parameters.height : undefined;
    const above = inOrder.slice(at + 1).find((next) => next.elevation > elevation + 1);
    return {
      id: idOf(guid, id),
      name: wordsOf(name) ?? `Storey ${at + 1}`,
      elevation: metres(elevation),
      height:
        typeof height === "number" ? height : above === undefined ? STOREY_M : metres(above.elevation - elevation),
    };
  });
}

/** The storey a place lies in, if any. */
function storeys({ places }: IfcFile) {
  const byId = new Map(places.map((place) => [place.id, place]));
  return (id: number) => {
    for (let place = byId.get(id), steps = 0; place !== undefined && steps < places.length; steps += 1) {
      if (place.type === "IfcBuildingStorey") return place;
      place = place.parent === null ? undefined : byId.get(place.parent);
    }
    return undefined;
  };
}

function doorWords({ operation }: IfcProduct): Parameters {
  const word = operation ?? "";
  const door_type = /SLIDING/.test(word)
    ? "sliding"
    : /FOLDING/.test(word)
      ? "bi-fold"
      : /DOUBLE/.test(word)
        ? "double"
        : "single";
  return { door_type, swing: /RIGHT/.test(word) ? "right" : /DOUBLE/.test(word) ? "double" : "left" };
}

/** A space's own name is its number where it has a long one too. */
function numberOf({ name, longName }: IfcProduct): Parameters {
  const number = longName === null ? undefined : wordsOf(name);
  return number === undefined ? {} : { number };
}
