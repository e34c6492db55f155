/** What the curve is taken for before it was looked at: its level, its spread, how far a point speaks for its neighbours. */
const PRIOR_MEAN = 0.5;
const VARIANCE = 1;
const LENGTH = 0.1;
const NOISE = 0.01;
const STARTS = 3;
const LOOKS = 8;
const CANDIDATES = 61;

export interface Look {
  readonly x: number;
  readonly value: number;
}

/** Looks for the highest point of a curve between two ends, each look where most is to be expected of it; among equals, the one nearest to where it stands now. */
export function optimize(
  curve: (x: number) => number,
  [low, high]: readonly [number, number],
  now: number,
): { looks: readonly Look[]; best: Look } {
  const looks: Look[] = [];
  const look = (x: number) => looks.push({ x, value: curve(x) });
  for (let start = 0; start < STARTS; start++) look(low + ((high - low) * start) / (STARTS - 1));
  while (looks.length < LOOKS) {
    const best = Math.max(...looks.map(({ value }) => value));
    let next = { x: low, gain: -1 };
    for (let step = 0; step < CANDIDATES; step++) {
      const x = low + ((high - low) * step) / (CANDIDATES - 1);
      const gain = expectedImprovement(looks, x, best);
      if (gain > next.gain) next = { x, gain };
    }
    look(next.x);
  }
  // What stands now is looked at last: without a gain nothing is moved.
  look(Math.min(high, Math.max(low, now)));
  const isBetter = (one: Look, top: Look): boolean =>
    one.value > top.value || (one.value === top.value && Math.abs(one.x - now) < Math.abs(top.x - now));
  return { looks, best: looks.reduce((top, one) => (isBetter(one, top) ? one : top)) };
}

function expectedImprovement(looks: readonly Look[], x: number, best: number): number {
  const kernel = (one: number, other: number) => VARIANCE * Math.exp(-((one - other) ** 2) / (2 * LENGTH * LENGTH));
  const matrix = looks.map(({ x: one }, row) =>
    looks.map(({ x: other }, column) => kernel(one, other) + (row === column ? NOISE : 0)),
  );
  const near = looks.map((one) => kernel(one.x, x));
  const mean =
    PRIOR_MEAN +
    dot(
      near,
      solve(
        matrix,
        looks.map(({ value }) => value - PRIOR_MEAN),
      ),
    );
  const deviation = Math.sqrt(Math.max(1e-12, VARIANCE - dot(near, solve(matrix, near))));
  const z = (mean - best) / deviation;
  return (mean - best) * normalBelow(z) + (deviation * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

/** Solves a symmetric positive system by Gauss with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const n = rows.length;
  for (let column = 0; column < n; column++) {
    const pivot = rows
      .slice(column)
      .reduce((best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best));
    const at = rows.indexOf(pivot);
    [rows[column], rows[at]] = [pivot, rows[column] as number[]];
    for (let below = column + 1; below < n; below++) {
      const row = rows[below] as number[];
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      for (let k = column; k <= n; k++) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0);
    }
  }
  const solution = new Array<number>(n).fill(0);
  for (let row = n - 1; row >= 0; row--) {
    const line = rows[row] as number[];
    let rest = line[n] ?? 0;
    for (let k = row + 1; k < n; k++) rest -= (line[k] ?? 0) * (solution[k] ?? 0);
    solution[row] = rest / (line[row] ?? 1);
  }
  return solution;
}

/** The share of a normal distribution below z, to seven digits (Abramowitz and Stegun 26.2.17). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const terms = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * terms;
  return z >= 0 ? 1 - above : above;
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}
