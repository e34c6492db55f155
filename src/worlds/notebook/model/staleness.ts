export type Staleness = "fresh" | "stale" | "unknown";

/** Older than its newest source: stale. Any source missing, or none named: nobody can know. */
export function stalenessOf(createdAt: number, sourcesModifiedAt: readonly (number | undefined)[]): Staleness {
  const known = sourcesModifiedAt.filter((at) => at !== undefined);
  if (known.length === 0 || known.length < sourcesModifiedAt.length) return "unknown";
  return createdAt < Math.max(...known) ? "stale" : "fresh";
}
