import { z } from "zod";
import type { CatalogFile } from "./catalog.ts";
import type { IndexedPassage } from "./indexed-passage.ts";
import { PASSAGE_DISCLAIMER } from "./words.ts";

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
  org: "org_reader",
  html: "html_text_extraction",
  docx: "docx_text_extraction",
} as const;

const CHANGED_WARNING = {
  type: "upstream_failure",
  message: "The notebook has changed since this passage was indexed. The text is the indexed one, not the file's.",
  recovery: "Call semantic_search to find the passage as the notebook has it now.",
} as const;

/** A passage held against its file. The text is always the one that was indexed. */
export interface Checked {
  readonly verified: boolean;
  readonly before: string;
  readonly after: string;
}

/** Words one passage as the contract has it; a changed file is said out loud. */
export function quotedPassage(
  row: IndexedPassage,
  file: CatalogFile | undefined,
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
