import { batchesOf, canonicalJson, type JsonObject, list, query, type Sql } from "../../../kernel/index.ts";
import type { RecordedSource } from "../model/recorded.ts";
import { type ColumnValue, rowHash } from "../model/row-hash.ts";
import { type Source, storagePath } from "../model/source.ts";
import { sourceIdsOf } from "./observation-store.ts";
import { projection } from "./projection.ts";
import { type HashedRow, requireUnaltered } from "./unaltered.ts";

interface SourceRow extends HashedRow {
  readonly id: string;
  readonly content_hash: string;
  readonly kind: Source["kind"];
  readonly mime_type: string;
  readonly original_filename: string | null;
  readonly file_size: number;
  readonly provenance: string | null;
  readonly created_at: number;
  readonly position: number;
  /** 1 where its content was erased and other facts from it stay. */
  readonly erased: number;
}

function hashed(row: Omit<SourceRow, "row_hash">): readonly ColumnValue[] {
  return [
    row.tenant_id,
    row.id,
    row.content_hash,
    row.kind,
    row.mime_type,
    row.original_filename,
    row.file_size,
    row.provenance,
    row.created_at,
    row.position,
    row.erased,
  ];
}

export const SOURCE_SORTS = ["created_at", "original_filename", "mime_type", "file_size", "id"] as const;
export type SourceSort = (typeof SOURCE_SORTS)[number];

/** A source is its content, whatever the first to bring it called it. */
export const SOURCES = projection("truth_source", ["id"], ["content_hash"]);

export type SourceStore = ReturnType<typeof createSourceStore>;

/** The only file that knows the table of sources. */
export function createSourceStore(sql: Sql, tenant: string) {
  function toSource(row: SourceRow): Source {
    requireUnaltered("truth_source", row.id, row, hashed(row));
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
      ...(row.erased === 1 && { erased: true as const }),
    };
  }

  async function find(id: string): Promise<Source | undefined> {
    const row = await sql.first<SourceRow>(
      query`select * from truth_source where tenant_id = ${tenant} and id = ${id}`,
    );
    return row && toSource(row);
  }

  async function findMany(ids: readonly string[]): Promise<Map<string, Source>> {
    const found = new Map<string, Source>();
    for (const some of batchesOf([...new Set(ids)])) {
      const rows = await sql.all<SourceRow>(
        query`select * from truth_source where tenant_id = ${tenant} and id in (${list(some)})`,
      );
      for (const row of rows) found.set(row.id, toSource(row));
    }
    return found;
  }

  /** The sources behind an entity, newest first. */
  async function ofEntity(entityId: string, limit: number): Promise<Source[]> {
    const rows = await sql.all<SourceRow>(
      query`select * from truth_source where tenant_id = ${tenant} and id in (${sourceIdsOf(tenant, entityId)})
        order by position + 0 desc limit ${limit}`,
    );
    return rows.map(toSource);
  }

  /** A page of all sources. By arrival it follows the table's own key; by anything else it sorts all of them. */
  async function page({
    sort,
    order,
    limit,
    offset,
  }: {
    sort: SourceSort;
    order: "asc" | "desc";
    limit: number;
    offset: number;
  }): Promise<Source[]> {
    const direction = order === "asc" ? query`asc` : query`desc`;
    const sorts = {
      created_at: query`position ${direction}`,
      original_filename: query`coalesce(original_filename, '') ${direction}, position`,
      mime_type: query`mime_type ${direction}, position`,
      file_size: query`file_size ${direction}, position`,
      id: query`id ${direction}`,
    };
    const rows = await sql.all<SourceRow>(
      query`select * from truth_source where tenant_id = ${tenant}
        order by ${sorts[sort]} limit ${limit} offset ${offset}`,
    );
    return rows.map(toSource);
  }

  /** A stretch of all sources by their places in the log, from one on. */
  async function idsAfter(position: number, limit: number): Promise<{ id: string; position: number }[]> {
    return sql.all<{ id: string; position: number }>(
      query`select id, position from truth_source where tenant_id = ${tenant} and position > ${position}
        order by position limit ${limit}`,
    );
  }

  async function count(): Promise<{ total: number; last: number | null }> {
    const row = await sql.first<{ n: number }>(
      query`select count(*) as n from truth_source where tenant_id = ${tenant}`,
    );
    const newest = await sql.first<{ created_at: number }>(
      query`select created_at from truth_source where tenant_id = ${tenant} order by position desc limit 1`,
    );
    return { total: row?.n ?? 0, last: newest?.created_at ?? null };
  }

  /** Ids that begin as typed. */
  async function idsFrom(typed: string, limit: number): Promise<string[]> {
    const rows = await sql.all<{ id: string }>(
      query`select id from truth_source where tenant_id = ${tenant} and id >= ${typed} and id < ${`${typed}\u{10FFFF}`}
        order by id limit ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  /** The same content is one source, whoever states it next. What was erased and is stored again is there again. */
  async function insert(source: RecordedSource, at: number, position: number): Promise<void> {
    const values = hashed({
      ...source,
      tenant_id: tenant,
      provenance: source.provenance === null ? null : canonicalJson(source.provenance),
      created_at: at,
      position,
      erased: source.erased === true ? 1 : 0,
    });
    await sql.run(query`insert into truth_source
      (tenant_id, id, content_hash, kind, mime_type, original_filename, file_size, provenance, created_at, position,
        erased, row_hash)
      values (${list(values)}, ${rowHash(values)}) on conflict (tenant_id, id) do update set
        content_hash = excluded.content_hash, kind = excluded.kind, mime_type = excluded.mime_type,
        original_filename = excluded.original_filename, file_size = excluded.file_size,
        provenance = excluded.provenance, created_at = excluded.created_at, position = excluded.position,
        erased = excluded.erased, row_hash = excluded.row_hash where truth_source.erased = 1`);
  }

  async function remove(id: string): Promise<void> {
    await sql.run(query`delete from truth_source where tenant_id = ${tenant} and id = ${id}`);
  }

  return { find, findMany, ofEntity, page, idsAfter, count, idsFrom, insert, remove };
}

/** How many sources there are of all users, for people. */
export async function countSources(sql: Sql): Promise<number> {
  const counted = await sql.first<{ n: number }>(query`select cast(count(*) as integer) as n from truth_source`);
  return counted?.n ?? 0;
}

/** One source for a person: what it is, and when it came. */
export async function showSource(sql: Sql, tenant: string, id: string): Promise<JsonObject | undefined> {
  const row = await sql.first<JsonObject & { created_at: number }>(
    query`select id, kind, mime_type, original_filename, file_size, content_hash, created_at, provenance
      from truth_source where tenant_id = ${tenant} and id = ${id}`,
  );
  return row && { ...row, created_at: new Date(row.created_at).toISOString() };
}
