import type { JsonObject } from "../../../kernel/index.ts";
import type { ArtifactProvenance } from "./artifact.ts";
import type { CatalogFile } from "./catalog.ts";
import type { IndexedPassage } from "./indexed-passage.ts";
import { EXPORT_METHODS } from "./quoted-passage.ts";
import { PASSAGE_TOKENS_MAX } from "./tokens.ts";

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

/** The chain of a passage: file, parser, chunker. */
export function provenanceOfPassage(row: IndexedPassage, file: CatalogFile, verified: boolean): Provenance {
  const steps = passageSteps(row, file);
  const integrity = verified
    ? "The quote was found in the notebook, unchanged, when this was asked."
    : "The notebook has changed since this passage was indexed; the quote is the indexed one.";
  return {
    origin_notebook: originOf(row.notebook_id, file),
    transformation_steps: steps,
    tools_involved: steps.map((step) => step.tool),
    confidence_notes: [integrity, ...(JSON.parse(file.notes) as string[])],
  };
}

function passageSteps(row: IndexedPassage, file: CatalogFile): Step[] {
  const at = file.indexed_at ?? file.modified_at;
  return [
    {
      step_order: 1,
      tool: "file_reader",
      parameters: { path: row.path, sha256: row.file_sha256 },
      timestamp: at,
    },
    { step_order: 2, tool: EXPORT_METHODS[file.format], parameters: { format: file.format }, timestamp: at },
    {
      step_order: 3,
      tool: "semantic_chunker",
      parameters: {
        chunk_size: PASSAGE_TOKENS_MAX,
        overlap: 0,
        part: row.part,
        ...(row.speaker !== null && { speaker: row.speaker }),
        start: row.start_byte,
        end: row.end_byte,
        unit: "byte",
        checksum: row.checksum,
      },
      timestamp: at,
    },
  ];
}

/** The chain of an artifact, as its maker wrote it down. `file` is its first source, where the collection has it. */
export function provenanceOfArtifact(
  provenance: ArtifactProvenance,
  file: CatalogFile | undefined,
  notes: readonly string[],
): Provenance {
  const [first, ...others] = provenance.source_notebooks;
  // In the contract's order of fields, whatever order the maker wrote them in.
  const steps = provenance.transformation_steps.map(({ step_order, tool, parameters, timestamp }) => ({
    step_order,
    tool,
    parameters,
    timestamp,
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

function originOf(notebookId: string, file: CatalogFile) {
  return { notebook_id: notebookId, title: file.title, author: file.author, created_at: file.created_at };
}
