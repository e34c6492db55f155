import { z } from "zod";
import { cutList } from "../../../../../kernel/index.ts";
import { artifactIds } from "../../../model/artifact.ts";
import { ContextHandle, defineAffordance, LIST_CHARS_MAX } from "../affordance.ts";
import { requireCollection } from "../session.ts";

export const listArtifactSets = defineAffordance({
  name: "list_artifact_sets",
  title: "List artifact sets",
  description: "Returns artifact sets derived from the active collection",
  input: z.object({
    context_handle: ContextHandle,
    offset: z.int().min(0).optional().describe("Where to go on: next_offset of a truncated answer"),
  }),
  output: z.object({
    collection_id: z.string(),
    artifact_sets: z.array(
      z.object({
        artifact_set_id: z.string(),
        artifact_type: z.enum(["summary", "index", "extraction", "synthesis"]),
        created_at: z.number(),
        status: z.enum(["offered", "canonical"]),
        source_notebooks: z.array(z.string()),
        artifact_count: z.number(),
        artifact_ids: z.array(z.string()).describe("What retrieve_artifact takes, besides the id of the set"),
      }),
    ),
    unreadable_sets: z.array(z.string()).optional().describe("Sets whose set.json cannot be read"),
    truncated: z.literal(true).optional(),
    next_offset: z.number().optional(),
  }),
  run: async ({ context_handle, offset = 0 }, notebook) => {
    const { context, collectionId } = requireCollection(notebook, context_handle);
    await notebook.library.require(collectionId);
    const { sets, unreadable } = await notebook.library.artifactsOf(collectionId).sets();
    const { items, cut } = cutList(
      sets.slice(offset).map((set) => ({
        artifact_set_id: set.artifact_set_id,
        artifact_type: set.artifact_type,
        created_at: set.created_at,
        status: set.status,
        source_notebooks: [...set.source_notebooks],
        artifact_count: set.names.length,
        artifact_ids: artifactIds(set, sets),
      })),
      offset,
      LIST_CHARS_MAX,
    );
    const value = {
      collection_id: collectionId,
      artifact_sets: items,
      ...(unreadable.length > 0 && { unreadable_sets: unreadable }),
      ...cut,
    };
    return { value, context };
  },
});
