import { query, type Sql } from "../../../kernel/index.ts";
import type { ObservationKind } from "../model/observation.ts";
import type { RelationshipObservation, RelationshipType } from "../model/relationship.ts";

/** One thing that was recorded. */
export interface Change {
  readonly position: number;
  readonly change: ObservationKind | "relationship" | "relationship_deletion" | "merge" | "unmerge" | "split";
  readonly changed_at: number;
  readonly entity_id: string;
  readonly other_entity_id?: string;
  readonly entity_type?: string;
  readonly relationship_type?: RelationshipType;
  readonly fields?: readonly string[];
  readonly observation_id?: string;
  readonly source_id?: string;
}

/** The newest before a place in the log. Each table is read from the end of its own key, and no further than asked. */
export async function changesBefore(sql: Sql, tenant: string, position: number, limit: number): Promise<Change[]> {
  const changes = [
    ...(await observed(sql, tenant, position, limit)),
    ...(await related(sql, tenant, position, limit)),
    ...(await merged(sql, tenant, position, limit)),
    ...(await regrouped(sql, tenant, position, limit)),
  ];
  return changes.sort((a, b) => b.position - a.position).slice(0, limit);
}

async function observed(sql: Sql, tenant: string, position: number, limit: number): Promise<Change[]> {
  const rows = await sql.all<{
    position: number;
    id: string;
    kind: ObservationKind;
    accepted_at: number;
    entity_id: string;
    entity_type: string;
    fields: string;
    fragments: string;
    source_id: string;
  }>(query`select position, id, kind, accepted_at, entity_id, entity_type, fields, fragments, source_id
    from truth_observation where tenant_id = ${tenant} and position < ${position} order by position desc limit ${limit}`);
  return rows.map((row) => ({
    position: row.position,
    change: row.kind,
    changed_at: row.accepted_at,
    entity_id: row.entity_id,
    entity_type: row.entity_type,
    fields: [
      ...Object.keys(JSON.parse(row.fields) as object),
      ...Object.keys(JSON.parse(row.fragments) as object),
    ].sort(),
    observation_id: row.id,
    source_id: row.source_id,
  }));
}

async function related(sql: Sql, tenant: string, position: number, limit: number): Promise<Change[]> {
  const rows = await sql.all<
    Pick<RelationshipObservation, "position" | "id" | "kind" | "accepted_at" | "relationship_id" | "source_id">
  >(query`select position, id, kind, accepted_at, relationship_id, source_id from truth_relationship_observation
    where tenant_id = ${tenant} and position < ${position} order by position desc limit ${limit}`);
  return rows.map((row) => {
    const [type, source = "", target = ""] = row.relationship_id.split(":");
    return {
      position: row.position,
      change: row.kind === "store" ? "relationship" : "relationship_deletion",
      changed_at: row.accepted_at,
      entity_id: source,
      other_entity_id: target,
      relationship_type: type as RelationshipType,
      observation_id: row.id,
      source_id: row.source_id,
    };
  });
}

async function merged(sql: Sql, tenant: string, position: number, limit: number): Promise<Change[]> {
  const rows = await sql.all<{ position: number; merged_at: number; from_entity_id: string; to_entity_id: string }>(
    query`select position, merged_at, from_entity_id, to_entity_id from truth_merge
      where tenant_id = ${tenant} and position < ${position} order by position desc limit ${limit}`,
  );
  return rows.map((row) => ({
    position: row.position,
    change: "merge",
    changed_at: row.merged_at,
    entity_id: row.from_entity_id,
    other_entity_id: row.to_entity_id,
  }));
}

async function regrouped(sql: Sql, tenant: string, position: number, limit: number): Promise<Change[]> {
  return sql.all<Change>(
    query`select position, change, accepted_at as changed_at, entity_id, other_entity_id from truth_regrouping
      where tenant_id = ${tenant} and position < ${position} order by position desc limit ${limit}`,
  );
}
