import { query } from "../../query.ts";
import type { Unit } from "../../search.ts";
import type { Sql } from "../../sql.ts";
import type { SpaceRow } from "./text-index.ts";

export async function findSpace(sql: Sql, tenant: string, space: string): Promise<SpaceRow | undefined> {
  return sql.first<SpaceRow>(query`select * from search_space where tenant_id = ${tenant} and space = ${space}`);
}

/** The same, with what its documents are; a space holds one kind of thing. */
export async function findSpaceAndUnit(
  sql: Sql,
  tenant: string,
  space: string,
): Promise<(SpaceRow & { readonly unit: Unit | null }) | undefined> {
  return sql.first(query`select s.*, (select d.unit from search_document d
      where d.tenant_id = s.tenant_id and d.space = s.space limit 1) as unit
    from search_space s where s.tenant_id = ${tenant} and s.space = ${space}`);
}

/** Whether nothing was ever indexed. */
export async function isIndexEmpty(sql: Sql): Promise<boolean> {
  return (await sql.first(query`select 1 as found from search_space limit 1`)) === undefined;
}

/** How many documents there are in all, and how many of them wait for a vector. */
export async function countStanding(sql: Sql): Promise<{ documents: number; waiting: number }> {
  const counted = await sql.first<{ documents: number | null; waiting: number | null }>(
    query`select cast(sum(documents) as integer) as documents, cast(sum(pending) as integer) as waiting from search_space`,
  );
  return { documents: counted?.documents ?? 0, waiting: counted?.waiting ?? 0 };
}

/** The space's row; made when it is not there yet. */
export async function openSpace(sql: Sql, tenant: string, space: string): Promise<{ row: SpaceRow; isNew: boolean }> {
  const existing = await findSpace(sql, tenant, space);
  if (existing !== undefined) return { row: existing, isNew: false };
  return { row: await makeSpace(sql, tenant, space), isNew: true };
}

/** Makes a space that is not there. */
export async function makeSpace(sql: Sql, tenant: string, space: string): Promise<SpaceRow> {
  // Numbers name tables of SQLite, where only one writer runs at a time; PostgreSQL does not use them.
  const last =
    sql.dialect === "sqlite"
      ? await sql.first<{ n: number | null }>(query`select max(number) as n from search_space`)
      : undefined;
  const row: SpaceRow = {
    tenant_id: tenant,
    space,
    number: (last?.n ?? 0) + 1,
    documents: 0,
    terms: 0,
    past: 0,
    pending: 0,
    model: null,
  };
  await sql.run(query`insert into search_space (tenant_id, space, number, documents, terms, past, pending)
    values (${tenant}, ${space}, ${row.number}, 0, 0, 0, 0)`);
  return row;
}

export async function deleteSpace(sql: Sql, { tenant_id, space }: SpaceRow): Promise<void> {
  await sql.run(query`delete from search_space where tenant_id = ${tenant_id} and space = ${space}`);
}

/** What a change adds to a space's counts. */
export interface SpaceChange {
  documents: number;
  terms: number;
  past: number;
  pending: number;
}

export async function changeSpace(sql: Sql, space: SpaceRow, change: SpaceChange): Promise<void> {
  await sql.run(query`update search_space set documents = documents + ${change.documents}, terms = terms + ${change.terms},
    past = past + ${change.past}, pending = pending + ${change.pending}
    where tenant_id = ${space.tenant_id} and space = ${space.space}`);
}

/** Whether a tenant has vectors of another model. */
export async function hasOthers(sql: Sql, tenant: string, model: string): Promise<boolean> {
  const other = query`select 1 as found from search_space where tenant_id = ${tenant} and model is not null and model <> ${model} limit 1`;
  return (await sql.first(other)) !== undefined;
}

