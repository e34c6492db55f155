import { type PreparedDocument, prepare } from "../rank/index.ts";
import type { DocumentRow } from "../store/document-row.ts";

const KEPT = 20_000;

/** Documents taken apart for ranking, each kept as long as its row says the same. */
export interface PreparedDocuments {
  of(tenant: string, row: DocumentRow): PreparedDocument;
}

export function createPreparedDocuments(): PreparedDocuments {
  const kept = new Map<string, { readonly row: DocumentRow; readonly prepared: PreparedDocument }>();
  return {
    of(tenant, row) {
      const name = `${row.key} ${tenant}`;
      const known = kept.get(name);
      if (known !== undefined && isSame(known.row, row)) return known.prepared;
      const prepared = prepare({
        id: row.id,
        text: row.text,
        group: row.group_id,
        position: row.position,
        ...(row.speaker !== null && { speaker: row.speaker }),
        ...(row.at !== null && { at: row.at }),
      });
      kept.set(name, { row, prepared });
      const oldest = kept.keys().next().value;
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return prepared;
    },
  };
}

/** A key is used again when the row that had it last is gone. */
function isSame(one: DocumentRow, other: DocumentRow): boolean {
  return (
    one.text === other.text &&
    one.id === other.id &&
    one.group_id === other.group_id &&
    one.position === other.position &&
    one.speaker === other.speaker &&
    one.at === other.at
  );
}
