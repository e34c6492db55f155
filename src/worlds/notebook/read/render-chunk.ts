import type { Json, JsonObject } from "../../../kernel/index.ts";
import { sha256 } from "../../../kernel/index.ts";
import { quotedPassage } from "../model/quoted-passage.ts";
import type { DenseSection, PlannedChunk, StreamState } from "../model/stream.ts";
import type { Notebook } from "../notebook.ts";
import { createVerifier } from "./verify-passage.ts";

/** A chunk as it is handed over: what it holds, what that adds, and why it comes now. */
export interface RenderedChunk {
  readonly payload: JsonObject;
  readonly what_changed: string;
  readonly why: string;
  readonly references: readonly string[];
}

/** Reads what a chunk quotes, verifying each quote now and not when the stream was begun. */
export async function renderChunk(
  notebook: Notebook,
  stream: StreamState,
  chunk: PlannedChunk,
): Promise<RenderedChunk> {
  switch (chunk.step) {
    case "reference_identifiers":
      return {
        payload: { references: chunk.references as unknown as Json },
        what_changed: `Added ${count(chunk.references.length, "reference")} matching the query`,
        why:
          chunk.references.length === 0
            ? "No passage of the collection matches"
            : "Best matches first, by relevance score",
        references: chunk.references.map((reference) => reference.reference_id),
      };
    case "passages":
      return renderPassages(notebook, stream.collection_id, chunk.ids);
    case "dense_sections":
      return renderSections(notebook, stream.collection_id, chunk.sections);
    case "artifact_links":
      return {
        payload: { artifact_links: chunk.links as unknown as Json },
        what_changed: `Added ${count(chunk.links.length, "artifact link")}`,
        why:
          chunk.links.length === 0
            ? "No artifact set names a notebook with a match as its source"
            : "These artifact sets were made from notebooks with a match",
        references: chunk.links.map((link) => link.artifact_set_id),
      };
  }
}

async function renderPassages(
  notebook: Notebook,
  collectionId: string,
  ids: readonly string[],
): Promise<RenderedChunk> {
  const verifier = createVerifier(notebook, collectionId);
  const rows = await notebook.passages.findAll(ids);
  const files = await notebook.files.findAt(collectionId, [...new Set([...rows.values()].map((row) => row.path))]);
  const passages: JsonObject[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    const checked = row && (await verifier.check(row));
    if (row === undefined || checked === undefined) continue;
    passages.push(quotedPassage(row, files.get(row.path), checked, notebook.scope.env.now()));
  }
  const gone = ids.length - passages.length;
  return {
    payload: { passages },
    what_changed: `Added ${count(passages.length, "exact quote")}${leftOut(gone, "whose notebook was deleted since")}`,
    why:
      ids.length === 0 ? "There is no reference to quote" : "The best references, quoted verbatim from their notebooks",
    references: ids,
  };
}

async function renderSections(
  notebook: Notebook,
  collectionId: string,
  sections: readonly DenseSection[],
): Promise<RenderedChunk> {
  const verifier = createVerifier(notebook, collectionId);
  const rendered: JsonObject[] = [];
  for (const section of sections) {
    const rows = await notebook.passages.findAll(section.reference_ids);
    const first = rows.get(section.reference_ids[0] ?? "");
    const last = rows.get(section.reference_ids.at(-1) ?? "");
    const text = first && last && (await verifier.stretch(first, last));
    if (text === undefined) continue;
    const integrity = { checksum: sha256(text), verified: true };
    rendered.push({ ...section, reference_ids: [...section.reference_ids], exact_text: text, integrity });
  }
  const gone = sections.length - rendered.length;
  return {
    payload: { dense_sections: rendered },
    what_changed: `Added ${count(rendered.length, "whole section")}${leftOut(gone, "whose notebook has changed since")}`,
    why:
      sections.length === 0
        ? "There is no section with a match"
        : "Matches stand closest in these sections, counted per 1000 characters",
    references: sections.flatMap((section) => section.reference_ids),
  };
}

function count(items: number, what: string): string {
  return `${items} ${what}${items === 1 ? "" : "s"}`;
}

function leftOut(items: number, reason: string): string {
  return items === 0 ? "" : `; left out ${items} ${reason}`;
}
