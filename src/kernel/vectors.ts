import { KernelError } from "./errors.ts";
import type { Query } from "./query.ts";
import type { Sql } from "./sql.ts";

// For worlds that keep vectors of their own, in a column of type `bytes`: the same bytes and the same order on both
// engines, without an extension. The order is computed here, because engines add up in their own ways.

/** A vector as it is stored: 32-bit floats, the low byte first, as every processor we run on has them. */
export function vectorBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** The vector that was stored. */
export function vectorFrom(bytes: Uint8Array): Float32Array {
  if (bytes.byteLength % Float32Array.BYTES_PER_ELEMENT !== 0)
    throw new KernelError("internal", "Stored bytes are no vector");
  // A copy: the bytes may start at an address that no Float32Array can.
  return new Float32Array(new Uint8Array(bytes).buffer);
}

export interface Near {
  readonly id: string;
  /** The cosine: 1 in the same direction, 0 at right angles, -1 opposite. A vector of zeros is like nothing. */
  readonly likeness: number;
}

/**
 * The nearest of what a query selects as columns `id` and `vector`, nearest first, ties by id. Exact: every selected
 * vector is compared, so the query should name the tenant and whatever else can be ruled out beforehand.
 */
export async function nearestOf(sql: Sql, candidates: Query, to: Float32Array, limit: number): Promise<Near[]> {
  let nearest: Near[] = [];
  for await (const { id, vector } of sql.each<{ id: string; vector: Uint8Array }>(candidates)) {
    nearest.push({ id, likeness: cosine(to, vectorFrom(vector)) });
    // Cut now and then, not at each: a sort of a few hundred costs less than keeping the best in order.
    if (nearest.length >= 2 * limit + 256) nearest = best(nearest, limit);
  }
  return best(nearest, limit);
}

function best(found: Near[], limit: number): Near[] {
  return found.sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1)).slice(0, limit);
}

function cosine(to: Float32Array, vector: Float32Array): number {
  if (vector.length !== to.length) throw new KernelError("internal", "Vectors of two lengths cannot be compared");
  let [product, ofTo, ofVector] = [0, 0, 0];
  for (let index = 0; index < to.length; index++) {
    const [one, other] = [to[index] ?? 0, vector[index] ?? 0];
    product += one * other;
    ofTo += one * one;
    ofVector += other * other;
  }
  const lengths = Math.sqrt(ofTo) * Math.sqrt(ofVector);
  // Rounding may carry it a little past the ends.
  return lengths === 0 ? 0 : Math.min(1, Math.max(-1, product / lengths));
}
