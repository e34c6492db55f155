import { canonicalJson, type JsonObject, query, type Sql } from "../../../kernel/index.ts";
import type { FieldType } from "../model/schema/types/field-types.ts";
import { projection } from "./projection.ts";

/** How many entities of one type there are; kept with every write, so that nobody has to count. */
export interface TypeCount {
  readonly entity_type: string;
  readonly live: number;
  readonly merged: number;
  readonly deleted: number;
  /** Field names and types seen, for types that have no schema. */
  readonly fields: JsonObject;
}

export const TYPES = projection("truth_type", ["entity_type"], ["live", "merged", "deleted", "fields"]);

export type TypeStore = ReturnType<typeof createTypeStore>;

/** The only file that knows the table of types. */
export function createTypeStore(sql: Sql, tenant: string) {
  async function all(): Promise<TypeCount[]> {
    const rows = await sql.all<Omit<TypeCount, "fields"> & { fields: string }>(
      query`select entity_type, live, merged, deleted, fields from truth_type where tenant_id = ${tenant} order by entity_type`,
    );
    return rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) as JsonObject }));
  }

  /** How many entities a list without a search has. */
  async function count(entityType: string | undefined): Promise<{ live: number; merged: number }> {
    const type = entityType === undefined ? query`` : query`and entity_type = ${entityType}`;
    const row = await sql.first<{ live: number | null; merged: number | null }>(
      query`select cast(sum(live) as bigint) as live, cast(sum(merged) as bigint) as merged
        from truth_type where tenant_id = ${tenant} ${type}`,
    );
    return { live: Number(row?.live ?? 0), merged: Number(row?.merged ?? 0) };
  }

  /** The fields seen of one type. */
  async function fieldsOf(entityType: string): Promise<Record<string, FieldType>> {
    const row = await sql.first<{ fields: string }>(
      query`select fields from truth_type where tenant_id = ${tenant} and entity_type = ${entityType}`,
    );
    return row === undefined ? {} : (JSON.parse(row.fields) as Record<string, FieldType>);
  }

  /** Adds to the counts of a type; undefined fields stay as they are. */
  async function add(
    entityType: string,
    { live, merged, deleted }: Pick<TypeCount, "live" | "merged" | "deleted">,
    fields: JsonObject | undefined,
  ): Promise<void> {
    const learnt = fields === undefined ? query`truth_type.fields` : query`excluded.fields`;
    await sql.run(query`insert into truth_type (tenant_id, entity_type, live, merged, deleted, fields)
      values (${tenant}, ${entityType}, ${live}, ${merged}, ${deleted}, ${canonicalJson(fields ?? {})})
      on conflict (tenant_id, entity_type) do update set live = truth_type.live + excluded.live,
        merged = truth_type.merged + excluded.merged, deleted = truth_type.deleted + excluded.deleted,
        fields = ${learnt}`);
  }

  /** What is left of a type when something was taken out: nothing where none of it is. */
  async function settle(entityType: string, fields: JsonObject | undefined): Promise<void> {
    await sql.run(query`delete from truth_type where tenant_id = ${tenant} and entity_type = ${entityType}
      and live = 0 and merged = 0 and deleted = 0`);
    if (fields === undefined) return;
    await sql.run(query`update truth_type set fields = ${canonicalJson(fields)}
      where tenant_id = ${tenant} and entity_type = ${entityType}`);
  }

  return { all, count, fieldsOf, add, settle };
}

/** The users of whom something is known. */
export async function tenantsOfTypes(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ tenant_id: string }>(query`select distinct tenant_id from truth_type`);
  return rows.map(({ tenant_id }) => tenant_id);
}
