import type { CatalogStore } from "../store/catalog-store.ts";

export type Staleness = "fresh" | "stale" | "unknown";

/** Older than its newest source: stale. Any source missing: nobody can know. */
export async function stalenessOf(
  catalog: CatalogStore,
  sourceNotebooks: readonly string[],
  createdAt: number,
): Promise<Staleness> {
  if (sourceNotebooks.length === 0) return "unknown";
  let newest = 0;
  for (const id of sourceNotebooks) {
    const notebook = await catalog.notebook(id);
    if (notebook === undefined) return "unknown";
    newest = Math.max(newest, notebook.modified_at);
  }
  return createdAt < newest ? "stale" : "fresh";
}
