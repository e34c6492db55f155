import { batchesOf, type JsonObject, list, query, type Sql } from "../../../kernel/index.ts";
import type { Observation } from "../model/observation.ts";

/** A row of `truth_observation` as the engines give it. */
export interface ObservationRow {
  readonly id: string;
  readonly rule_id: string;
  readonly origin_id: string;
  readonly entity_id: string;
  readonly entity_type: string;
  readonly schema_version: string;
  readonly source_id: string;
  readonly interpretation_id: string | null;
  readonly kind: Observation["kind"];
  readonly fields: string;
  readonly fragments: string;
  readonly source_priority: number;
  readonly specificity_score: number;
  readonly observed_at: number;
  readonly declared_at: number | null;
  readonly accepted_at: number;
  readonly assigned_at: number | null;
  readonly position: number;
}

export function toObservation(row: ObservationRow): Observation {
  const { rule_id: _rule, assigned_at: _assigned, ...rest } = row;
  return {
    ...rest,
    fields: JSON.parse(row.fields) as JsonObject,
    fragments: JSON.parse(row.fragments) as JsonObject,
  };
}

export async function findObservations(
  sql: Sql,
  tenant: string,
  ids: readonly string[],
): Promise<Map<string, Observation>> {
  const found = new Map<string, Observation>();
  for (const some of batchesOf([...new Set(ids)])) {
    const rows = await sql.all<ObservationRow>(
      query`select * from truth_observation where tenant_id = ${tenant} and id in (${list(some)})`,
    );
    for (const row of rows) found.set(row.id, toObservation(row));
  }
  return found;
}

/** The newest first, by the index on entity and time; the entity row holds how many there are. */
export async function pageOfObservations(
  sql: Sql,
  tenant: string,
  entityId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Observation[]> {
  const rows = await sql.all<ObservationRow>(
    query`select * from truth_observation where tenant_id = ${tenant} and entity_id = ${entityId}
      order by observed_at desc, id limit ${limit} offset ${offset}`,
  );
  return rows.map(toObservation);
}

/** What one source said, in the order it was said. By the bare key SQLite would walk the whole table to save a sort. */
export async function observationsOfSource(
  sql: Sql,
  tenant: string,
  sourceId: string,
  limit: number,
): Promise<Observation[]> {
  const rows = await sql.all<ObservationRow>(
    query`select * from truth_observation where tenant_id = ${tenant} and source_id = ${sourceId}
      order by position + 0 limit ${limit}`,
  );
  return rows.map(toObservation);
}
