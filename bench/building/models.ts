import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IfcParser } from "@ifc-lite/parser";
import { sha256 } from "../../src/kernel/canonical-json.ts";
import { parseIfc } from "../../src/kernel/parsers/ifc/parse-ifc.ts";
import { solidMeshOf, volumeOf } from "../../src/worlds/building/model/ifc/ifc-mesh.ts";
import { type KeptMesh, planImport } from "../../src/worlds/building/model/ifc/plan-import.ts";
import { evaluate, loadEngine } from "../../src/worlds/building/model/solids/evaluate.ts";
import { writeMesh } from "../../src/worlds/building/model/solids/mesh-bytes.ts";

export interface ModelResult {
  readonly file: string;
  readonly schema: string;
  readonly entities: number;
  /** What the second reader counts. */
  readonly elsewhere: number;
  readonly storeys: number;
  readonly rooms: number;
  readonly walls: number;
  /** Net, of all walls: as the engine built them, and as the file's own quantities say; null where it says none. */
  readonly wallVolume: number;
  readonly toldVolume: number | null;
  readonly editable: number;
  readonly fixed: number;
  readonly open: number;
  readonly ms: number;
}

/** Reads every IFC file of a folder as the import does, and counts it with a second reader. */
export async function measureModels(folder: string, progress: (line: string) => void): Promise<ModelResult[]> {
  const engine = await loadEngine();
  const files = readdirSync(folder).filter((file) => file.toLowerCase().endsWith(".ifc"));
  const results: ModelResult[] = [];
  for (const name of files.sort()) {
    progress(name);
    const bytes = readFileSync(join(folder, name));
    const started = process.cpuUsage();
    const file = await parseIfc(bytes);
    const { user, system } = process.cpuUsage(started);
    const kept = new Map<number, KeptMesh>();
    for (const { id, mesh } of file.products) {
      if (mesh === null) continue;
      const content = writeMesh(solidMeshOf(mesh));
      const hash = sha256(content);
      const made = evaluate(
        engine,
        { shape: { op: "mesh", sha256: hash }, key: hash, withMesh: false },
        new Map([[hash, content]]),
      );
      kept.set(id, { sha256: hash, isClosed: !("failure" in made) && made.solid.volume > 0 });
    }
    const { elements } = planImport(file, sha256(bytes), kept);
    const walls = file.products.filter(({ type }) => /^IfcWall/.test(type));
    const told = walls.flatMap(({ properties }) => {
      const values = Object.values(properties).flatMap((set) =>
        typeof set.NetVolume === "number" ? [set.NetVolume] : [],
      );
      return values.slice(0, 1);
    });
    const meshes = elements.filter(({ type }) => type === "mesh");
    results.push({
      file: name,
      schema: file.schema,
      entities: file.entities,
      elsewhere: await countElsewhere(bytes),
      storeys: elements.filter(({ type }) => type === "level").length,
      rooms: file.products.filter(({ type }) => type === "IfcSpace").length,
      walls: walls.length,
      wallVolume: walls.reduce((sum, { mesh }) => sum + (mesh === null ? 0 : volumeOf(mesh)), 0),
      toldVolume: told.length === 0 ? null : told.reduce((sum, value) => sum + value, 0),
      editable: elements.filter(({ type }) => type !== "mesh" && type !== "level").length,
      fixed: meshes.length,
      open: meshes.filter(({ parameters }) => parameters.is_closed === false).length,
      ms: (user + system) / 1000,
    });
  }
  return results;
}

/** It tells all it does on the console. */
async function countElsewhere(bytes: Uint8Array): Promise<number> {
  const { log } = console;
  console.log = () => {};
  try {
    return (await new IfcParser().parseColumnar(new Uint8Array(bytes).buffer as ArrayBuffer)).entityCount;
  } finally {
    console.log = log;
  }
}
