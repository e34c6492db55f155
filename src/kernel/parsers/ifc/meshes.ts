import type { IfcAPI } from "web-ifc";
import type { IfcMesh } from "../../ifc-file.ts";

/** Vertices that lie within a thousandth of a millimetre are one: the engine gives each face its own. */
const GRID = 1000;
const METRE_MM = 1000;
/** Of each vertex the engine gives a position and a normal. */
const STRIDE = 6;

/** The bodies of all products, as the engine builds them, by the id of the product. Curves have no triangles and are none. */
export function meshesOf(api: IfcAPI, model: number, alsoTypes: readonly number[]): ReadonlyMap<number, IfcMesh> {
  const meshes = new Map<number, Builder>();
  function add(product: number, geometry: number, matrix: readonly number[]): void {
    const built = api.GetGeometry(model, geometry);
    try {
      const vertices = api.GetVertexArray(built.GetVertexData(), built.GetVertexDataSize());
      const indices = api.GetIndexArray(built.GetIndexData(), built.GetIndexDataSize());
      if (indices.length === 0) return;
      let mesh = meshes.get(product);
      if (mesh === undefined) {
        mesh = createBuilder();
        meshes.set(product, mesh);
      }
      mesh.add(vertices, indices, matrix);
    } finally {
      built.delete();
    }
  }
  function take({ expressID, geometries }: { expressID: number; geometries: Geometries }): void {
    for (let index = 0; index < geometries.size(); index += 1) {
      const { geometryExpressID, flatTransformation } = geometries.get(index);
      add(expressID, geometryExpressID, flatTransformation);
    }
  }
  api.StreamAllMeshes(model, take);
  // Left out unless they are named: spaces and openings.
  api.StreamAllMeshesWithTypes(model, [...alsoTypes], take);
  return new Map([...meshes].map(([product, mesh]) => [product, mesh.finish()]));
}

interface Geometries {
  size(): number;
  get(index: number): { readonly geometryExpressID: number; readonly flatTransformation: number[] };
}

type Builder = ReturnType<typeof createBuilder>;

function createBuilder() {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const known = new Map<string, number>();

  function vertexAt(x: number, y: number, z: number): number {
    const key = `${x},${y},${z}`;
    let index = known.get(key);
    if (index === undefined) {
      index = vertices.length / 3;
      known.set(key, index);
      vertices.push(x, y, z);
    }
    return index;
  }

  return {
    add(points: Float32Array, indices: Uint32Array, matrix: readonly number[]): void {
      const m = (index: number) => matrix[index] ?? 0;
      const corners = Array.from({ length: points.length / STRIDE }, (_, index) => {
        const [x, y, z] = [
          points[index * STRIDE] ?? 0,
          points[index * STRIDE + 1] ?? 0,
          points[index * STRIDE + 2] ?? 0,
        ];
        const right = m(0) * x + m(4) * y + m(8) * z + m(12);
        const up = m(1) * x + m(5) * y + m(9) * z + m(13);
        const back = m(2) * x + m(6) * y + m(10) * z + m(14);
        // The engine's world has y up and counts in metres.
        return vertexAt(onGrid(right), onGrid(-back), onGrid(up));
      });
      for (let at = 0; at + 2 < indices.length; at += 3) {
        const [a, b, c] = [0, 1, 2].map((step) => corners[indices[at + step] ?? 0] ?? 0) as [number, number, number];
        // What is smaller than the grid has no surface.
        if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
      }
    },
    finish: (): IfcMesh => ({ vertices, triangles }),
  };
}

function onGrid(metres: number): number {
  return Math.round(metres * METRE_MM * GRID) / GRID + 0;
}
