import { list, query } from "../query.ts";
import type { SearchDocument } from "../search.ts";
import type { Sql } from "../sql.ts";
import { type DocumentRow, filtersText } from "./document-row.ts";
import { insertRow, liveRow } from "./document-store.ts";
import type { Engine } from "./engine.ts";
import { terms } from "./rank/index.ts";
import { changeSpace, findSpace, openSpace, type SpaceChange } from "./space-store.ts";
import type { SpaceRow } from "./text-index.ts";

const KEYS_PER_QUERY = 500;

/** Adds and replaces. A document that is already there as given costs one look. */
export async function indexDocuments(
  engine: Engine,
  sql: Sql,
  tenant: string,
  documents: readonly SearchDocument[],
  history: boolean,
): Promise<void> {
  const bySpace = Map.groupBy(documents, (document) => document.space);
  for (const [name, some] of bySpace) {
    const { row: space, isNew } = await openSpace(sql, tenant, name);
    if (isNew) await engine.text.prepareSpace(sql, space);
    const change: SpaceChange = { documents: 0, terms: 0, past: 0, pending: 0 };
    for (const document of some) {
      const old = await liveRow(sql, space, document.id);
      if (old !== undefined && isSame(old, document)) continue;
      if (old !== undefined) await retire(engine, sql, space, [old], history, change);
      const found = terms(document.text);
      const key = await insertRow(sql, space, document, found.length, engine.env.now());
      await engine.text.add(sql, space, key, found);
      change.documents += 1;
      change.terms += found.length;
      change.pending += 1;
    }
    await changeSpace(sql, space, change);
  }
}

function isSame(row: DocumentRow, document: SearchDocument): boolean {
  return (
    row.text === document.text &&
    row.unit === document.unit &&
    row.group_id === (document.group ?? document.id) &&
    row.position === (document.position ?? 0) &&
    row.speaker === (document.speaker ?? null) &&
    row.at === (document.at ?? null) &&
    row.filters === filtersText(document.filters)
  );
}

export async function removeDocuments(
  engine: Engine,
  sql: Sql,
  tenant: string,
  name: string,
  ids: readonly string[] | undefined,
  history: boolean,
): Promise<void> {
  const space = await findSpace(sql, tenant, name);
  if (space === undefined) return;
  const change: SpaceChange = { documents: 0, terms: 0, past: 0, pending: 0 };
  for (const batch of batches(ids)) {
    const rows = await sql.all<DocumentRow>(
      query`select * from search_document d where d.tenant_id = ${tenant} and d.space = ${name} and d.until is null
        ${batch === undefined ? query`` : query`and d.id in (${list(batch)})`}`,
    );
    await retire(engine, sql, space, rows, history, change);
  }
  await changeSpace(sql, space, change);
}

function batches(ids: readonly string[] | undefined): (readonly string[] | undefined)[] {
  if (ids === undefined) return [undefined];
  const parts: (readonly string[])[] = [];
  for (let from = 0; from < ids.length; from += KEYS_PER_QUERY) parts.push(ids.slice(from, from + KEYS_PER_QUERY));
  return parts;
}

/** Takes documents out of the present: kept for looking back, or gone for good. */
async function retire(
  engine: Engine,
  sql: Sql,
  space: SpaceRow,
  rows: readonly DocumentRow[],
  history: boolean,
  change: SpaceChange,
): Promise<void> {
  for (const row of rows) {
    change.documents -= 1;
    change.terms -= row.terms;
    if (history) change.past += 1;
    else if (row.vector_model === null) change.pending -= 1;
  }
  const keys = rows.map((row) => row.key);
  for (let from = 0; from < keys.length; from += KEYS_PER_QUERY) {
    const some = keys.slice(from, from + KEYS_PER_QUERY);
    if (history) {
      await sql.run(query`update search_document set until = ${engine.env.now()} where key in (${list(some)})`);
      continue;
    }
    await engine.text.remove(sql, space, some);
    await engine.vectors.remove(sql, space, some);
    await sql.run(query`delete from search_document where key in (${list(some)})`);
  }
}
