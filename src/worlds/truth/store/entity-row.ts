import type { JsonObject } from "../../../kernel/index.ts";
import type { Entity, Folded } from "../model/entity.ts";
import type { ColumnValue } from "../model/row-hash.ts";
import { type HashedRow, requireUnaltered } from "./unaltered.ts";

/** A row as the engines give it. */
export interface EntityRow extends HashedRow {
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

/** All but its place in the log, which is that of its first writing and stays when the row is written again. */
export function hashedColumns(row: Omit<EntityRow, "row_hash">): readonly ColumnValue[] {
  return [
    row.tenant_id,
    row.id,
    row.entity_type,
    row.canonical_name,
    row.schema_version,
    row.merged_to,
    row.live,
    row.snapshot,
    row.provenance,
    row.fragments,
    row.fragment_provenance,
    row.winners,
    row.deletion,
    row.observation_count,
    row.first_observed_at,
    row.last_observed_at,
    row.first_accepted_at,
    row.last_accepted_at,
  ];
}

export function toEntity(row: EntityRow): Entity {
  requireUnaltered("truth_entity", row.id, row, hashedColumns(row));
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
