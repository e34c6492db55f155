import { KernelError } from "../../errors.ts";
import { batchesOf, list, Query, query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import { bindTable, distributeTable, placeOfTables } from "../../storage/index.ts";
import { isNearIndexWorth, makeNearIndex, nearestByIndex, vectorsIn } from "./near-index-postgres.ts";
import { bytesOf, vectorOf } from "./vector-bytes-postgres.ts";
import { vectorHash } from "./vector-hash.ts";
import type { VectorFault, VectorIndex } from "./vector-index.ts";

const NEEDS = "the PostgreSQL extension `vector` (pgvector) is not installed in this database";

const NEEDS_PLACE =
  "the table of vectors is not on this cluster yet: run `bailiwick cluster init` with the coordinator's address";

const NO_DOCUMENT = query`not exists (select 1 from search_document d
  where d.key = v.key and d.tenant_id = v.tenant_id and d.space = v.space)`;

/** pgvector: exact within a space, and by its index of neighbours where that would take long. */
export const postgresVectorIndex: VectorIndex = {
  async missing(sql) {
    // The table is made with the first vector that is kept.
    if (await hasPostgresVectors(sql)) return undefined;
    if (!(await isOffered(sql))) return NEEDS;
    return (await placeOfTables(sql)) === "at the coordinator" ? NEEDS_PLACE : undefined;
  },

  async put(sql, space, document, vector) {
    if (!(await hasPostgresVectors(sql))) await createTable(sql, vector.length);
    await sql.run(query`insert into search_vector (tenant_id, space, key, embedding, hash)
      values (${space.tenant_id}, ${space.space}, ${document.key}, ${bytesOf(vector)}::vector, ${vectorHash(document, vector)})
      on conflict (tenant_id, key) do update set embedding = excluded.embedding, hash = excluded.hash`);
  },

  async remove(sql, space, keys) {
    if (keys.length === 0 || !(await hasPostgresVectors(sql))) return;
    for (const some of batchesOf(keys)) {
      await sql.run(query`delete from search_vector where tenant_id = ${space.tenant_id} and space = ${space.space}
        and key in (${list(some)})`);
    }
  },

  async nearest(sql, space, vector, condition, limit) {
    if (!(await hasPostgresVectors(sql))) return [];
    if (await isNearIndexWorth(sql, space, vector.length)) {
      const found = await nearestByIndex(sql, space, vector, condition, limit);
      // A condition that lets few through, or an index that gave up: then all are looked at.
      if (found.length === limit) return found;
    }
    const rows = await sql.all<{ key: number }>(
      query`select v.key from ${vectorsIn(space, condition)}
        order by v.embedding <=> ${bytesOf(vector)}::vector, v.key limit ${limit}`,
    );
    return rows.map((row) => row.key);
  },

  async faults(sql, space, documents) {
    const found: VectorFault[] = [];
    const hasVectors = await hasPostgresVectors(sql);
    for (const some of batchesOf(documents)) {
      const rows = hasVectors
        ? await sql.all<{ key: number; embedding: Buffer; hash: Buffer | null }>(
            query`select v.key, vector_send(v.embedding) as embedding, v.hash from search_vector v
              where v.tenant_id = ${space.tenant_id} and v.space = ${space.space}
              and v.key in (${list(some.map(({ key }) => key))})`,
          )
        : [];
      const kept = new Map(rows.map((row) => [row.key, row]));
      for (const document of some) {
        const row = kept.get(document.key);
        if (row === undefined) found.push({ key: document.key, fault: "missing" });
        else if (row.hash?.equals(vectorHash(document, vectorOf(row.embedding))) !== true)
          found.push({ key: document.key, fault: "changed" });
      }
    }
    return found;
  },

  async mend(sql, space, documents) {
    return (await this.faults(sql, space, documents)).map(({ key }) => key);
  },

  async stray(sql) {
    if (!(await hasPostgresVectors(sql))) return undefined;
    const row = await sql.first<{ key: number }>(query`select v.key from search_vector v where ${NO_DOCUMENT} limit 1`);
    return row?.key;
  },

  async sweep(sql) {
    if (!(await hasPostgresVectors(sql))) return 0;
    return sql.change(query`delete from search_vector v where ${NO_DOCUMENT}`);
  },

  async of(sql, space, keys) {
    if (keys.length === 0 || !(await hasPostgresVectors(sql))) return new Map();
    const rows = await sql.all<{ key: number; embedding: Buffer }>(
      query`select key, vector_send(embedding) as embedding from search_vector
        where tenant_id = ${space.tenant_id} and space = ${space.space} and key in (${list(keys)})`,
    );
    return new Map(rows.map(({ key, embedding }) => [key, vectorOf(embedding)]));
  },
};

/** Whether a vector was ever kept here. */
export async function hasPostgresVectors(sql: Sql): Promise<boolean> {
  return (
    (await sql.first(
      query`select 1 as found from pg_catalog.pg_tables where schemaname = current_schema() and tablename = 'search_vector'`,
    )) !== undefined
  );
}

async function isOffered(sql: Sql): Promise<boolean> {
  return (await sql.first(query`select 1 as found from pg_available_extensions where name = 'vector'`)) !== undefined;
}

/** Whether the database can hold vectors; makes their table when it can. Runs in a write transaction. */
export async function preparePostgresVectors(sql: Sql, dimensions?: number): Promise<boolean> {
  const isThere = await hasPostgresVectors(sql);
  if (!isThere && (await postgresVectorIndex.missing(sql)) !== undefined) return false;
  if (!isThere) await createTable(sql, dimensions);
  else if (dimensions !== undefined) await makeNearIndex(sql, dimensions);
  return true;
}

async function createTable(sql: Sql, dimensions: number | undefined): Promise<void> {
  const place = await placeOfTables(sql);
  if (place === "at the coordinator")
    throw new KernelError("storage_refused", `Vectors cannot be kept: ${NEEDS_PLACE}`);
  const made = await sql.first(query`select 1 as found from pg_catalog.pg_extension where extname = 'vector'`);
  for (const statement of [
    // On a cluster even one that is there can be named only by its owner.
    ...(made === undefined ? ["create extension if not exists vector"] : []),
    `create table if not exists search_vector (tenant_id text collate "C" not null, space text collate "C" not null,
      key bigint not null, embedding vector not null, hash bytea,
      constraint search_vector_key primary key (tenant_id, key))`,
    "create index if not exists search_vector_space on search_vector (tenant_id, space)",
  ]) {
    await sql.run(new Query([statement], []));
  }
  if (place === "at this coordinator") await distributeTable(sql, "search_vector");
  await bindTable(sql, "search_vector");
  if (dimensions !== undefined) await makeNearIndex(sql, dimensions);
}
