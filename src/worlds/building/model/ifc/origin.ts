import type { IfcFile, IfcPoint, IfcProduct } from "../../../../kernel/index.ts";
import { BOUNDS_M } from "../units.ts";
import { boundsOfMesh } from "./ifc-mesh.ts";

const MM_PER_M = 1000;
/** An origin is a round place, so that other files of the same site come to the same one. */
const ROUND_MM = 1_000_000;

/** Where a file's own zero is to lie, in mm of its world: its zero, unless what it holds lies where no model reaches. */
export function originOf({ products }: IfcFile): IfcPoint {
  const boxes = products.flatMap(({ mesh }) =>
    mesh === null || mesh.vertices.length === 0 ? [] : [boundsOfMesh(mesh)],
  );
  if (boxes.every((box) => box.every((value) => Math.abs(value) <= BOUNDS_M))) return [0, 0, 0];
  const middle = (axis: number) => {
    const values = boxes.map((box) => (((box[axis] ?? 0) + (box[axis + 3] ?? 0)) / 2) * MM_PER_M).sort((a, b) => a - b);
    return Math.round((values[values.length >> 1] ?? 0) / ROUND_MM) * ROUND_MM + 0;
  };
  const height = middle(2);
  return [middle(0), middle(1), Math.abs(height) > (BOUNDS_M * MM_PER_M) / 2 ? height : 0];
}

/** The same file as seen from another zero. */
export function seenFrom(file: IfcFile, origin: IfcPoint): IfcFile {
  if (origin.every((value) => value === 0)) return file;
  const [x, y, z] = origin;
  const moved = (at: IfcPoint): IfcPoint => [at[0] - x, at[1] - y, at[2] - z];
  return {
    ...file,
    places: file.places.map((place) => ({ ...place, elevation: place.elevation - z })),
    products: file.products.map(
      ({ body, axis, mesh, ...product }): IfcProduct => ({
        ...product,
        body:
          body?.map((swept) => ({
            ...swept,
            frame: swept.frame.map((value, at) => (at < 9 ? value : value - (origin[at - 9] ?? 0))),
          })) ?? null,
        axis: axis === null ? null : [moved(axis[0]), moved(axis[1])],
        mesh: mesh && { ...mesh, vertices: mesh.vertices.map((value, at) => value - (origin[at % 3] ?? 0)) },
      }),
    ),
  };
}
