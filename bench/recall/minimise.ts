/** A smooth convex function: fills in its slope and answers with its value. */
export type Objective = (at: Float64Array, slope: Float64Array) => number;

const MEMORY = 8;
const STEPS_MAX = 200;
const HALVINGS_MAX = 20;
const ENOUGH = 1e-7;

interface Move {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly curvature: number;
}

/** Finds the minimum by L-BFGS, from zero; deterministic. */
export function minimise(size: number, objective: Objective): Float64Array {
  let at = new Float64Array(size);
  let slope = new Float64Array(size);
  let value = objective(at, slope);
  const moves: Move[] = [];
  for (let step = 0; step < STEPS_MAX; step++) {
    const direction = descent(slope, moves);
    const found = search(at, value, slope, direction, moves.length > 0 ? 1 : 1 / Math.max(1, norm(slope)), objective);
    if (found === undefined) break;
    const moved = subtract(found.at, at);
    const change = subtract(found.slope, slope);
    const curvature = dot(moved, change);
    if (curvature > 1e-12) moves.push({ step: moved, change, curvature });
    if (moves.length > MEMORY) moves.shift();
    const gain = value - found.value;
    ({ at, slope, value } = found);
    if (gain < ENOUGH * Math.abs(value)) break;
  }
  return at;
}

function descent(slope: Float64Array, moves: readonly Move[]): Float64Array {
  const direction = Float64Array.from(slope);
  const shares = moves.map(() => 0);
  for (const [index, { step, change, curvature }] of [...moves.entries()].reverse()) {
    const share = dot(step, direction) / curvature;
    shares[index] = share;
    add(direction, change, -share);
  }
  const last = moves.at(-1);
  if (last !== undefined) scale(direction, last.curvature / dot(last.change, last.change));
  for (const [index, { step, change, curvature }] of moves.entries()) {
    add(direction, step, (shares[index] ?? 0) - dot(change, direction) / curvature);
  }
  scale(direction, -1);
  return direction;
}

function search(
  from: Float64Array,
  value: number,
  slope: Float64Array,
  direction: Float64Array,
  first: number,
  objective: Objective,
): { at: Float64Array<ArrayBuffer>; slope: Float64Array<ArrayBuffer>; value: number } | undefined {
  const expected = dot(slope, direction);
  for (let halving = 0, length = first; halving < HALVINGS_MAX; halving++, length /= 2) {
    const at = Float64Array.from(from);
    add(at, direction, length);
    const slopeThere = new Float64Array(at.length);
    const there = objective(at, slopeThere);
    if (there <= value + 1e-4 * length * expected) return { at, slope: slopeThere, value: there };
  }
  return undefined;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

function norm(a: Float64Array): number {
  return Math.sqrt(dot(a, a));
}

function subtract(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, index) => value - (b[index] ?? 0));
}

function add(to: Float64Array, more: Float64Array, times: number): void {
  for (let index = 0; index < to.length; index++) to[index] = (to[index] ?? 0) + times * (more[index] ?? 0);
}

function scale(vector: Float64Array, times: number): void {
  for (let index = 0; index < vector.length; index++) vector[index] = (vector[index] ?? 0) * times;
}
