import type { Sparse } from "../spaces/embedding.ts";

/** How rare words are in the graph. */
export interface Rarity {
  readonly memories: number;
  readonly counts: ReadonlyMap<number, number>;
}

/** What a word is worth: much where few memories have it. */
function worthOf(bucket: number, { memories, counts }: Rarity): number {
  const held = counts.get(bucket) ?? 0;
  return Math.log(1 + (memories - held + 0.5) / (held + 0.5));
}

/** How much of what a question asks for, by worth, a memory has; null where the question asks for nothing. */
export function coverage(question: Sparse, memory: Sparse, rarity: Rarity): number | null {
  let [asked, found, at] = [0, 0, 0];
  question.indices.forEach((bucket, index) => {
    const worth = worthOf(bucket, rarity) * (question.values[index] as number);
    asked += worth;
    while (at < memory.indices.length && (memory.indices[at] as number) < bucket) at += 1;
    if (memory.indices[at] === bucket) found += worth * Math.min(1, memory.values[at] as number);
  });
  return asked === 0 ? null : Math.min(1, found / asked);
}

const EXPANDED_MAX = 5;
const EXPANSION_WEIGHT = 0.3;

/** Words that stand in the best matches far more often than elsewhere: what a question may mean besides its words. */
export function expansion(question: Sparse, best: readonly Sparse[], rarity: Rarity): ReadonlyMap<number, number> {
  const asked = new Set(question.indices);
  const held = new Map<number, number>();
  for (const { indices } of best) for (const bucket of indices) held.set(bucket, (held.get(bucket) ?? 0) + 1);
  const surprising = [...held]
    .filter(([bucket, count]) => count > 1 && !asked.has(bucket))
    .map(([bucket, count]) => {
      const expected = ((rarity.counts.get(bucket) ?? 0) / Math.max(1, rarity.memories)) * best.length;
      return [bucket, Math.max(0, Math.log(count / Math.max(expected, 1e-9)))] as const;
    })
    .sort(([a, one], [b, other]) => other - one || a - b)
    .slice(0, EXPANDED_MAX);
  return new Map(surprising.map(([bucket, pmi]) => [bucket, EXPANSION_WEIGHT * Math.log(1 + pmi)]));
}

/** A question with more words. */
export function expanded(question: Sparse, more: ReadonlyMap<number, number>): Sparse {
  const weights = new Map<number, number>(more);
  question.indices.forEach((bucket, at) => {
    weights.set(bucket, question.values[at] as number);
  });
  const entries = [...weights].sort(([a], [b]) => a - b);
  return {
    kind: "sparse",
    dimensions: question.dimensions,
    indices: Uint16Array.from(entries, ([bucket]) => bucket),
    values: Float32Array.from(entries, ([, weight]) => weight),
  };
}
