import { canonicalJson, type IndexedDocument, type IndexedDocuments, type Sql } from "../../../../kernel/index.ts";
import type { IndexedPassage } from "../../model/indexed-passage.ts";
import { spacesOf } from "../../search/vectors.ts";
import { createPassageStore } from "../../store/passage-store.ts";
import type { Wrong } from "./wrong.ts";

/** Each document of a collection is a passage that its file has, and each such passage is a document. */
export async function* inspectDocuments(
  sql: Sql,
  index: IndexedDocuments,
  tenant: string,
  collectionId: string,
): AsyncIterable<Wrong> {
  for (const space of spacesOf(collectionId)) yield* inspectSpace(sql, index, tenant, collectionId, space);
}

async function* inspectSpace(
  sql: Sql,
  index: IndexedDocuments,
  tenant: string,
  collectionId: string,
  space: string,
): AsyncIterable<Wrong> {
  const passages = createPassageStore(sql, tenant);
  const isHere = ({ speaker }: IndexedPassage) => spacesOf(collectionId)[speaker === null ? 0 : 1] === space;
  let before: string | undefined;
  for await (const some of index.of(space)) {
    const rows = await passages.findAll([...new Set(some.map(({ id }) => id))]);
    for (const document of some) {
      const row = rows.get(document.id);
      const wrong = document.id === before ? "it stands twice" : wrongWith(document, row, collectionId);
      if (wrong !== undefined) yield { what: whatOf(space, document.id, tenant), kind: wrong, reason: wrong };
      before = document.id;
    }
  }
  for await (const some of passages.walk(collectionId)) {
    const live = some.filter((row) => row.live === 1 && isHere(row)).map((row) => row.reference_id);
    const indexed = await index.among(space, live);
    const missing = live.find((id) => !indexed.has(id));
    if (missing !== undefined)
      yield { what: whatOf(space, missing, tenant), kind: "missing", reason: "it is missing, and a passage says it" };
  }
}

function wrongWith(
  document: IndexedDocument,
  row: IndexedPassage | undefined,
  collectionId: string,
): string | undefined {
  if (row === undefined || row.live !== 1 || row.collection_id !== collectionId) return "no passage says it";
  if (document.until !== null) return "it has ended, and its passage has not";
  const filters = canonicalJson(row.page === null ? {} : { page: String(row.page) });
  const expected: Partial<Record<keyof IndexedDocument, unknown>> = {
    text: row.text,
    unit: row.speaker === null ? "passage" : "turn",
    group_id: row.notebook_id,
    position: row.ordinal,
    speaker: row.speaker,
    at: row.timestamp_ms,
    filters,
  };
  const names = {
    text: "text",
    unit: "unit",
    group_id: "notebook",
    position: "place",
    speaker: "speaker",
    at: "time",
    filters: "page",
  };
  for (const [column, name] of Object.entries(names) as [keyof typeof names, string][]) {
    if (document[column] !== expected[column]) return `its ${name} is not that of its passage`;
  }
  return undefined;
}

function whatOf(space: string, id: string, tenant: string): string {
  return `document ${space}/${id} of ${tenant}`;
}
