/** Callers speak millimetres; inside, lengths are metres. */
const MM_PER_M = 1000;

/** Lengths stand on a grid of a nanometre, so that what is moved there and back is where it was. */
const GRID_PER_M = 1e9;

/** How far from the origin a model may reach. */
export const BOUNDS_M = 10_000;

/** Two points closer than this are one. */
export const TOLERANCE_M = 1e-6;

/** Beyond this no number has a digit finer than the grid, and counting in it would overflow. */
const COARSE_M = 1e7;

/** A length on the grid; never negative zero. */
export function onGrid(metres: number): number {
  if (Math.abs(metres) >= COARSE_M) return metres;
  return Math.round(metres * GRID_PER_M) / GRID_PER_M + 0;
}

export function fromMm(millimetres: number): number {
  return onGrid(millimetres / MM_PER_M);
}

/** To a millionth of a millimetre, so that no digit is noise. */
export function toMm(metres: number): number {
  return Math.round(metres * MM_PER_M * 1e6) / 1e6 + 0;
}

/** Areas and volumes as they are told: to a thousandth of a square or cubic millimetre. */
export function rounded(value: number): number {
  return Math.round(value * 1e9) / 1e9 + 0;
}
