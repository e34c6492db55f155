import type { InstructionEntry } from "./entry.ts";

/** Circles of entries that each say the next one replaces them. Each circle begins with its smallest id. */
export function findCycles(entries: readonly InstructionEntry[]): string[][] {
  const next = new Map(entries.map(({ id, deprecatedBy }) => [id, deprecatedBy]));
  const done = new Set<string>();
  const cycles: string[][] = [];
  for (const { id } of entries) {
    const trail: string[] = [];
    const places = new Map<string, number>();
    let at: string | undefined = id;
    while (at !== undefined && next.has(at) && !done.has(at)) {
      const place = places.get(at);
      if (place !== undefined) {
        cycles.push(startingSmallest(trail.slice(place)));
        break;
      }
      places.set(at, trail.length);
      trail.push(at);
      at = next.get(at);
    }
    for (const seen of trail) done.add(seen);
  }
  return cycles;
}

function startingSmallest(cycle: readonly string[]): string[] {
  const start = cycle.indexOf([...cycle].sort()[0] ?? "");
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}
