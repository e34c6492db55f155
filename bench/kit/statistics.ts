/** The middle of several measurements, and how far the middle half of them reaches. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/** Pairs that were measured next to each other: noise that hits both leaves their ratio alone. */
export function ratioOf(tops: readonly number[], bottoms: readonly number[]): Spread {
  return spreadOf(tops.map((top, index) => top / (bottoms[index] ?? Number.NaN)));
}

/** The same things in another order each round, so that none is always first. */
export function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const from = by % items.length;
  return [...items.slice(from), ...items.slice(0, from)];
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}
