import { type Finding, type InspectHost, sha256 } from "../../../../kernel/index.ts";
import { IMPORTED, REMOVED } from "../../model/collection-events.ts";
import type { Lifetime } from "../../notebook.ts";

const COPIED = "notebooks/";

/** Files that were imported and are no longer what came: theirs to change, and worth a word. */
export async function* changedByHand(
  { library }: Pick<Lifetime, "library">,
  { entries }: Pick<InspectHost, "entries">,
): AsyncIterable<Finding> {
  const imported = new Map<string, Map<string, string>>();
  for (const { kind, payload } of await entries("notebook", [IMPORTED, REMOVED])) {
    const { collection_id, files } = (payload ?? {}) as { collection_id?: string; files?: Record<string, string> };
    if (collection_id === undefined) continue;
    if (kind === REMOVED || files === undefined) imported.delete(collection_id);
    else imported.set(collection_id, new Map([...(imported.get(collection_id) ?? []), ...Object.entries(files)]));
  }
  for (const [collection, files] of imported) {
    if (!(await library.has(collection))) continue;
    const there = await library.filesOf(collection);
    for (const [place, digest] of files) {
      if (!place.startsWith(COPIED)) continue;
      const path = place.slice(COPIED.length);
      const file = await there.read(path);
      if (file.kind === "file" && sha256(file.bytes) === digest) continue;
      const reason = file.kind === "file" ? "it is not what was imported" : "it is gone, and was imported";
      yield {
        what: `notebook ${collection}/${path}`,
        reason: `${reason}; files are canonical there, so it was changed by hand`,
        isNote: true,
      };
    }
  }
}
