import { parseEntryText } from "../files/read-file.ts";
import type { Edit } from "../files/write-files.ts";
import { checkAuthored } from "./authored.ts";
import { type Entries, lacksEnrichment } from "./entries.ts";
import { fileOf } from "./names.ts";
import { hasHash, hasOwner, normalise } from "./normalise.ts";

/** Puts into each file what it leaves out and what must not move later. A second time there is nothing to do. */
export function enrichmentEdits(entries: Entries): Edit[] {
  return [...entries.bare].map((id) => ({
    file: fileOf(id),
    keepsTime: true,
    make(current) {
      const parsed = current && parseEntryText(current.text);
      if (parsed === undefined || parsed === "no entry" || "reason" in parsed) return undefined;
      const checked = checkAuthored(parsed.raw);
      if ("reason" in checked || !lacksEnrichment(checked.authored, entries.owners)) return undefined;
      const { authored } = checked;
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

/** How an entry stands in its file. */
export function entryText(entry: object): string {
  return `${JSON.stringify(entry, null, 2)}\n`;
}
