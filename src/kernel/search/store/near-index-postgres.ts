import { Query, query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import { placeOfTables } from "../../storage/index.ts";
import type { SpaceRow } from "./text-index.ts";
import { bytesOf } from "./vector-bytes-postgres.ts";

/** To look at every vector of a space may take this long; beyond it, the index of neighbours is asked. */
const EXACT_MAX_MS = 20;
/** What comparing one vector costs a server, in nanoseconds: to read its row, and for each of its numbers. */
const NS_A_ROW = 800;
const NS_A_NUMBER = 4;
/** More numbers than this pgvector does not index. */
const INDEXED_DIMENSIONS_MAX = 2000;
/** A larger table is indexed by hand, beside those who write: here they would wait for it. */
const INDEXED_AT_ONCE_MAX = 20_000;
/** How many neighbours are kept in sight: more find more of the true ones, and cost more. */
const IN_SIGHT = 200;
/** A space that is less of the table than this is sooner read than found among the neighbours of others. */
const SHARE_LEAST = 0.02;

/** What a row takes besides its numbers. */
const BYTES_A_ROW = 160;

const nameOf = (dimensions: number) => `search_vector_near_${dimensions}`;

const dimensioned = (dimensions: number) => new Query([`v.embedding::vector(${dimensions})`], []);

/** Milliseconds that an exact search of so many vectors takes. */
export function exactMs(vectors: number, dimensions: number): number {
  return (vectors * (NS_A_ROW + NS_A_NUMBER * dimensions)) / 1e6;
}

/** The vectors of a space whose documents meet a condition. */
export function vectorsIn(space: Pick<SpaceRow, "tenant_id" | "space">, condition: Query | undefined): Query {
  const join =
    condition === undefined ? query`` : query`join search_document d on d.key = v.key and d.tenant_id = v.tenant_id`;
  return query`search_vector v ${join} where v.tenant_id = ${space.tenant_id} and v.space = ${space.space}
    ${condition === undefined ? query`` : query`and ${condition}`}`;
}

/** Whether so many vectors are enough of a table of this size. */
export function isShareWorth(vectors: number, tableBytes: number, dimensions: number): boolean {
  return vectors >= (tableBytes / (BYTES_A_ROW + 4 * dimensions)) * SHARE_LEAST;
}

/** Whether a space is large enough, of its table too, and there is an index for vectors of its length. */
export async function isNearIndexWorth(sql: Sql, space: SpaceRow, dimensions: number): Promise<boolean> {
  const vectors = space.documents + space.past - space.pending;
  if (exactMs(vectors, dimensions) <= EXACT_MAX_MS) return false;
  const index = await sql.first(query`select 1 as found from pg_catalog.pg_index i
    join pg_catalog.pg_class c on c.oid = i.indexrelid
    where c.relname = ${nameOf(dimensions)} and c.relnamespace = current_schema()::regnamespace and i.indisvalid`);
  if (index === undefined) return false;
  // Asked of the table that the rows lie in, which on a cluster is a part at the tenant's worker: here nobody knows its size.
  const table = await sql.first<{ bytes: number }>(query`select pg_table_size(v.tableoid) as bytes
    from ${vectorsIn(space, undefined)} limit 1`);
  return table !== undefined && isShareWorth(vectors, table.bytes, dimensions);
}

/**
 * The nearest as HNSW finds them: nearly always the same as the exact ones. The condition is asked of each that is found,
 * and the search goes on until enough have met it.
 */
export async function nearestByIndex(
  sql: Sql,
  space: Pick<SpaceRow, "tenant_id" | "space">,
  vector: Float32Array,
  condition: Query | undefined,
  limit: number,
): Promise<number[]> {
  const dimensions = vector.length;
  const column = dimensioned(dimensions);
  const isIndexed = new Query([`vector_dims(v.embedding) = ${dimensions}`], []);
  const asked = query`${column} <=> ${bytesOf(vector)}::vector`;
  // As statements: what is set by a function stays at the server that one is connected to, and a cluster searches elsewhere.
  const say = (setting: string) => sql.all(new Query([`set local ${setting}`], []));
  const [, , , rows] = await Promise.all([
    say("hnsw.iterative_scan = 'strict_order'"),
    say(`hnsw.ef_search = ${Math.max(IN_SIGHT, limit)}`),
    // The planner takes sorting all for cheaper than it is; it is told so for this statement alone.
    say("enable_sort = off"),
    sql.all<{ key: number; distance: number }>(query`select v.key, ${asked} as distance
      from ${vectorsIn(space, condition)} and ${isIndexed} order by ${asked} limit ${limit}`),
    say("enable_sort = on"),
  ]);
  return rows.sort((a, b) => a.distance - b.distance || a.key - b.key).map(({ key }) => key);
}

/** Makes the index for vectors of a length, where pgvector can search on under a condition and nobody would wait for long. */
export async function makeNearIndex(sql: Sql, dimensions: number): Promise<void> {
  if (dimensions > INDEXED_DIMENSIONS_MAX) return;
  const state = await sql.first<{ is_there: boolean; can: boolean }>(query`select
    to_regclass(${nameOf(dimensions)}) is not null as is_there,
    exists (select 1 from pg_catalog.pg_extension where extname = 'vector'
      and string_to_array(extversion, '.')::int[] >= array[0, 8]) as can`);
  if (state === undefined || state.is_there || !state.can) return;
  if ((await placeOfTables(sql)) === "at the coordinator") return;
  const counted = await sql.first<{ n: number }>(
    query`select count(*) as n from (select 1 from search_vector limit ${INDEXED_AT_ONCE_MAX + 1}) as counted`,
  );
  if ((counted?.n ?? 0) > INDEXED_AT_ONCE_MAX) return;
  await sql.run(
    new Query(
      [
        `create index if not exists ${nameOf(dimensions)} on search_vector
          using hnsw ((embedding::vector(${dimensions})) vector_cosine_ops) where vector_dims(embedding) = ${dimensions}`,
      ],
      [],
    ),
  );
}
