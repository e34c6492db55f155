import { z } from "zod";
import { cutList } from "../../../../../kernel/index.ts";
import type { Notebook } from "../../../notebook.ts";
import { defineAffordance, LIST_CHARS_MAX } from "../affordance.ts";

const Collection = z.object({
  collection_id: z.string(),
  title: z.string(),
  date_range: z.object({ start: z.string(), end: z.string() }),
  domain_tags: z.array(z.string()),
  artifact_count: z.number(),
  notebook_count: z.number(),
  last_modified: z.number(),
  skipped_files: z.record(z.string(), z.number()).optional().describe("Files that are no notebooks, by reason"),
});

export const listCollections = defineAffordance({
  name: "list_collections",
  title: "List collections",
  description: "Returns available notebook collections with metadata, no content",
  input: z.object({
    offset: z.int().min(0).optional().describe("Where to go on: next_offset of a truncated answer"),
  }),
  output: z.object({
    collections: z.array(Collection),
    metadata: z.object({
      total_collections: z.number(),
      data_as_of: z.number(),
      next_refresh: z.number().nullable(),
    }),
    truncated: z.literal(true).optional(),
    next_offset: z.number().optional(),
  }),
  run: async ({ offset = 0 }, notebook) => {
    const ids = await notebook.library.collectionIds();
    // All files are looked at before the database is asked: a call sees one state of it.
    for (const id of ids) await notebook.refreshCatalog(id);
    let dataAsOf = 0;
    const all: z.input<typeof Collection>[] = [];
    for (const id of ids) {
      const { asOf, collection } = await describe(notebook, id);
      dataAsOf = Math.max(dataAsOf, asOf);
      all.push(collection);
    }
    const { items, cut } = cutList(all.slice(offset), offset, LIST_CHARS_MAX);
    const metadata = { total_collections: ids.length, data_as_of: dataAsOf, next_refresh: null };
    return { value: { collections: items, metadata, ...cut } };
  },
});

async function describe(notebook: Notebook, id: string) {
  const manifest = await notebook.library.manifest(id);
  const row = await notebook.collections.find(id);
  const { sets } = await notebook.library.artifactsOf(id).sets();
  const skipped = JSON.parse(row?.skipped ?? "{}") as Record<string, number>;
  return {
    asOf: row?.changed_at ?? 0,
    collection: {
      collection_id: id,
      title: manifest.title,
      date_range: {
        start: isoDate(row?.created_from ?? manifest.createdAt),
        end: isoDate(row?.created_until ?? manifest.createdAt),
      },
      domain_tags: [...manifest.domainTags],
      artifact_count: sets.reduce((sum, set) => sum + set.names.length, 0),
      notebook_count: row?.notebooks ?? 0,
      last_modified: row?.modified_at ?? 0,
      ...(Object.keys(skipped).length > 0 && { skipped_files: skipped }),
    },
  };
}

/** The day, or nothing for a collection that has no date at all. */
function isoDate(at: number | null): string {
  return at === null ? "" : new Date(at).toISOString().slice(0, 10);
}
