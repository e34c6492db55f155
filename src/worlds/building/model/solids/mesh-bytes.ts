import type { SolidMesh } from "./solid.ts";

/** Two counts before the corners. */
const HEADER_BYTES = 8;

/** A mesh as a blob: how many coordinates and how many corner numbers, then both, little-endian. */
export function writeMesh({ positions, indices }: SolidMesh): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + 4 * (positions.length + indices.length));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, positions.length, true);
  view.setUint32(4, indices.length, true);
  for (const [n, value] of positions.entries()) view.setFloat32(HEADER_BYTES + 4 * n, value, true);
  for (const [n, value] of indices.entries()) view.setUint32(HEADER_BYTES + 4 * (positions.length + n), value, true);
  return bytes;
}

export function readMesh(bytes: Uint8Array): SolidMesh {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [numbers, corners] = [view.getUint32(0, true), view.getUint32(4, true)];
  return {
    positions: Float32Array.from({ length: numbers }, (_, n) => view.getFloat32(HEADER_BYTES + 4 * n, true)),
    indices: Uint32Array.from({ length: corners }, (_, n) => view.getUint32(HEADER_BYTES + 4 * (numbers + n), true)),
  };
}
