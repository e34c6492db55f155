import { vectorFrom } from "../../vectors.ts";

/** As the extension sends and takes vectors: two bytes of dimensions, two that are nothing yet, and the numbers, high byte first. */
const HEAD_BYTES = 4;

export function bytesOf(vector: Float32Array): Uint8Array {
  const bytes = Buffer.alloc(HEAD_BYTES + vector.byteLength);
  bytes.writeUInt16BE(vector.length, 0);
  vector.forEach((value, index) => void bytes.writeFloatBE(value, HEAD_BYTES + index * Float32Array.BYTES_PER_ELEMENT));
  return bytes;
}

export function vectorOf(bytes: Buffer): Float32Array {
  const numbers = Buffer.from(bytes.subarray(HEAD_BYTES)).swap32();
  return vectorFrom(numbers);
}
