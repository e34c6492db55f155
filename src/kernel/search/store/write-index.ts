import { batchesOf, list, query } from "../../query.ts";
import type { SearchDocument } from "../../search.ts";
import type { Sql } from "../../sql.ts";
import { terms } from "../rank/index.ts";
import { type DocumentRow, filtersText } from "./document-row.ts";
import { insertRows, liveRows } from "./document-store.ts";
import type { Engine } from "./engine.ts";
import { changeSpace, findSpace, openSpace, type SpaceChange } from "./space-store.ts";
import type { SpaceRow } from "./text-index.ts";

/** What changes in the text index of a space. */
interface TextChange {
  readonly space: SpaceRow;
  readonly gone: readonly number[];
  readonly added: readonly { key: number; found: readonly string[] }[];
}

/** Adds and replaces. A document that is already there as given costs one look. */
export async function indexDocuments(
  engine: Engine,
  sql: Sql,
  tenant: string,
  documents: readonly SearchDocument[],
  history: boolean,
): Promise<void> {
  const changes: TextChange[] = [];
  for (const [name, some] of Map.groupBy(documents, (document) => document.space)) {
    const { row: space, isNew } = await openSpace(sql, tenant, name);
    if (isNew) await engine.text.prepareSpace(sql, space);
    changes.push(await writeRows(engine, sql, space, some, history));
  }
  // Texts come last and by rising keys: FTS5 writes out what it has gathered at every other statement and every step back.
  for (const change of changes) await writeTexts(engine, sql, change);
}

async function writeRows(
  engine: Engine,
  sql: Sql,
  space: SpaceRow,
  documents: readonly SearchDocument[],
  history: boolean,
): Promise<TextChange> {
  const change: SpaceChange = { documents: 0, terms: 0, past: 0, pending: 0 };
  const wanted = new Map(documents.map((document) => [document.id, document]));
  const old = await liveRows(sql, space, [...wanted.keys()]);
  for (const row of old) if (isSame(row, wanted.get(row.id))) wanted.delete(row.id);
  if (wanted.size === 0) return { space, gone: [], added: [] };
  const replaced = old.filter(({ id }) => wanted.has(id));
  const texts = [...wanted.values()].map((document) => ({ document, found: terms(document.text) }));
  const now = engine.env.now();
  const keys = await insertRows(sql, space, texts, now);
  const gone = await retireRows(engine, sql, space, replaced, history ? now : undefined, change);
  const added = texts.map(({ found }, index) => ({ key: keys[index] ?? 0, found }));
  for (const { found } of added) {
    change.documents += 1;
    change.terms += found.length;
    change.pending += 1;
  }
  await changeSpace(sql, space, change);
  return { space, gone, added };
}

async function writeTexts(engine: Engine, sql: Sql, { space, gone, added }: TextChange): Promise<void> {
  await engine.text.remove(sql, space, gone);
  for (const { key, found } of added) await engine.text.add(sql, space, key, found);
}

function isSame(row: DocumentRow, document: SearchDocument | undefined): boolean {
  return (
    document !== undefined &&
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
  for (const batch of ids === undefined ? [undefined] : batchesOf(ids)) {
    const rows = await sql.all<DocumentRow>(
      query`select * from search_document d where d.tenant_id = ${tenant} and d.space = ${name} and d.until is null
        ${batch === undefined ? query`` : query`and d.id in (${list(batch)})`}`,
    );
    const gone = await retireRows(engine, sql, space, rows, history ? engine.env.now() : undefined, change);
    await writeTexts(engine, sql, { space, gone, added: [] });
  }
  await changeSpace(sql, space, change);
}

/** Takes documents out of the present: kept for looking back until a time, or gone for good. Answers with the keys of the latter. */
async function retireRows(
  engine: Engine,
  sql: Sql,
  space: SpaceRow,
  rows: readonly DocumentRow[],
  until: number | undefined,
  change: SpaceChange,
): Promise<number[]> {
  for (const row of rows) {
    change.documents -= 1;
    change.terms -= row.terms;
    if (until !== undefined) change.past += 1;
    else if (row.vector_model === null) change.pending -= 1;
  }
  const keys = rows.map((row) => row.key).sort((a, b) => a - b);
  for (const some of batchesOf(keys)) {
    if (until !== undefined) {
      await sql.run(query`update search_document set until = ${until} where key in (${list(some)})`);
      continue;
    }
    await engine.vectors.remove(sql, space, some);
    await sql.run(query`delete from search_document where key in (${list(some)})`);
  }
  return until === undefined ? keys : [];
}
