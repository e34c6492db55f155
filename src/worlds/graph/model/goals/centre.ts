import { type Embedding, type Fingerprint, fingerprintFrom, sparseFrom, toLengthOne } from "../spaces/embedding.ts";
import { E9, eachSpace, SPACES } from "../spaces/names.ts";

/** The middle of many sparse vectors keeps its heaviest places: a goal has no use for the rest. */
const PLACES_MAX = 512;

/** Something with a weight in a middle. */
export interface Weighted {
  readonly fingerprint: Fingerprint;
  readonly weight: number;
}

/**
 * What lies in the middle of fingerprints: the weighted mean in each space, by majority where there are only bits. Lists
 * of tokens have no mean: those of the heaviest stand for all, the first of equals.
 */
export function centreOf(of: readonly Weighted[]): Fingerprint {
  const heaviest = of.reduce((top, one) => (one.weight > top.weight ? one : top));
  return fingerprintFrom(eachSpace((space) => centreIn(space, of, heaviest)));
}

function centreIn(space: number, of: readonly Weighted[], heaviest: Weighted): Embedding {
  const first = heaviest.fingerprint.of(space);
  if (first.kind === "tokens") return first;
  const sums = new Map<number, number>();
  let total = 0;
  for (const { fingerprint, weight } of of) {
    const embedding = fingerprint.of(space);
    if (embedding.kind === "tokens") continue;
    total += weight;
    embedding.values.forEach((value, at) => {
      if (value === 0) return;
      const index = embedding.kind === "dense" ? at : (embedding.indices[at] as number);
      sums.set(index, (sums.get(index) ?? 0) + weight * value);
    });
  }
  const { dimensions } = SPACES[space] as (typeof SPACES)[number];
  if (first.kind === "sparse") {
    const heavy = [...sums].sort(([a, x], [b, y]) => Math.abs(y) - Math.abs(x) || a - b).slice(0, PLACES_MAX);
    return sparseFrom(new Map(heavy.map(([index, sum]) => [index, sum / total])), dimensions);
  }
  const values = Float32Array.from({ length: dimensions }, (_, at) => (sums.get(at) ?? 0) / total);
  if (space === E9) return { kind: "dense", values: values.map((share) => (share >= 0.5 ? 1 : 0)) };
  return { kind: "dense", values: toLengthOne(values) };
}
