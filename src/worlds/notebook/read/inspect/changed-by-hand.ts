import { type Finding, type InspectHost, sha256 } from "../../../../kernel/index.ts";
import { IMPORTED, importedFiles, REMOVED } from "../../model/collection-events.ts";
import type { Lifetime } from "../../notebook.ts";

const COPIED = "notebooks/";

/** Files that were imported and are no longer what came: theirs to change, and worth a word. */
export async function* changedByHand(
  { library }: Pick<Lifetime, "library">,
  { entries }: Pick<InspectHost, "entries">,
): AsyncIterable<Finding> {
  const imported = importedFiles(await entries("notebook", [IMPORTED, REMOVED]));
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
