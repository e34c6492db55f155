import { batchesOf, canonicalJson, type JsonObject, list, query, type Sql } from "../../../kernel/index.ts";
import type { RelationshipObservation } from "../model/relationship.ts";
import { type ColumnValue, rowHash } from "../model/row-hash.ts";
import { projection } from "./projection.ts";
import { type HashedRow, requireUnaltered } from "./unaltered.ts";

interface RelationshipObservationRow extends Omit<RelationshipObservation, "metadata">, HashedRow {
  readonly metadata: string;
}

function hashed(row: Omit<RelationshipObservationRow, "row_hash">): readonly ColumnValue[] {
  return [
    row.tenant_id,
    row.id,
    row.relationship_id,
    row.relationship_type,
    row.origin_source_id,
    row.origin_target_id,
    row.source_id,
    row.kind,
    row.metadata,
    row.source_priority,
    row.specificity_score,
    row.observed_at,
    row.declared_at,
    row.accepted_at,
    row.position,
  ];
}

function requireAsStored(row: RelationshipObservationRow): RelationshipObservationRow {
  requireUnaltered("truth_relationship_observation", row.id, row, hashed(row));
  return row;
}

function toRelationshipObservation(row: RelationshipObservationRow): RelationshipObservation {
  const { tenant_id: _tenant, row_hash: _hash, ...rest } = requireAsStored(row);
  return { ...rest, metadata: JSON.parse(row.metadata) as JsonObject };
}

export const RELATIONSHIP_OBSERVATIONS = projection(
  "truth_relationship_observation",
  ["id"],
  ["relationship_id", "kind", "metadata", "declared_at"],
);

export type RelationshipObservationStore = ReturnType<typeof createRelationshipObservationStore>;

/** The only file that knows the table of what was said about relationships. */
export function createRelationshipObservationStore(sql: Sql, tenant: string) {
  /** What was said about relationships, newest first. */
  async function of(relationshipIds: readonly string[]): Promise<RelationshipObservation[]> {
    const found: RelationshipObservation[] = [];
    for (const some of batchesOf(relationshipIds)) {
      const rows = await sql.all<RelationshipObservationRow>(
        query`select * from truth_relationship_observation
          where tenant_id = ${tenant} and relationship_id in (${list(some)})`,
      );
      found.push(...rows.map(toRelationshipObservation));
    }
    return found.sort((a, b) => b.observed_at - a.observed_at || (a.id < b.id ? -1 : 1));
  }

  async function find(id: string): Promise<RelationshipObservation | undefined> {
    const row = await sql.first<RelationshipObservationRow>(
      query`select * from truth_relationship_observation where tenant_id = ${tenant} and id = ${id}`,
    );
    return row && toRelationshipObservation(row);
  }

  /** The newest before a place in the log. */
  async function before(position: number, limit: number): Promise<RelationshipObservation[]> {
    const rows = await sql.all<RelationshipObservationRow>(
      query`select * from truth_relationship_observation where tenant_id = ${tenant} and position < ${position}
        order by position desc limit ${limit}`,
    );
    return rows.map(toRelationshipObservation);
  }

  async function insert(observation: RelationshipObservation): Promise<void> {
    const values = hashed({ ...observation, tenant_id: tenant, metadata: canonicalJson(observation.metadata) });
    await sql.run(query`insert into truth_relationship_observation
      (tenant_id, id, relationship_id, relationship_type, origin_source_id, origin_target_id, source_id, kind, metadata,
        source_priority, specificity_score, observed_at, declared_at, accepted_at, position, row_hash)
      values (${list(values)}, ${rowHash(values)})`);
  }

  async function remove(id: string): Promise<void> {
    await sql.run(query`delete from truth_relationship_observation where tenant_id = ${tenant} and id = ${id}`);
  }

  /** Lets a statement count for another relationship, after a merge or its undoing. */
  async function move(id: string, relationshipId: string): Promise<void> {
    const row = await sql.first<RelationshipObservationRow>(
      query`select * from truth_relationship_observation where tenant_id = ${tenant} and id = ${id}`,
    );
    if (row === undefined) return;
    const moved = { ...requireAsStored(row), relationship_id: relationshipId };
    await sql.run(query`update truth_relationship_observation
      set relationship_id = ${relationshipId}, row_hash = ${rowHash(hashed(moved))}
      where tenant_id = ${tenant} and id = ${id}`);
  }

  return { find, of, before, insert, remove, move };
}
