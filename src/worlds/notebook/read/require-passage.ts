import { sourceNotFound, sourceOutsideCollection } from "../errors.ts";
import type { IndexedPassage } from "../model/indexed-passage.ts";
import type { Notebook } from "../notebook.ts";

/** The passage of a reference within the active collection. One never seen here may still be in files not yet indexed. */
export async function requirePassage(
  notebook: Notebook,
  collectionId: string,
  referenceId: string,
  beside: { source_id: string },
): Promise<IndexedPassage> {
  let row = await notebook.passages.find(referenceId);
  if (row === undefined && referenceId.startsWith(`ref_${collectionId}_`)) {
    await notebook.refreshIndex(collectionId);
    row = await notebook.latestPassage(referenceId);
  }
  if (row === undefined) throw sourceNotFound(beside);
  if (row.collection_id !== collectionId) throw sourceOutsideCollection(beside);
  return row;
}
