import ManifoldModule, { type CrossSection, type Manifold, type ManifoldToplevel, type Polygons } from "manifold-3d";
import type { Placement, Ring, Shape, Vector } from "../shape/shape.ts";
import { readMesh } from "./mesh-bytes.ts";
import type { Solid, SolidAnswer, SolidJob, SolidMesh } from "./solid.ts";

/** The engine rounds outlines to 1e-8 of its unit. In millimetres that is nothing; in metres it would show in volumes. */
const PER_M = 1000;

export type Engine = ManifoldToplevel;

export async function loadEngine(): Promise<Engine> {
  const engine = await ManifoldModule();
  engine.setup();
  return engine;
}

/** Makes one solid and tells what it is. What the engine holds is given back before it answers. */
export function evaluate(
  engine: Engine,
  { shape, key, withMesh }: SolidJob,
  meshes: ReadonlyMap<string, Uint8Array>,
): SolidAnswer {
  const held: { delete(): void }[] = [];
  const hold = <Thing extends { delete(): void }>(thing: Thing): Thing => {
    held.push(thing);
    return thing;
  };
  try {
    const made = makeSolid(engine, shape, meshes, hold);
    const status = made.status();
    if (status !== "NoError") return { failure: `the engine answered ${status}` };
    return { solid: measure(made, key), ...(withMesh && { mesh: meshOf(made) }) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    for (const thing of held.reverse()) thing.delete();
  }
}

export type Hold = <Thing extends { delete(): void }>(thing: Thing) => Thing;

/** The solid itself, in millimetres. Whoever asks gives back all that is held. */
export function makeSolid(engine: Engine, shape: Shape, meshes: ReadonlyMap<string, Uint8Array>, hold: Hold): Manifold {
  const { Manifold, Mesh } = engine;
  const inner = (one: Shape) => makeSolid(engine, one, meshes, hold);
  switch (shape.op) {
    case "extrude":
      return hold(section(engine, shape.rings, hold).extrude(shape.height * PER_M));
    case "stand": {
      const depth = shape.depth * PER_M;
      const lying = hold(section(engine, shape.rings, hold).extrude(depth));
      return hold(hold(lying.rotate([90, 0, 0])).translate([0, depth / 2, 0]));
    }
    case "along": {
      // Across becomes y, up becomes z, and what is extruded lies along x.
      const upright = hold(section(engine, shape.rings, hold).extrude(shape.length * PER_M));
      return hold(upright.transform([0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1]));
    }
    case "trim":
      return shape.planes.reduce(
        (solid, { normal, offset }) => hold(solid.trimByPlane([...normal], offset * PER_M)),
        inner(shape.shape),
      );
    case "place":
      return hold(inner(shape.shape).transform(matrixOf(shape.at)));
    case "union":
      return hold(Manifold.union(shape.shapes.map(inner)));
    case "subtract":
      return hold(Manifold.difference(inner(shape.a), inner(shape.b)));
    case "intersect":
      return hold(Manifold.intersection(inner(shape.a), inner(shape.b)));
    case "mesh": {
      const bytes = meshes.get(shape.sha256);
      if (bytes === undefined) throw new Error("a mesh is not there");
      const { positions, indices } = readMesh(bytes);
      const vertProperties = positions.map((value) => value * PER_M);
      return hold(new Manifold(new Mesh({ numProp: 3, vertProperties, triVerts: indices })));
    }
  }
}

function section({ CrossSection }: Engine, rings: readonly Ring[], hold: Hold): CrossSection {
  const scaled = rings.map((ring) => ring.map(([x, y]) => [x * PER_M, y * PER_M]));
  return hold(new CrossSection(scaled as Polygons, "EvenOdd"));
}

/** By columns, as the engine takes it. Quarter turns are exact. */
function matrixOf({ x, y, z, degrees }: Placement): Parameters<Manifold["transform"]>[0] {
  const quarter = degrees % 90 === 0 ? (((degrees / 90) % 4) + 4) % 4 : undefined;
  const radians = (degrees * Math.PI) / 180;
  const cos = quarter === undefined ? Math.cos(radians) : [1, 0, -1, 0][quarter];
  const sin = quarter === undefined ? Math.sin(radians) : [0, 1, 0, -1][quarter];
  const [c, s] = [cos as number, sin as number];
  return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x * PER_M, y * PER_M, z * PER_M, 1];
}

function measure(solid: Manifold, key: string): Solid {
  const { min, max } = solid.boundingBox();
  const isEmpty = solid.isEmpty();
  return {
    key,
    volume: solid.volume() / PER_M ** 3,
    area: solid.surfaceArea() / PER_M ** 2,
    min: isEmpty ? [0, 0, 0] : metres(min),
    max: isEmpty ? [0, 0, 0] : metres(max),
    triangles: solid.numTri(),
    is_empty: isEmpty,
  };
}

function metres([x, y, z]: readonly [number, number, number]): Vector {
  return [x / PER_M, y / PER_M, z / PER_M];
}

function meshOf(solid: Manifold): SolidMesh {
  const mesh = solid.getMesh();
  // Copied: what the engine gives is its own memory.
  const positions = new Float32Array((mesh.vertProperties.length / mesh.numProp) * 3);
  for (let at = 0; at < positions.length / 3; at++) {
    for (let n = 0; n < 3; n++) positions[at * 3 + n] = (mesh.vertProperties[at * mesh.numProp + n] as number) / PER_M;
  }
  return { positions, indices: new Uint32Array(mesh.triVerts) };
}
