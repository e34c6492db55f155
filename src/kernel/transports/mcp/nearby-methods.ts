const SHOWN = 3;
const LIKENESS_MIN = 0.4;

/** The methods most like the one asked for, best first; none where nothing is alike. */
export function nearbyMethods(asked: string, methods: Iterable<string>): string[] {
  const wanted = pairsOf(asked);
  return [...methods]
    .map((method) => ({ method, likeness: likeness(wanted, pairsOf(method)) }))
    .filter((near) => near.likeness >= LIKENESS_MIN)
    .sort((a, b) => b.likeness - a.likeness || (a.method < b.method ? -1 : 1))
    .slice(0, SHOWN)
    .map((near) => near.method);
}

/** The pairs of neighbouring letters: they survive a slip of the hand, a changed case and another separator. */
function pairsOf(name: string): Set<string> {
  const letters = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}

/** Twice the shared pairs over all pairs: 1 for the same, 0 for nothing in common. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return shared === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
