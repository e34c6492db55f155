import { z } from "zod";
import { clip, sourceNotFound } from "../../../errors.ts";
import { QuotedPassage, quotedPassage } from "../../../model/quoted-passage.ts";
import { requirePassage } from "../../../read/require-passage.ts";
import { createVerifier } from "../../../read/verify-passage.ts";
import { ContextHandle, defineAffordance } from "../affordance.ts";
import { requireCollection } from "../session.ts";

export const fetchPassage = defineAffordance({
  name: "fetch_passage",
  title: "Fetch a passage",
  description: "Retrieves exact quoted passage with bounded context from source",
  input: z.object({
    source_id: z.string().describe("Reference identifier from semantic_search"),
    context_handle: ContextHandle,
  }),
  output: QuotedPassage,
  run: async ({ source_id, context_handle }, notebook) => {
    const beside = { source_id: clip(source_id) };
    const { context, collectionId } = requireCollection(notebook, context_handle, beside);
    const row = await requirePassage(notebook, collectionId, source_id, beside);
    const checked = await createVerifier(notebook, collectionId).check(row);
    if (checked === undefined) throw sourceNotFound(beside);
    const files = await notebook.files.findAt(collectionId, [row.path]);
    const value = quotedPassage(row, files.get(row.path), checked, notebook.scope.env.now());
    return { value, context, references: [row.reference_id] };
  },
});
