import { SPACE_COUNT } from "../spaces/names.ts";
import { PAIRS } from "./synergy.ts";

export interface Tucker {
  /** The largest parts of a symmetric matrix, largest first. */
  readonly core: readonly number[];
  /** What of the matrix they hold, from 0 to 1. */
  readonly explained_energy: number;
  readonly reconstructed: readonly (readonly number[])[];
}

const SWEEPS = 30;

/** Correlations of some pairs as the symmetric matrix they are, with ones on its diagonal. */
export function correlationMatrix(pairs: readonly number[], correlations: readonly number[]): number[][] {
  const matrix = Array.from({ length: SPACE_COUNT }, (_, one) =>
    Array.from({ length: SPACE_COUNT }, (__, other) => (one === other ? 1 : 0)),
  );
  pairs.forEach((pair, place) => {
    const [one, other] = PAIRS[pair] as readonly [number, number];
    const value = correlations[place] ?? 0;
    (matrix[one] as number[])[other] = value;
    (matrix[other] as number[])[one] = value;
  });
  return matrix;
}

/** A symmetric matrix by its few largest parts. Two of its sides have the same factors, so one rank serves for both. */
export function tuckerOf(matrix: readonly (readonly number[])[], rank: number): Tucker {
  const { values, vectors } = eigenOf(matrix);
  const order = [...values.keys()].sort((a, b) => Math.abs(values[b] ?? 0) - Math.abs(values[a] ?? 0) || a - b);
  const kept = order.slice(0, rank);
  const energy = values.reduce((sum, value) => sum + value * value, 0);
  const held = kept.reduce((sum, at) => sum + (values[at] ?? 0) ** 2, 0);
  return {
    core: kept.map((at) => values[at] ?? 0),
    explained_energy: energy === 0 ? 0 : held / energy,
    reconstructed: matrix.map((row, one) =>
      row.map((_, other) =>
        kept.reduce((sum, at) => sum + (values[at] ?? 0) * (vectors[one]?.[at] ?? 0) * (vectors[other]?.[at] ?? 0), 0),
      ),
    ),
  };
}

/** Turns the matrix two axes at a time until nothing is left off its diagonal. */
function eigenOf(matrix: readonly (readonly number[])[]): { values: number[]; vectors: number[][] } {
  const size = matrix.length;
  const a = matrix.map((row) => [...row]);
  const vectors = matrix.map((_, one) => matrix.map((__, other) => (one === other ? 1 : 0)));
  const at = (row: number, column: number): number => a[row]?.[column] ?? 0;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        if (Math.abs(at(p, q)) < 1e-14) continue;
        const theta = (at(q, q) - at(p, p)) / (2 * at(p, q));
        const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        turn(a, p, q, c, s);
        turn(vectors, p, q, c, s);
        turnRows(a, p, q, c, s);
      }
    }
  }
  return { values: a.map((row, index) => row[index] ?? 0), vectors };
}

function turn(rows: number[][], p: number, q: number, c: number, s: number): void {
  for (const row of rows) {
    const [one, other] = [row[p] ?? 0, row[q] ?? 0];
    row[p] = c * one - s * other;
    row[q] = s * one + c * other;
  }
}

function turnRows(a: number[][], p: number, q: number, c: number, s: number): void {
  const [one, other] = [[...(a[p] ?? [])], [...(a[q] ?? [])]];
  a[p] = one.map((value, at) => c * value - s * (other[at] ?? 0));
  a[q] = one.map((value, at) => s * value + c * (other[at] ?? 0));
}
