import type { Event } from "../../../kernel/index.ts";

/** Entries of the log about collections: the only ones of this world, written by people at the command line. */
export const IMPORTED = "collection.imported";
export const REMOVED = "collection.removed";

/** What imports last brought of each collection that is copied: the hash of each file, by its place. */
export function importedFiles(events: readonly Event[]): Map<string, Map<string, string>> {
  const imported = new Map<string, Map<string, string>>();
  for (const { kind, payload } of events) {
    const { collection_id, files } = (payload ?? {}) as { collection_id?: string; files?: Record<string, string> };
    if (collection_id === undefined) continue;
    if (kind === REMOVED || files === undefined) imported.delete(collection_id);
    else imported.set(collection_id, new Map([...(imported.get(collection_id) ?? []), ...Object.entries(files)]));
  }
  return imported;
}
