import type { Json, JsonObject } from "../../../kernel/index.ts";
import { PASSAGE_TOKENS_MAX } from "../model/tokens.ts";
import type { Notebook } from "../notebook.ts";
import type { FileRow } from "../store/catalog-store.ts";
import type { PassageRow } from "../store/passage-store.ts";
import { EXPORT_METHODS, sourceNotFound } from "./quoted-passage.ts";
import { requirePassage } from "./require-passage.ts";

interface Step {
  readonly step_order: number;
  readonly tool: string;
  readonly parameters: JsonObject;
  readonly timestamp: number;
}

/** Where something comes from and through which hands it went. Says what was done, never what it means. */
export interface Provenance {
  readonly origin_notebook: { notebook_id: string; title: string; author: string | null; created_at: number };
  readonly transformation_steps: Step[];
  readonly tools_involved: string[];
  readonly confidence_notes: string[];
}

const TOOL_OF_FORMAT = EXPORT_METHODS;

/** The chain of a passage: file, parser, chunker. */
export async function sourceProvenance(
  notebook: Notebook,
  collectionId: string,
  id: string,
  beside: { source_id: string },
): Promise<Provenance> {
  const row = await requirePassage(notebook, collectionId, id, beside);
  const checked = await notebook.verifierOf(collectionId).check(row);
  const file = (await notebook.catalogOf(collectionId).filesAt([row.path])).get(row.path);
  if (checked === undefined || file === undefined) throw sourceNotFound(beside);
  const steps = passageSteps(row, file);
  const integrity = checked.verified
    ? "The quote was found in the notebook, unchanged, when this was asked."
    : "The notebook has changed since this passage was indexed; the quote is the indexed one.";
  return {
    origin_notebook: originOf(row.notebook_id, file),
    transformation_steps: steps,
    tools_involved: steps.map((step) => step.tool),
    confidence_notes: [integrity, ...(JSON.parse(file.notes) as string[])],
  };
}

function passageSteps(row: PassageRow, file: FileRow): Step[] {
  const at = file.indexed_at ?? file.modified_at;
  return [
    {
      step_order: 1,
      tool: "file_reader",
      parameters: { path: row.path, sha256: row.file_sha256 },
      timestamp: at,
    },
    { step_order: 2, tool: TOOL_OF_FORMAT[file.format], parameters: { format: file.format }, timestamp: at },
    {
      step_order: 3,
      tool: "semantic_chunker",
      parameters: {
        chunk_size: PASSAGE_TOKENS_MAX,
        overlap: 0,
        part: row.part,
        start: row.start_byte,
        end: row.end_byte,
        unit: "byte",
        checksum: row.checksum,
      },
      timestamp: at,
    },
  ];
}

/** The chain of an artifact, as its maker wrote it down. */
export async function artifactProvenance(notebook: Notebook, collectionId: string, id: string): Promise<Provenance> {
  const { provenance, notes } = await notebook.artifactsOf(collectionId).find(id);
  await notebook.refreshCatalog(collectionId);
  const [first, ...others] = provenance.source_notebooks;
  const file = first === undefined ? undefined : await notebook.catalogOf(collectionId).notebook(first);
  const steps = provenance.transformation_steps.map((step) => ({
    step_order: step.step_order,
    tool: step.tool,
    parameters: step.parameters as Record<string, Json>,
    timestamp: step.timestamp,
  }));
  return {
    origin_notebook:
      file === undefined
        ? { notebook_id: first ?? "", title: first ?? "", author: null, created_at: provenance.created_at }
        : originOf(file.notebook_id, file),
    transformation_steps: steps,
    tools_involved: [...new Set(steps.map((step) => step.tool))],
    confidence_notes: [
      provenance.created_by === "human_export"
        ? "The artifact was exported by a person."
        : "The artifact was synthesized by a pipeline and carries no authority.",
      ...(steps.length === 0 ? ["No transformation step was written down for it."] : []),
      ...(file === undefined ? [unknownOrigin(first)] : []),
      ...(others.length > 0 ? [`It has ${others.length} more source notebooks: ${others.join(", ")}.`] : []),
      ...notes,
    ],
  };
}

function unknownOrigin(first: string | undefined): string {
  return first === undefined
    ? "It names no source notebook; the time shown for the origin is its own."
    : "Its first source notebook is not in the collection; the time shown for the origin is the artifact's.";
}

function originOf(notebookId: string, file: FileRow) {
  return { notebook_id: notebookId, title: file.title, author: file.author, created_at: file.created_at };
}
