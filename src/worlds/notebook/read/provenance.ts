import { sourceNotFound } from "../errors.ts";
import { type Provenance, provenanceOfArtifact, provenanceOfPassage } from "../model/provenance.ts";
import type { Notebook } from "../notebook.ts";
import { requirePassage } from "./require-passage.ts";
import { createVerifier } from "./verify-passage.ts";

/** Where a passage comes from, held against its file as it is now. */
export async function sourceProvenance(
  notebook: Notebook,
  collectionId: string,
  id: string,
  beside: { source_id: string },
): Promise<Provenance> {
  const row = await requirePassage(notebook, collectionId, id, beside);
  const checked = await createVerifier(notebook, collectionId).check(row);
  const file = (await notebook.files.findAt(collectionId, [row.path])).get(row.path);
  if (checked === undefined || file === undefined) throw sourceNotFound(beside);
  return provenanceOfPassage(row, file, checked.verified);
}

/** Where an artifact comes from. */
export async function artifactProvenance(notebook: Notebook, collectionId: string, id: string): Promise<Provenance> {
  const { provenance, notes } = await notebook.library.artifactsOf(collectionId).find(id);
  await notebook.refreshCatalog(collectionId);
  const [first] = provenance.source_notebooks;
  const file = first === undefined ? undefined : await notebook.files.findNotebook(collectionId, first);
  return provenanceOfArtifact(provenance, file, notes);
}
