import { z } from "zod";
import { type Parsed, type Part, type Skipped, wholePart } from "../../model/parsed.ts";
import { parseTime } from "../../model/time.ts";
import { isPlain } from "../decode.ts";
import { readMeta } from "./front-matter.ts";
import { firstTitle } from "./markdown.ts";

const Source = z.union([z.string(), z.array(z.string())]);
const Cell = z.looseObject({
  cell_type: z.string(),
  source: Source.optional(),
  /** Where format 3 keeps the source of code. */
  input: Source.optional(),
  metadata: z.looseObject({}).catch({}).optional(),
});
const Notebook = z.looseObject({
  cells: z.array(Cell).optional(),
  worksheets: z.array(z.looseObject({ cells: z.array(Cell) })).optional(),
  metadata: z.looseObject({}).catch({}).optional(),
});

/** Reads a Jupyter notebook: each cell is a page and a part of its own, quoted from its source. Outputs are not read. */
export function parseJupyter(json: unknown): Parsed | Skipped {
  const parsed = Notebook.safeParse(json);
  const cells = parsed.data?.cells ?? parsed.data?.worksheets?.flatMap((sheet) => sheet.cells);
  if (!parsed.success || cells === undefined) return { skipped: "not_a_notebook" };
  const parts: Part[] = [];
  for (const [index, cell] of cells.entries()) {
    const source = cell.source ?? cell.input ?? "";
    const text = typeof source === "string" ? source : source.join("");
    if (!isPlain(text)) return { skipped: "not_text" };
    parts.push(wholePart(`cell ${index + 1}`, text, index + 1, cellTime(cell.metadata ?? {})));
  }
  const { meta, notes } = readMeta({ ...firstAuthor(parsed.data.metadata), ...parsed.data.metadata });
  const firstMarkdown = cells.findIndex((cell) => cell.cell_type === "markdown" || cell.cell_type === "heading");
  const title = meta.title ?? firstTitle(parts[firstMarkdown]?.text ?? "");
  return { format: "jupyter", meta: { ...meta, title }, parts, markdown: true, notes };
}

/** The times that Jupyter and its extensions write into a cell, the plainest first. */
function cellTime(metadata: Readonly<Record<string, unknown>>): number | null {
  const execution = metadata.execution as Record<string, unknown> | undefined;
  const executeTime = metadata.ExecuteTime as Record<string, unknown> | undefined;
  return (
    parseTime(metadata.timestamp) ??
    parseTime(metadata.created_at) ??
    parseTime(execution?.["iopub.execute_input"]) ??
    parseTime(executeTime?.start_time)
  );
}

function firstAuthor(metadata: Readonly<Record<string, unknown>> | undefined): { author?: unknown } {
  const [author] = Array.isArray(metadata?.authors) ? (metadata.authors as unknown[]) : [];
  return typeof author === "object" && author !== null && "name" in author ? { author: author.name } : {};
}
