import { canonicalJson, type JsonObject, query, type Sql } from "../../kernel/index.ts";
import type { Observation, Source } from "./model.ts";

/** As many rows as one entry of the log can hold, several times over. */
const ROWS_MAX = 10_000;
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

/**
 * Where the row of an observation begins in the JSON its call stored, in bytes.
 * Worked out from the lengths of the rows before it: the rows themselves are neither read nor made again.
 * Undefined where the lengths do not come to the size of the source.
 */
export async function startOfRow(
  sql: Sql,
  tenant: string,
  source: Source,
  observation: Observation,
): Promise<number | undefined> {
  const rows = ofFirstEntry(
    await sql.all<{ position: number; fields: number; fragments: number; entity_type: string; same: number }>(
      query`select position, octet_length(fields) as fields, octet_length(fragments) as fragments, entity_type,
          case when fields = ${canonicalJson(observation.fields)} and fragments = ${canonicalJson(observation.fragments)}
            then 1 else 0 end as same
        from truth_observation where tenant_id = ${tenant} and source_id = ${source.id}
        order by position + 0 limit ${ROWS_MAX}`,
    ),
  );
  let end = "[".length;
  let start: number | undefined;
  for (const row of rows) {
    if (row.same === 1 && row.entity_type === observation.entity_type) start ??= end;
    end += rowBytes(row) + ",".length;
  }
  // The last row has no comma after it, but a bracket.
  return rows.length > 0 && end === source.file_size ? start : undefined;
}

/** How long the two objects of a row are when they stand in one, with the type between them. */
function rowBytes({
  fields,
  fragments,
  entity_type,
}: {
  fields: number;
  fragments: number;
  entity_type: string;
}): number {
  const type = `"entity_type":"${entity_type}"`.length;
  const inner = [fields, fragments].map((bytes) => bytes - "{}".length).filter((bytes) => bytes > 0);
  return inner.reduce((sum, bytes) => sum + bytes + ",".length, type + "{}".length);
}
