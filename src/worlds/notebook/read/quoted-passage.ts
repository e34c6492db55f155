import { z } from "zod";
import { refuse } from "../errors.ts";
import { PASSAGE_DISCLAIMER } from "../model/words.ts";
import type { FileRow } from "../store/catalog-store.ts";
import type { PassageRow } from "../store/passage-store.ts";
import type { Checked } from "./verify-passage.ts";

/** The contract's answer for one quoted passage. */
export const QuotedPassage = z.object({
  source_id: z.string(),
  passage: z.object({ exact_text: z.string(), context_before: z.string(), context_after: z.string() }),
  provenance: z.object({
    notebook_id: z.string(),
    notebook_title: z.string(),
    page: z.number().nullable(),
    timestamp: z.number().nullable(),
    export_method: z.string(),
    last_verified: z.number(),
  }),
  integrity: z.object({
    checksum: z.string(),
    verified: z.boolean(),
    location: z
      .object({ path: z.string(), part: z.string(), start: z.number(), end: z.number(), unit: z.literal("byte") })
      .describe("Where the quote stands: bytes [start, end) of the file, or of the text of one cell, entry or page"),
  }),
  disclaimer: z.string(),
  warning: z.object({ type: z.string(), message: z.string(), recovery: z.string() }).optional(),
});

/** How the text of each format came out of its file. */
export const EXPORT_METHODS = {
  markdown: "markdown_parser",
  text: "text_reader",
  jupyter: "jupyter_cell_source",
  json: "json_notebook_reader",
  pdf: "pdf_text_extraction",
} as const;

const CHANGED_WARNING = {
  type: "upstream_failure",
  message: "The notebook has changed since this passage was indexed. The text is the indexed one, not the file's.",
  recovery: "Call semantic_search to find the passage as the notebook has it now.",
} as const;

/** Words one passage as the contract has it; a changed file is said out loud. */
export function quotedPassage(
  row: PassageRow,
  file: FileRow | undefined,
  checked: Checked,
  now: number,
): z.input<typeof QuotedPassage> {
  return {
    source_id: row.reference_id,
    passage: { exact_text: row.text, context_before: checked.before, context_after: checked.after },
    provenance: {
      notebook_id: row.notebook_id,
      notebook_title: file?.title ?? row.notebook_id,
      page: row.page,
      timestamp: row.timestamp_ms,
      export_method: EXPORT_METHODS[file?.format ?? "text"],
      last_verified: now,
    },
    integrity: {
      checksum: row.checksum,
      verified: checked.verified,
      location: { path: row.path, part: row.part, start: row.start_byte, end: row.end_byte, unit: "byte" },
    },
    disclaimer: PASSAGE_DISCLAIMER,
    ...(!checked.verified && { warning: CHANGED_WARNING }),
  };
}

export function sourceNotFound(beside: { source_id: string }) {
  return refuse({
    type: "source_not_found",
    message: "There is no passage with this id, or its notebook has been deleted.",
    recovery: "Call semantic_search and use one of its reference_id values.",
    beside,
  });
}

export function sourceOutsideCollection(beside: { source_id: string }) {
  return refuse({
    type: "source_outside_collection",
    message: "This passage belongs to another collection than the active one.",
    recovery: "Call enter_collection with the collection of the passage, then call again.",
    beside,
  });
}
