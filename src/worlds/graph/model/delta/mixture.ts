/** A cloud of points: its middle, how far it spreads along each axis, and its share of all points. */
interface Component {
  readonly mean: Float32Array;
  readonly variance: Float32Array;
  readonly share: number;
  readonly members: readonly number[];
}

export type Mixture = readonly Component[];

const ROUNDS = 8;
/** No axis is narrower than this part of the mean spread: a few points must not make a needle. */
const NARROWEST = 0.25;

/**
 * Fits clouds to points, each point in its nearest: the first begins at the first point, each other at the point
 * farthest from those before. Nothing is drawn by chance.
 */
export function fitMixture(points: readonly Float32Array[], components: number): Mixture {
  let means = farthestPoints(points, components);
  let nearest: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const now = points.map((point) => nearestOf(point, means));
    if (now.every((mean, at) => mean === nearest[at])) break;
    nearest = now;
    means = means.map((mean, at) => meanOf(points.filter((_, point) => nearest[point] === at)) ?? mean);
  }
  const least = leastVariance(points);
  return means.flatMap((mean, at) => {
    const members = [...nearest.keys()].filter((point) => nearest[point] === at);
    if (members.length === 0) return [];
    const own = members.map((point) => points[point] as Float32Array);
    return [{ mean, variance: varianceOf(own, mean, least), share: members.length / points.length, members }];
  });
}

/** How well a point fits: 1 in the middle of the only cloud, falling with the distance measured in spreads. */
export function fitOf(point: Float32Array, mixture: Mixture): number {
  return mixture.reduce((sum, { mean, variance, share }) => {
    let squares = 0;
    for (let at = 0; at < point.length; at++) {
      const off = (point[at] as number) - (mean[at] as number);
      squares += (off * off) / (variance[at] as number);
    }
    return sum + share * Math.exp(-0.5 * (squares / point.length));
  }, 0);
}

function farthestPoints(points: readonly Float32Array[], count: number): Float32Array[] {
  const chosen = [points[0] as Float32Array];
  const nearest = points.map((point) => squaredDistance(point, chosen[0] as Float32Array));
  while (chosen.length < count) {
    const farthest = nearest.reduce((best, distance, at) => (distance > (nearest[best] as number) ? at : best), 0);
    if ((nearest[farthest] as number) <= 0) break;
    const next = points[farthest] as Float32Array;
    chosen.push(next);
    points.forEach((point, at) => {
      nearest[at] = Math.min(nearest[at] as number, squaredDistance(point, next));
    });
  }
  return chosen;
}

function nearestOf(point: Float32Array, means: readonly Float32Array[]): number {
  let [nearest, distance] = [0, Number.POSITIVE_INFINITY];
  means.forEach((mean, at) => {
    const to = squaredDistance(point, mean);
    if (to < distance) [nearest, distance] = [at, to];
  });
  return nearest;
}

/** Four sums side by side: a processor waits for a sum before it adds to it, not for four. */
function squaredDistance(one: Float32Array, other: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = one.length - (one.length % 4);
  for (let at = 0; at < whole; at += 4) {
    a += ((one[at] as number) - (other[at] as number)) ** 2;
    b += ((one[at + 1] as number) - (other[at + 1] as number)) ** 2;
    c += ((one[at + 2] as number) - (other[at + 2] as number)) ** 2;
    d += ((one[at + 3] as number) - (other[at + 3] as number)) ** 2;
  }
  for (let at = whole; at < one.length; at++) a += ((one[at] as number) - (other[at] as number)) ** 2;
  return a + b + c + d;
}

function meanOf(points: readonly Float32Array[]): Float32Array | undefined {
  const [first] = points;
  if (first === undefined) return undefined;
  const mean = new Float32Array(first.length);
  for (const point of points)
    for (let at = 0; at < mean.length; at++) mean[at] = (mean[at] as number) + (point[at] as number);
  return mean.map((sum) => sum / points.length);
}

/** Of its own members, never narrower than a part of the mean spread of all points. */
function varianceOf(own: readonly Float32Array[], mean: Float32Array, least: number): Float32Array {
  const variance = new Float32Array(mean.length);
  for (const point of own) {
    for (let at = 0; at < mean.length; at++) {
      const off = (point[at] as number) - (mean[at] as number);
      variance[at] = (variance[at] as number) + (off * off) / own.length;
    }
  }
  for (let at = 0; at < mean.length; at++) variance[at] = Math.max(variance[at] as number, least);
  return variance;
}

function leastVariance(points: readonly Float32Array[]): number {
  const centre = meanOf(points) as Float32Array;
  const spread =
    points.reduce((sum, point) => sum + squaredDistance(point, centre), 0) / (points.length * centre.length);
  return Math.max(spread * NARROWEST, 1e-9);
}
