import { batchesOf } from "../../../kernel/index.ts";
import { type IndexedPassage, pointerOf } from "../model/indexed-passage.ts";
import type { ArtifactLink, DenseSection, PlannedChunk, StreamReference } from "../model/stream.ts";
import type { Notebook } from "../notebook.ts";
import type { FoundPassage } from "../search/find-passages.ts";

const PASSAGES_MAX = 10;
const SECTIONS_MAX = 3;
/** Quotes of one chunk together, so that a chunk always fits into one answer. */
const CHUNK_CHARS_MAX = 20_000;

/** Works out every chunk of a stream: which passages, sections and links, and in how many pulls. */
export async function planStream(
  notebook: Notebook,
  collectionId: string,
  found: readonly FoundPassage[],
): Promise<PlannedChunk[]> {
  const size = notebook.constraints.stream_chunk_size;
  const references: StreamReference[] = found.map(({ row, score }) => ({
    reference_id: row.reference_id,
    relevance_score: score,
    source_pointer: pointerOf(row),
  }));
  const context = 2 * notebook.constraints.max_passage_context;
  const quotes = packed(found.slice(0, PASSAGES_MAX), size, ({ row }) => row.text.length + context);
  const sections = await densestSections(notebook, found);
  const links = await artifactLinks(notebook, collectionId, found);
  // Each step is shown at least once: that there is nothing is worth saying.
  return [
    ...atLeastOne([...batchesOf(references, size)]).map((part) => ({
      step: "reference_identifiers" as const,
      references: part,
    })),
    ...atLeastOne(quotes).map((part) => ({
      step: "passages" as const,
      ids: part.map(({ row }) => row.reference_id),
    })),
    ...atLeastOne(packed(sections, size, ({ chars }) => chars)).map((part) => ({
      step: "dense_sections" as const,
      sections: part.map(({ chars: _, ...section }) => section),
    })),
    ...atLeastOne([...batchesOf(links, size)]).map((part) => ({ step: "artifact_links" as const, links: part })),
  ];
}

function atLeastOne<Item>(parts: readonly (readonly Item[])[]): readonly (readonly Item[])[] {
  return parts.length === 0 ? [[]] : parts;
}

function packed<Item>(items: readonly Item[], size: number, charsOf: (item: Item) => number): Item[][] {
  const parts: Item[][] = [];
  let chars = 0;
  for (const item of items) {
    const last = parts.at(-1);
    chars += charsOf(item);
    if (last !== undefined && last.length < size && chars <= CHUNK_CHARS_MAX) last.push(item);
    else {
      parts.push([item]);
      chars = charsOf(item);
    }
  }
  return parts;
}

/** The sections in which hits stand closest, by hits per 1000 characters; equal ones by the better first hit. */
async function densestSections(
  { passages }: Notebook,
  found: readonly FoundPassage[],
): Promise<(DenseSection & { chars: number })[]> {
  const bySection = Map.groupBy(found, ({ row }) => `${row.section} ${row.path}`);
  const sections: (DenseSection & { chars: number })[] = [];
  for (const [first, ...others] of bySection.values()) {
    if (first === undefined) continue;
    const rows = await passages.sectionOf(first.row);
    const chars = rows.reduce((sum, row) => sum + row.text.length, 0);
    const hits = 1 + others.length;
    sections.push({
      notebook_id: first.row.notebook_id,
      page: first.row.page,
      reference_ids: rows.map((row: IndexedPassage) => row.reference_id),
      hits,
      hits_per_1000_chars: Math.round((hits * 1e6) / Math.max(1, chars)) / 1000,
      chars,
    });
  }
  return sections.sort((a, b) => b.hits_per_1000_chars - a.hits_per_1000_chars).slice(0, SECTIONS_MAX);
}

/** The artifact sets made from notebooks that have a hit. */
async function artifactLinks(
  notebook: Notebook,
  collectionId: string,
  found: readonly FoundPassage[],
): Promise<ArtifactLink[]> {
  const hit = new Set(found.map(({ row }) => row.notebook_id));
  const { sets } = await notebook.library.artifactsOf(collectionId).sets();
  return sets.flatMap(({ artifact_set_id, artifact_type, status, source_notebooks }) => {
    const shared = source_notebooks.filter((id) => hit.has(id));
    return shared.length === 0 ? [] : [{ artifact_set_id, artifact_type, status, source_notebooks: shared }];
  });
}
