import { type JsonObject, query, type Sql } from "../../../kernel/index.ts";

/** How many entities of one type there are; kept with every write, so that nobody has to count. */
export interface TypeCount {
  readonly entity_type: string;
  readonly live: number;
  readonly merged: number;
  readonly deleted: number;
  /** Field names and types seen, for types that have no schema. */
  readonly fields: JsonObject;
}

export async function typeCounts(sql: Sql, tenant: string): Promise<TypeCount[]> {
  const rows = await sql.all<Omit<TypeCount, "fields"> & { fields: string }>(
    query`select entity_type, live, merged, deleted, fields from truth_type where tenant_id = ${tenant} order by entity_type`,
  );
  return rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) as JsonObject }));
}

/** How many entities a list without a search has. */
export async function countEntities(
  sql: Sql,
  tenant: string,
  entityType: string | undefined,
): Promise<{ live: number; merged: number }> {
  const type = entityType === undefined ? query`` : query`and entity_type = ${entityType}`;
  const row = await sql.first<{ live: number | null; merged: number | null }>(
    query`select cast(sum(live) as bigint) as live, cast(sum(merged) as bigint) as merged
      from truth_type where tenant_id = ${tenant} ${type}`,
  );
  return { live: Number(row?.live ?? 0), merged: Number(row?.merged ?? 0) };
}
