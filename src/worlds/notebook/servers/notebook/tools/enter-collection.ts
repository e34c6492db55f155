import { z } from "zod";
import { AVAILABLE_IN_COLLECTION, PRELOAD_NOTE, SCOPE_NOTE } from "../../../model/words.ts";
import { ContextHandle, defineAffordance } from "../affordance.ts";
import { enterContext } from "../session.ts";

export const enterCollection = defineAffordance({
  name: "enter_collection",
  title: "Enter a collection",
  description: "Establishes active collection context, restricting all subsequent operations",
  input: z.object({
    collection_id: z.string().describe("Collection identifier from list_collections"),
    context_handle: ContextHandle,
  }),
  output: z.object({
    collection_id: z.string(),
    title: z.string(),
    context_established: z.literal(true),
    scope_note: z.string(),
    available_operations: z.array(z.string()),
    preload_note: z.string(),
    context_handle: z.string().optional().describe("Only for clients without a session: pass it to the other tools"),
  }),
  run: async ({ collection_id, context_handle }, notebook) => {
    await notebook.library.require(collection_id);
    const { title } = await notebook.library.manifest(collection_id);
    const { context, handle } = enterContext(notebook, collection_id, context_handle);
    return {
      value: {
        collection_id,
        title,
        context_established: true as const,
        scope_note: SCOPE_NOTE,
        available_operations: [...AVAILABLE_IN_COLLECTION],
        preload_note: PRELOAD_NOTE,
        ...(handle !== undefined && { context_handle: handle }),
      },
      context,
    };
  },
});
