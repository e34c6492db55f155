import { batchesOf, type JsonObject, list, type Query, query, type Sql } from "../../../kernel/index.ts";
import { userIdOf } from "../model/ids.ts";
import type { Observation } from "../model/observation.ts";
import type { Source } from "../model/source.ts";
import { type ObservationRow, toObservation } from "./observation-store.ts";

interface SourceRow {
  readonly id: string;
  readonly content_hash: string;
  readonly kind: Source["kind"];
  readonly mime_type: string;
  readonly original_filename: string | null;
  readonly file_size: number;
  readonly provenance: string | null;
  readonly created_at: number;
  readonly position: number;
}

function toSource(tenant: string, row: SourceRow): Source {
  return {
    id: row.id,
    content_hash: row.content_hash,
    kind: row.kind,
    mime_type: row.mime_type,
    original_filename: row.original_filename,
    file_size: row.file_size,
    storage_path: storagePath(tenant, row.content_hash),
    provenance: row.provenance === null ? null : (JSON.parse(row.provenance) as JsonObject),
    created_at: row.created_at,
    position: row.position,
  };
}

/** What `retrieve_file_url` takes. */
export function storagePath(tenant: string, contentHash: string): string {
  return `${userIdOf(tenant)}/${contentHash}`;
}

export async function findSource(sql: Sql, tenant: string, id: string): Promise<Source | undefined> {
  const row = await sql.first<SourceRow>(query`select * from truth_source where tenant_id = ${tenant} and id = ${id}`);
  return row && toSource(tenant, row);
}

export async function findSources(sql: Sql, tenant: string, ids: readonly string[]): Promise<Map<string, Source>> {
  const found = new Map<string, Source>();
  for (const some of batchesOf([...new Set(ids)])) {
    const rows = await sql.all<SourceRow>(
      query`select * from truth_source where tenant_id = ${tenant} and id in (${list(some)})`,
    );
    for (const row of rows) found.set(row.id, toSource(tenant, row));
  }
  return found;
}

/** What a source said of entities that can be opened, by the index on source. */
function openIn(tenant: string, sourceId: string): Query {
  return query`from truth_observation o join truth_entity e on e.tenant_id = ${tenant} and e.id = o.entity_id and e.live = 1
    where o.tenant_id = ${tenant} and o.source_id = ${sourceId}`;
}

/** In the order it was said. By the bare key SQLite would walk the whole table to save a sort. */
export async function openObservationsIn(
  sql: Sql,
  tenant: string,
  sourceId: string,
  limit: number,
): Promise<Observation[]> {
  const rows = await sql.all<ObservationRow>(
    query`select o.* ${openIn(tenant, sourceId)} order by o.position + 0 limit ${limit}`,
  );
  return rows.map(toObservation);
}

export async function countOpenObservationsIn(sql: Sql, tenant: string, sourceId: string): Promise<number> {
  const row = await sql.first<{ n: number }>(query`select count(*) as n ${openIn(tenant, sourceId)}`);
  return row?.n ?? 0;
}

/** The entities a source speaks of, in the order it comes to them. */
export async function openEntitiesIn(sql: Sql, tenant: string, sourceId: string, limit: number): Promise<string[]> {
  const rows = await sql.all<{ entity_id: string }>(
    query`select o.entity_id ${openIn(tenant, sourceId)} group by o.entity_id order by min(o.position) limit ${limit}`,
  );
  return rows.map(({ entity_id }) => entity_id);
}

/** The sources behind an entity, newest first. */
export async function sourcesOfEntity(sql: Sql, tenant: string, entityId: string, limit: number): Promise<Source[]> {
  const rows = await sql.all<SourceRow>(
    query`select * from truth_source where tenant_id = ${tenant} and id in
      (select source_id from truth_observation where tenant_id = ${tenant} and entity_id = ${entityId})
      order by position + 0 desc limit ${limit}`,
  );
  return rows.map((row) => toSource(tenant, row));
}

export const SOURCE_SORTS = ["created_at", "original_filename", "mime_type", "file_size", "id"] as const;
export type SourceSort = (typeof SOURCE_SORTS)[number];

/** A page of all sources. By arrival it follows the table's own key; by anything else it sorts all of them. */
export async function pageOfSources(
  sql: Sql,
  tenant: string,
  page: { sort: SourceSort; order: "asc" | "desc"; limit: number; offset: number },
): Promise<Source[]> {
  const direction = page.order === "asc" ? query`asc` : query`desc`;
  const sorts = {
    created_at: query`position ${direction}`,
    original_filename: query`coalesce(original_filename, '') ${direction}, position`,
    mime_type: query`mime_type ${direction}, position`,
    file_size: query`file_size ${direction}, position`,
    id: query`id ${direction}`,
  };
  const rows = await sql.all<SourceRow>(
    query`select * from truth_source where tenant_id = ${tenant}
      order by ${sorts[page.sort]} limit ${page.limit} offset ${page.offset}`,
  );
  return rows.map((row) => toSource(tenant, row));
}

export async function countSources(sql: Sql, tenant: string): Promise<{ total: number; last: number | null }> {
  const row = await sql.first<{ n: number }>(query`select count(*) as n from truth_source where tenant_id = ${tenant}`);
  const newest = await sql.first<{ created_at: number }>(
    query`select created_at from truth_source where tenant_id = ${tenant} order by position desc limit 1`,
  );
  return { total: row?.n ?? 0, last: newest?.created_at ?? null };
}