/** Vectors of another model cannot be compared: documents of a tenant that have one wait for a new one. */
export async function startOver(sql: Sql, tenant: string, model: string): Promise<void> {
  const others = await sql.all<SpaceRow>(
    query`select * from search_space where tenant_id = ${tenant} and model is not null and model <> ${model}`,
  );
  for (const space of others) {
    await sql.run(query`update search_document set vector_model = null
      where tenant_id = ${space.tenant_id} and space = ${space.space}`);
    await sql.run(query`update search_space set model = null, pending = documents + past
      where tenant_id = ${space.tenant_id} and space = ${space.space}`);
  }
}

/** Notes which model a space's vectors come from. */
export async function setModel(sql: Sql, space: SpaceRow, model: string): Promise<void> {
  if (space.model === model) return;
  await sql.run(
    query`update search_space set model = ${model} where tenant_id = ${space.tenant_id} and space = ${space.space}`,
  );
}

/** Every space that has a row or a document. */
export async function everySpace(sql: Sql): Promise<Pick<SpaceRow, "tenant_id" | "space">[]> {
  return sql.all(query`select tenant_id, space from search_space
    union select distinct tenant_id, space from search_document order by tenant_id, space`);
}

/** What the documents of a space come to. */
export async function countSpace(sql: Sql, space: Pick<SpaceRow, "tenant_id" | "space">): Promise<SpaceChange> {
  const counted = await sql.first<SpaceChange>(query`select
      coalesce(sum(case when until is null then 1 else 0 end), 0) as documents,
      coalesce(sum(case when until is null then terms else 0 end), 0) as terms,
      coalesce(sum(case when until is null then 0 else 1 end), 0) as past,
      coalesce(sum(case when vector_model is null then 1 else 0 end), 0) as pending
    from search_document where tenant_id = ${space.tenant_id} and space = ${space.space}`);
  return {
    documents: Number(counted?.documents),
    terms: Number(counted?.terms),
    past: Number(counted?.past),
    pending: Number(counted?.pending),
  };
}

/** Counts a space anew, and answers with whether it was counted wrong. What comes from another model than the rest waits. */
export async function recountSpace(sql: Sql, space: Pick<SpaceRow, "tenant_id" | "space">): Promise<boolean> {
  const here = query`tenant_id = ${space.tenant_id} and space = ${space.space}`;
  // Whoever counts this space up or down waits from here on: on PostgreSQL vectors come in from beside.
  await sql.run(query`update search_space set documents = documents where ${here}`);
  const before = await findSpace(sql, space.tenant_id, space.space);
  const made = await sql.first<{ model: string | null }>(
    query`select max(vector_model) as model from search_document where ${here}`,
  );
  const model = before?.model ?? made?.model ?? null;
  const strangers = await sql.change(query`update search_document set vector_model = null
    where ${here} and vector_model is not null and vector_model <> ${model ?? ""}`);
  const now = await countSpace(sql, space);
  const isSame =
    before?.documents === now.documents &&
    before.terms === now.terms &&
    before.past === now.past &&
    before.pending === now.pending &&
    before.model === model;
  if (isSame && strangers === 0) return false;
  await sql.run(query`update search_space set documents = ${now.documents}, terms = ${now.terms}, past = ${now.past},
    pending = ${now.pending}, model = ${model} where ${here}`);
  return true;
}

/** How many documents there are, past ones too. */
export async function countDocuments(sql: Sql): Promise<number> {
  const row = await sql.first<{ n: number }>(query`select count(*) as n from search_document`);
  return row?.n ?? 0;
}

/** How many documents of now all spaces have together, and how many of all wait for a vector. */
export async function countSpaces(sql: Sql): Promise<{ documents: number; pending: number }> {
  const sums = await sql.first<{ documents: number; pending: number }>(
    query`select coalesce(sum(documents), 0) as documents, coalesce(sum(pending), 0) as pending from search_space`,
  );
  return { documents: Number(sums?.documents), pending: Number(sums?.pending) };
}
