import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { isoTime } from "../../../model/time.ts";
import { type Change, changesBefore } from "../../../read/changes.ts";
import { fitList } from "../../../read/paging.ts";
import type { Truth } from "../../../truth.ts";

export const listRecentChanges = defineTool({
  name: "list_recent_changes",
  title: "List recent changes",
  description: [
    "What was recorded last, newest first: facts, corrections, deletions, restorations, relationships, merges, unmerges and splits.",
    "Pass next_cursor back to go further into the past.",
    "For everything about one entity use list_observations.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    limit: z.int().min(1).max(1000).optional().describe("At most this many (default 50)"),
    cursor: z
      .string()
      .regex(/^[0-9]{1,15}$/, "must be a next_cursor of this tool")
      .optional()
      .describe("next_cursor of the page before"),
  }),
  output: z.object({
    changes: z.array(
      z.object({
        change: z.enum([
          "store",
          "correction",
          "deletion",
          "restoration",
          "relationship",
          "relationship_deletion",
          "merge",
          "unmerge",
          "split",
        ]),
        changed_at: z.string(),
        entity_id: z
          .string()
          .describe("The entity it is about; of a relationship, merge, unmerge or split, where it starts"),
        other_entity_id: z.string().optional(),
        entity_type: z.string().optional(),
        relationship_type: z.string().optional(),
        fields: z.array(z.string()).optional(),
        observation_id: z.string().optional(),
        source_id: z.string().optional(),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
  async run({ limit = 50, cursor }, truth: Truth) {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
    const found = await changesBefore(truth, before, limit + 1);
    const page = found.slice(0, limit);
    const { items } = fitList(page.map(changeAnswer), 0);
    const more = items.length < found.length;
    return { changes: items, next_cursor: more ? String(found[items.length - 1]?.position) : null };
  },
});

function changeAnswer({ position: _position, changed_at, ...change }: Change) {
  return { ...change, changed_at: isoTime(changed_at) };
}
