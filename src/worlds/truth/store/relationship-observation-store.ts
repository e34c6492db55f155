import { batchesOf, canonicalJson, type JsonObject, list, query, type Sql } from "../../../kernel/index.ts";
import type { RelationshipObservation } from "../model/relationship.ts";
import { projection } from "./projection.ts";

interface RelationshipObservationRow extends Omit<RelationshipObservation, "metadata"> {
  readonly metadata: string;
}

function toRelationshipObservation(row: RelationshipObservationRow): RelationshipObservation {
  return { ...row, metadata: JSON.parse(row.metadata) as JsonObject };
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

  /** The newest before a place in the log. */
  async function before(position: number, limit: number): Promise<RelationshipObservation[]> {
    const rows = await sql.all<RelationshipObservationRow>(
      query`select * from truth_relationship_observation where tenant_id = ${tenant} and position < ${position}
        order by position desc limit ${limit}`,
    );
    return rows.map(toRelationshipObservation);
  }

  async function insert(observation: RelationshipObservation): Promise<void> {
    await sql.run(query`insert into truth_relationship_observation
      (tenant_id, id, relationship_id, relationship_type, origin_source_id, origin_target_id, source_id, kind, metadata,
        source_priority, specificity_score, observed_at, declared_at, accepted_at, position)
      values (${tenant}, ${observation.id}, ${observation.relationship_id}, ${observation.relationship_type},
        ${observation.origin_source_id}, ${observation.origin_target_id}, ${observation.source_id}, ${observation.kind},
        ${canonicalJson(observation.metadata)}, ${observation.source_priority}, ${observation.specificity_score},
        ${observation.observed_at}, ${observation.declared_at}, ${observation.accepted_at}, ${observation.position})`);
  }

  /** Lets a statement count for another relationship, after a merge or its undoing. */
  async function move(id: string, relationshipId: string): Promise<void> {
    await sql.run(query`update truth_relationship_observation set relationship_id = ${relationshipId}
      where tenant_id = ${tenant} and id = ${id}`);
  }

  return { of, before, insert, move };
}
