import { IfcParser } from "@ifc-lite/parser";
import type { IfcFile } from "../../src/kernel/index.ts";
import { parseIfc } from "../../src/kernel/parsers/ifc/parse-ifc.ts";
import type { Element } from "../../src/worlds/building/model/element.ts";
import { uuidOfGuid } from "../../src/worlds/building/model/ifc/guid.ts";
import { volumeOf } from "../../src/worlds/building/model/ifc/ifc-mesh.ts";
import { planImport } from "../../src/worlds/building/model/ifc/plan-import.ts";
import { nearShape, needsMesh } from "../../src/worlds/building/model/ifc/write/bodies.ts";
import { IFC_SCHEMAS, type IfcSchemaName } from "../../src/worlds/building/model/ifc/write/source.ts";
import { writeIfc } from "../../src/worlds/building/model/ifc/write/write-ifc.ts";
import { shapeOf } from "../../src/worlds/building/model/shape/of-element.ts";
import { keyOf, type Placement } from "../../src/worlds/building/model/shape/shape.ts";
import { type Engine, evaluate } from "../../src/worlds/building/model/solids/evaluate.ts";
import type { Solid, SolidMesh } from "../../src/worlds/building/model/solids/solid.ts";
import type { BranchState } from "../../src/worlds/building/model/state/branch-state.ts";

export const SCHEMAS = Object.keys(IFC_SCHEMAS) as IfcSchemaName[];

/** A state as a file, and the solids that it was written of. */
export function exported(engine: Engine, state: BranchState, schema: IfcSchemaName) {
  const [solids, meshes] = [new Map<string, Solid>(), new Map<string, { mesh: SolidMesh; at: Placement }>()];
  for (const element of state.all()) {
    const shape = shapeOf(state, element)?.shape;
    if (shape === undefined) continue;
    const made = evaluate(engine, { shape, key: keyOf(shape), withMesh: false }, new Map());
    if ("failure" in made) throw new Error(`${element.type} cannot be made`);
    solids.set(element.id, made.solid);
    if (!needsMesh(state, element)) continue;
    const near = nearShape(state, element);
    const surface = near && evaluate(engine, { shape: near.shape, key: keyOf(near.shape), withMesh: true }, new Map());
    if (near === undefined || surface === undefined || !("solid" in surface) || surface.mesh === undefined)
      throw new Error(`${element.type} has no surface`);
    meshes.set(element.id, { mesh: surface.mesh, at: near.at });
  }
  const { text } = writeIfc({
    project: { id: "01890000-0000-7000-8000-000000000001", name: "House – Größe 'L'", description: null },
    state,
    schema,
    view: IFC_SCHEMAS[schema].view,
    fileName: "house.ifc",
    author: "a test",
    atMs: Date.UTC(2026, 0, 1),
    solids,
    meshes,
  });
  return { text, bytes: new TextEncoder().encode(text), solids };
}

/** How many instances of each type two readers that share nothing find. */
export async function countedTwice(bytes: Uint8Array, file: IfcFile) {
  const store = await new IfcParser().parseColumnar(new Uint8Array(bytes).buffer as ArrayBuffer);
  const upper = (counts: Iterable<readonly [string, number]>) =>
    Object.fromEntries([...counts].map(([type, count]) => [type.toUpperCase(), count]));
  return {
    here: { entities: file.entities, counts: upper(Object.entries(file.counts)) },
    there: {
      entities: store.entityCount,
      counts: upper([...store.entityIndex.byType].map(([type, ids]) => [type, ids.length] as const)),
    },
  };
}

/** The largest share by which a body that the reader built differs from the solid it was written of. */
export function volumeError(
  state: BranchState,
  file: IfcFile,
  solids: ReadonlyMap<string, Solid>,
  text: string,
): number {
  let worst = 0;
  const cylinders = cylindersIn(text);
  for (const { guid, mesh, type } of file.products) {
    const id = uuidOfGuid(guid) ?? "";
    const solid = solids.get(id);
    if (solid === undefined || type.startsWith("IfcOpening")) continue;
    // The reader builds circles of twelve corners, whatever they are written as: those are reckoned from what is written.
    const written = isRound(state.get(id)) ? cylinders.get(guid) : mesh === null ? undefined : volumeOf(mesh);
    if (written === undefined) return Number.POSITIVE_INFINITY;
    worst = Math.max(worst, Math.abs(written / solid.volume - 1));
  }
  return worst;
}

/** The volumes of products whose one body is an upright cylinder, in m³ by their GlobalIds, from the text alone. */
function cylindersIn(text: string): ReadonlyMap<string, number> {
  const lines = new Map([...text.matchAll(/^#(\d+)=(\w+)\((.*)\);$/gm)].map(([, id, ...line]) => [id, line] as const));
  const perMetre = /IFCSIUNIT\(\*,\.LENGTHUNIT\.,\.MILLI\.,/.test(text) ? 1000 : 1;
  const found = new Map<string, number>();
  for (const [type, given] of lines.values()) {
    if (type !== "IFCCOLUMN" && type !== "IFCBEAM") continue;
    const seen = new Set<string>();
    const below = (line: string): readonly string[] =>
      [...line.matchAll(/#(\d+)/g)].flatMap(([, id = ""]) => {
        const next = lines.get(id);
        if (next === undefined || seen.has(id) || next[0] === "IFCLOCALPLACEMENT") return [];
        seen.add(id);
        return [`${next[0]}(${next[1]})`, ...below(next[1] ?? "")];
      });
    const all = below(given ?? "");
    const radius = all.map((line) => /^IFCCIRCLEPROFILEDEF\(.*,([\d.E+-]+)\)$/.exec(line)?.[1]).find(Boolean);
    const depth = all.map((line) => /^IFCEXTRUDEDAREASOLID\(.*,([\d.E+-]+)\)$/.exec(line)?.[1]).find(Boolean);
    if (radius === undefined || depth === undefined) continue;
    const volume = (Math.PI * Number(radius) ** 2 * Number(depth)) / perMetre ** 3;
    found.set(/^'([^']+)'/.exec(given ?? "")?.[1] ?? "", volume);
  }
  return found;
}

function isRound(element: Element | undefined): boolean {
  return (element?.parameters.profile as { shape?: string } | undefined)?.shape === "circular";
}

/** What a file comes to when it is brought in, as elements by their ids. */
export function broughtIn(file: IfcFile): ReadonlyMap<string, Element> {
  return new Map(planImport(file, "a file", new Map()).elements.map((element) => [element.id, element]));
}

export function elementsOf(state: BranchState): ReadonlyMap<string, Element> {
  return new Map([...state.all()].map((element) => [element.id, element]));
}

export { parseIfc };
