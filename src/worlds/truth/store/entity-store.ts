import { type JsonObject, query, type Sql } from "../../../kernel/index.ts";
import { entityNotFound } from "../errors.ts";
import type { Entity, Folded } from "../model/entity.ts";

/** A row of `truth_entity` as the engines give it. */
export interface EntityRow {
  readonly id: string;
  readonly entity_type: string;
  readonly canonical_name: string;
  readonly schema_version: string;
  readonly merged_to: string | null;
  readonly live: number;
  readonly snapshot: string;
  readonly provenance: string;
  readonly fragments: string;
  readonly fragment_provenance: string;
  readonly winners: string;
  readonly deletion: string | null;
  readonly observation_count: number;
  readonly first_observed_at: number;
  readonly last_observed_at: number;
  readonly first_accepted_at: number;
  readonly last_accepted_at: number;
}

export function toEntity(row: EntityRow): Entity {
  return {
    id: row.id,
    entity_type: row.entity_type,
    canonical_name: row.canonical_name,
    schema_version: row.schema_version,
    merged_to: row.merged_to,
    snapshot: JSON.parse(row.snapshot) as JsonObject,
    provenance: JSON.parse(row.provenance) as Entity["provenance"],
    fragments: JSON.parse(row.fragments) as JsonObject,
    fragment_provenance: JSON.parse(row.fragment_provenance) as Entity["fragment_provenance"],
    deletion: row.deletion === null ? null : (JSON.parse(row.deletion) as Folded["deletion"]),
    observation_count: row.observation_count,
    first_observed_at: row.first_observed_at,
    last_observed_at: row.last_observed_at,
    first_accepted_at: row.first_accepted_at,
    last_accepted_at: row.last_accepted_at,
  };
}

export async function findEntity(sql: Sql, tenant: string, id: string): Promise<Entity | undefined> {
  const row = await sql.first<EntityRow>(query`select * from truth_entity where tenant_id = ${tenant} and id = ${id}`);
  return row && toEntity(row);
}

/** The entity that an id stands for now: itself, or what it was merged into. */
export async function resolveEntity(sql: Sql, tenant: string, id: string): Promise<Entity | undefined> {
  let entity = await findEntity(sql, tenant, id);
  // Merges into merged entities are refused, and one may be merged later: the chain is finite and has no cycle.
  while (entity?.merged_to != null) entity = await findEntity(sql, tenant, entity.merged_to);
  return entity;
}

export function isDeleted(entity: Pick<Entity, "deletion">): boolean {
  return entity.deletion?.deleted ?? false;
}

/** The live entity that an id stands for, or the contract's refusal. */
export async function requireEntity(sql: Sql, tenant: string, id: string): Promise<Entity> {
  const entity = await resolveEntity(sql, tenant, id);
  if (entity === undefined || isDeleted(entity)) throw entityNotFound(id);
  return entity;
}
