const K = 60;

/** Ranks of some items by a score each: 0 for the best, equal for equals; those without a score have none. */
function ranksOf(scores: readonly (number | null)[]): (number | null)[] {
  const order = [...scores.keys()]
    .filter((at) => scores[at] !== null)
    .sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
  const ranks: (number | null)[] = scores.map(() => null);
  order.forEach((at, place) => {
    const before = order[place - 1];
    ranks[at] = before !== undefined && scores[before] === scores[at] ? (ranks[before] as number) : place;
  });
  return ranks;
}

/** One ranking of many: each list gives an item more the higher it stands there, and lists count by their weight. From 0 to 1. */
export function fuseRanks(
  lists: readonly { readonly scores: readonly (number | null)[]; readonly weight: number }[],
): number[] {
  const counted = lists.filter(({ weight }) => weight > 0);
  const most = counted.reduce((sum, { weight }) => sum + weight / K, 0);
  const sums = new Float64Array(lists[0]?.scores.length ?? 0);
  for (const { scores, weight } of counted) {
    ranksOf(scores).forEach((rank, at) => {
      if (rank !== null) sums[at] = (sums[at] as number) + weight / (K + rank);
    });
  }
  return Array.from(sums, (sum) => (most === 0 ? 0 : sum / most));
}

/** How sharply a score stands out: more with dopamine, less with noradrenaline; at rest it stays as it is. */
export function sharpened(
  score: number,
  { dopamine, noradrenaline }: { dopamine: number; noradrenaline: number },
): number {
  return Math.min(1, Math.max(0, score)) ** (dopamine / (DOPAMINE_AT_REST * noradrenaline));
}

const DOPAMINE_AT_REST = 3;

/** What the spaces count beside the index: more with serotonin; at rest three quarters. */
export function spaceShare({ serotonin }: { serotonin: number }): number {
  return 0.5 + 0.5 * serotonin;
}
