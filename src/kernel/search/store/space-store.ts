import { query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import type { SpaceRow } from "./text-index.ts";

export async function findSpace(sql: Sql, tenant: string, space: string): Promise<SpaceRow | undefined> {
  return sql.first<SpaceRow>(query`select * from search_space where tenant_id = ${tenant} and space = ${space}`);
}

/** Whether nothing was ever indexed. */
export async function isIndexEmpty(sql: Sql): Promise<boolean> {
  return (await sql.first(query`select 1 as found from search_space limit 1`)) === undefined;
}

/** The space's row; made when it is not there yet. */
export async function openSpace(sql: Sql, tenant: string, space: string): Promise<{ row: SpaceRow; isNew: boolean }> {
  const existing = await findSpace(sql, tenant, space);
  if (existing !== undefined) return { row: existing, isNew: false };
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
  return { row, isNew: true };
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

/** Vectors of another model cannot be compared: documents that have one wait for a new one. */
export async function startOver(sql: Sql, model: string): Promise<void> {
  const others = await sql.all<SpaceRow>(
    query`select * from search_space where model is not null and model <> ${model}`,
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
