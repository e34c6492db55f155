import type { IfcMesh } from "../../../../kernel/index.ts";
import type { SolidMesh } from "../solids/solid.ts";

const MM_PER_M = 1000;

/** Triangles of a file as this world keeps them, in metres. */
export function solidMeshOf({ vertices, triangles }: IfcMesh): SolidMesh {
  return {
    positions: Float32Array.from(vertices, (value) => value / MM_PER_M),
    indices: Uint32Array.from(triangles),
  };
}

/** The same triangles seen from behind. */
export function turnedOver({ positions, indices }: SolidMesh): SolidMesh {
  const order = [0, 1, -1];
  return { positions, indices: indices.map((index, at) => indices[at + (order[at % 3] ?? 0)] ?? index) };
}

/** What triangles enclose, in cubic metres; it says nothing where they do not close. */
export function volumeOf({ vertices, triangles }: IfcMesh): number {
  // From a corner of its own: far from the origin all digits would go into the distance.
  const from = corner(vertices, triangles[0]);
  let spanned = 0;
  for (let at = 0; at + 2 < triangles.length; at += 3) {
    const [a, b, c] = [
      minus(corner(vertices, triangles[at]), from),
      minus(corner(vertices, triangles[at + 1]), from),
      minus(corner(vertices, triangles[at + 2]), from),
    ];
    spanned +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return spanned / 6 / MM_PER_M ** 3;
}

/** The least x, y and z, then the greatest, in metres. */
export function boundsOfMesh({ vertices }: IfcMesh): readonly number[] {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const most = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  vertices.forEach((value, index) => {
    const axis = index % 3;
    least[axis] = Math.min(least[axis] ?? value, value);
    most[axis] = Math.max(most[axis] ?? value, value);
  });
  return [...least, ...most].map((value) => value / MM_PER_M);
}

type Corner = readonly [number, number, number];

function minus(a: Corner, b: Corner): Corner {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function corner(vertices: readonly number[], index = 0): Corner {
  return [vertices[index * 3] ?? 0, vertices[index * 3 + 1] ?? 0, vertices[index * 3 + 2] ?? 0];
}
