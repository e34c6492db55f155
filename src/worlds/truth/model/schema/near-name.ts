/** So many letters more, less, other or swapped still make a slip of the hand. */
const slipsIn = (name: string) => (name.length < 6 ? 1 : 2);

/** The known name that a given one is a slip of; undefined where none is. */
export function nearName(given: string, known: Iterable<string>): string | undefined {
  const nearest = nearestName(given, known);
  return nearest !== undefined && nearest.slips <= slipsIn(given) ? nearest.name : undefined;
}

/** The known name that takes the fewest slips. */
export function nearestName(given: string, known: Iterable<string>): { name: string; slips: number } | undefined {
  let best: { name: string; slips: number } | undefined;
  for (const name of known) {
    const slips = slipsBetween(given, name);
    if (best === undefined || slips < best.slips) best = { name, slips };
  }
  return best;
}

function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const other = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, other, swap));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
