import { z } from "zod";
import { clip } from "../../../errors.ts";
import { INTERPRETATION_NOTE } from "../../../model/words.ts";
import { artifactProvenance, sourceProvenance } from "../../../read/provenance.ts";
import { ContextHandle, defineAffordance } from "../affordance.ts";
import { requireCollection } from "../session.ts";

export const explainProvenance = defineAffordance({
  name: "explain_provenance",
  title: "Explain provenance",
  description: "Returns origin, transformation steps, tools, and confidence notes for a source or artifact",
  input: z.object({
    id: z.string().describe("Source ID or artifact ID"),
    id_type: z.enum(["source", "artifact"]).describe("Type of identifier"),
    context_handle: ContextHandle,
  }),
  output: z.object({
    id: z.string(),
    id_type: z.enum(["source", "artifact"]),
    provenance: z.object({
      origin_notebook: z.object({
        notebook_id: z.string(),
        title: z.string(),
        author: z.string().nullable(),
        created_at: z.number(),
      }),
      transformation_steps: z.array(
        z.object({
          step_order: z.number(),
          tool: z.string(),
          parameters: z.record(z.string(), z.unknown()),
          timestamp: z.number(),
        }),
      ),
      tools_involved: z.array(z.string()),
      confidence_notes: z.array(z.string()),
    }),
    interpretation_note: z.string(),
  }),
  run: async ({ id, id_type, context_handle }, notebook) => {
    const { context, collectionId } = requireCollection(notebook, context_handle);
    const provenance =
      id_type === "source"
        ? await sourceProvenance(notebook, collectionId, id, { source_id: clip(id) })
        : await artifactProvenance(notebook, collectionId, id);
    return { value: { id, id_type, provenance, interpretation_note: INTERPRETATION_NOTE }, context, references: [id] };
  },
});
