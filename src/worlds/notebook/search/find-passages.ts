import { refuseCancelled } from "../../../kernel/index.ts";
import type { CatalogCollection } from "../model/catalog.ts";
import { NAMED_MAX, noteOnGivenUp } from "../model/given-up.ts";
import type { IndexedPassage } from "../model/indexed-passage.ts";
import { GIVEN_UP } from "../model/parsed.ts";
import type { Notebook } from "../notebook.ts";

export interface FoundPassage {
  readonly row: IndexedPassage;
  readonly score: number;
}

export interface FoundPassages {
  readonly found: readonly FoundPassage[];
  readonly totalMatches: number;
  /** What limits the answer right now, or null. */
  readonly note: string | null;
  readonly notebooks: number;
  /** More may be found in a moment. */
  readonly isProvisional: boolean;
  /** Whether what was found answers the query. */
  readonly isSupported: boolean;
}

const NEAREST = "These passages come nearest, but too little in them speaks for an answer to the query.";

/** Looks at the files, then searches the collection. */
export async function findPassages(
  notebook: Notebook,
  collectionId: string,
  query: string,
  k: number,
): Promise<FoundPassages> {
  await notebook.library.require(collectionId);
  const vectors = notebook.vectors();
  await notebook.refreshIndex(collectionId);
  refuseCancelled(notebook.scope.signal);
  const answer = await vectors.search(query, collectionId, k);
  const rows = await notebook.passages.findAll(answer.hits.map((hit) => hit.referenceId));
  const found = answer.hits.flatMap(({ referenceId, score }) => {
    const row = rows.get(referenceId);
    return row === undefined ? [] : [{ row, score }];
  });
  const collection = await notebook.collections.find(collectionId);
  return {
    found,
    totalMatches: found.length === 0 ? 0 : Math.max(answer.totalMatches, found.length),
    note: joined(answer.note, await noteOnFiles(notebook, collectionId, collection)),
    notebooks: collection?.notebooks ?? 0,
    isProvisional: answer.isProvisional === true,
    isSupported: found.length > 0 && answer.isSupported !== false,
  };
}

/** Asked only where the collection counts such files: nearly none does. */
async function noteOnFiles(
  { files }: Notebook,
  collectionId: string,
  collection: CatalogCollection | undefined,
): Promise<string | null> {
  const skipped = JSON.parse(collection?.skipped ?? "{}") as Partial<Record<string, number>>;
  const count = Object.keys(GIVEN_UP).reduce((sum, reason) => sum + (skipped[reason] ?? 0), 0);
  return noteOnGivenUp(count, count === 0 ? [] : await files.givenUp(collectionId, NAMED_MAX));
}

function joined(...notes: readonly (string | null)[]): string | null {
  const said = notes.filter((note) => note !== null);
  return said.length === 0 ? null : said.join(" ");
}

/** Why there is no answer: having looked and found nothing, or nothing but what comes nearest, is a finding too. */
export function noEvidence(passages: FoundPassages): { no_evidence?: { reason: string } } {
  const { found, notebooks, isProvisional, isSupported } = passages;
  // What could not be asked by meaning yet may still be there: the note says so.
  if (isSupported || isProvisional) return {};
  if (found.length > 0) return { no_evidence: { reason: NEAREST } };
  const reason =
    notebooks === 0
      ? "The collection holds no notebook that can be read."
      : `None of the passages in ${notebooks} notebooks matches the query.`;
  return { no_evidence: { reason } };
}
