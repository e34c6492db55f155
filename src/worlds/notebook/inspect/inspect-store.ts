import { query, type Sql } from "../../../kernel/index.ts";
import type { IndexedPassage } from "../model/indexed-passage.ts";

// Walks over whole tables that only an inspection makes; reads alone.

const ROWS_PER_STEP = 200;

/** Collections that passages were ever cut from. */
export async function passageCollections(sql: Sql, tenant: string): Promise<string[]> {
  const found = await sql.all<{ collection_id: string }>(
    query`select distinct collection_id from notebook_passage where tenant_id = ${tenant} order by collection_id`,
  );
  return found.map((row) => row.collection_id);
}

/** The passages of a collection by reference, those that only old references lead to as well, some at a time. */
export async function* passagesOf(sql: Sql, tenant: string, collectionId: string): AsyncIterable<IndexedPassage[]> {
  for (let last = ""; ; ) {
    const found = await sql.all<IndexedPassage>(query`select * from notebook_passage
      where tenant_id = ${tenant} and reference_id > ${last} and collection_id = ${collectionId}
      order by reference_id limit ${ROWS_PER_STEP}`);
    if (found.length > 0) yield found;
    const end = found.at(-1);
    if (end === undefined) return;
    last = end.reference_id;
  }
}

/** The passages that a file has now. */
export function livePassages(sql: Sql, tenant: string, collectionId: string, path: string): Promise<IndexedPassage[]> {
  return sql.all<IndexedPassage>(query`select * from notebook_passage
    where tenant_id = ${tenant} and collection_id = ${collectionId} and path = ${path} and live = 1 order by ordinal`);
}

/** A notebook whose id is not settled as the paths have it. */
export interface IdRow {
  readonly path: string;
  readonly wanted_id: string;
  readonly notebook_id: string;
  readonly first_path: string;
}

/** Every notebook with the first path that asks for the same id. */
export function idsOf(sql: Sql, tenant: string, collectionId: string): Promise<IdRow[]> {
  return sql.all<IdRow>(query`select f.path, f.wanted_id, f.notebook_id, g.first_path from notebook_file f join (
      select wanted_id, min(path) as first_path from notebook_file
      where tenant_id = ${tenant} and collection_id = ${collectionId} and skipped is null group by wanted_id
    ) g on g.wanted_id = f.wanted_id
    where f.tenant_id = ${tenant} and f.collection_id = ${collectionId} and f.skipped is null order by f.path`);
}
