/** The ball in which dreams walk: 64 dimensions, curvature -1. */
const DIMENSIONS = 64;
/** Just inside the edge, where distances are still finite. */
const NORM_MAX = 0.999;
const SIGNS = 2_654_435_761;

/**
 * Where a memory lies: its meaning brought to 64 dimensions by one fixed projection of signs, the nearer to the centre the
 * more important it is.
 */
export function positionOf(meaning: ArrayLike<number>, importance: number): Float64Array {
  const position = new Float64Array(DIMENSIONS);
  for (let index = 0; index < meaning.length; index++) {
    const mixed = Math.imul(index + 1, SIGNS) >>> 0;
    const at = mixed % DIMENSIONS;
    position[at] = (position[at] ?? 0) + (mixed & 0x8000_0000 ? -1 : 1) * (meaning[index] ?? 0);
  }
  return scaledTo(position, 0.9 * (1 - importance / 2));
}

/** The way from the origin of a point, added to it as this space adds. */
export function mobiusAdd(point: Float64Array, step: Float64Array): Float64Array {
  const [both, ofPoint, ofStep] = [dot(point, step), dot(point, point), dot(step, step)];
  const below = 1 + 2 * both + ofPoint * ofStep;
  const sum = point.map(
    (value, index) => ((1 + 2 * both + ofStep) * value + (1 - ofPoint) * (step[index] ?? 0)) / below,
  );
  const norm = Math.sqrt(dot(sum, sum));
  return norm > NORM_MAX ? scaledTo(sum, NORM_MAX) : sum;
}

export function hyperbolicDistance(one: Float64Array, other: Float64Array): number {
  let square = 0;
  for (let index = 0; index < one.length; index++) square += ((one[index] ?? 0) - (other[index] ?? 0)) ** 2;
  const below = (1 - dot(one, one)) * (1 - dot(other, other));
  return Math.acosh(1 + (2 * square) / below);
}

/** What tells which of several points is nearest to one: it rises with their distance from it. */
export function farness(from: Float64Array, to: Float64Array, toInside: number): number {
  let square = 0;
  for (let index = 0; index < from.length; index++) {
    const difference = (from[index] as number) - (to[index] as number);
    square += difference * difference;
  }
  return square / toInside;
}

/** How far inside the ball a point lies. */
export function insideOf(point: Float64Array): number {
  return 1 - dot(point, point);
}

/** A step of some length from one point towards another. */
export function stepTowards(from: Float64Array, to: Float64Array, length: number): Float64Array {
  const back = from.map((value) => -value);
  return mobiusAdd(from, scaledTo(mobiusAdd(back, to), length));
}

function scaledTo(vector: Float64Array, length: number): Float64Array {
  const norm = Math.sqrt(dot(vector, vector));
  return norm === 0 ? vector : vector.map((value) => (value * length) / norm);
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
