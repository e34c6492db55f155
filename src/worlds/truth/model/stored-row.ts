import { type JsonObject, query, type Sql } from "../../../kernel/index.ts";
import type { Observation } from "./observation.ts";

const ROWS_PER_ENTRY = 4096;

/** A row of the JSON that a call stored, as it stands there. */
export function storedRow({
  entity_type,
  fields,
  fragments,
}: Pick<Observation, "entity_type" | "fields" | "fragments">): JsonObject {
  return { ...fragments, ...fields, entity_type };
}

/** Said again later, the same rows stand in the table a second time, under another entry of the log. */
export function ofFirstEntry<Row extends { readonly position: number }>(rows: readonly Row[]): Row[] {
  const entryOf = ({ position }: Row) => Math.floor(position / ROWS_PER_ENTRY);
  return rows.filter((row) => rows[0] !== undefined && entryOf(row) === entryOf(rows[0]));
}

/** Where the row of an observation begins in the JSON its call stored, in bytes. */
export async function startOfRow(sql: Sql, tenant: string, observation: Observation): Promise<number | undefined> {
  const row = await sql.first<{ row_start: number | null }>(
    query`select row_start from truth_observation where tenant_id = ${tenant} and id = ${observation.id}`,
  );
  return row?.row_start ?? undefined;
}
