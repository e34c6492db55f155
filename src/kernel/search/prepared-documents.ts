import type { DocumentRow } from "./document-row.ts";
import { type PreparedDocument, prepare } from "./rank/index.ts";

const KEPT = 20_000;

/** Documents taken apart for ranking. A key always means the same text, so what is kept never grows stale. */
export interface PreparedDocuments {
  of(row: DocumentRow): PreparedDocument;
}

export function createPreparedDocuments(): PreparedDocuments {
  const kept = new Map<number, PreparedDocument>();
  return {
    of(row) {
      let prepared = kept.get(row.key);
      if (prepared === undefined) {
        prepared = prepare({
          id: row.id,
          text: row.text,
          group: row.group_id,
          position: row.position,
          ...(row.speaker !== null && { speaker: row.speaker }),
          ...(row.at !== null && { at: row.at }),
        });
        kept.set(row.key, prepared);
        const oldest = kept.keys().next().value;
        if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      }
      return prepared;
    },
  };
}
