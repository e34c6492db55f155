import { type Entries, lacksEnrichment } from "./entries.ts";
import type { Edit } from "./entry-file.ts";
import { entryText, readStored } from "./entry-text.ts";
import { fileOf } from "./names.ts";
import { hasHash, hasOwner, normalise } from "./normalise.ts";

/** Puts into each file what it leaves out and what must not move later. A second time there is nothing to do. */
export function enrichmentEdits(entries: Entries): Edit[] {
  return [...entries.bare].map((id) => ({
    file: fileOf(id),
    keepsTime: true,
    make(current) {
      const authored = current && readStored(current.text);
      if (authored === undefined || !lacksEnrichment(authored, entries.owners)) return undefined;
      const firstSeen = entries.firstSeen(id);
      const entry = normalise(authored, { fileMs: current?.modifiedMs ?? 0, firstSeen, ownerOf: entries.owners.of });
      return entryText({
        ...authored,
        ...(!hasHash(authored) && { sourceHash: entry.sourceHash }),
        ...(!hasOwner(authored) && entries.owners.of(id) !== undefined && { owner: entry.owner }),
        semanticSummary: entry.semanticSummary,
        lastReviewedAt: entry.lastReviewedAt,
        nextReviewDue: entry.nextReviewDue,
      });
    },
  }));
}
