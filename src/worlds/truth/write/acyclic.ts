import { query } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import { RELATIONSHIP_TYPES, type RelationshipType } from "../model/relationship.ts";
import type { Truth } from "../truth.ts";

/** Types that would mean nothing in a circle. All others may run in one. */
const ACYCLIC: ReadonlySet<RelationshipType> = new Set(["PART_OF", "DEPENDS_ON", "SUPERSEDES", "CORRECTS"]);

/** Whether relationships of one type lead from one entity to another, over any number of steps. */
async function leadsTo({ scope, tenant }: Truth, type: RelationshipType, from: string, to: string): Promise<boolean> {
  const row = await scope.sql.first(query`with recursive reached(id) as (
      select target_entity_id from truth_relationship
        where tenant_id = ${tenant} and source_entity_id = ${from} and relationship_type = ${type} and deleted = 0
      union
      select r.target_entity_id from truth_relationship r join reached on r.source_entity_id = reached.id
        where r.tenant_id = ${tenant} and r.relationship_type = ${type} and r.deleted = 0)
    select id from reached where id = ${to} limit 1`);
  return row !== undefined;
}

/** Called before a relationship is made. */
export async function refuseCycle(
  truth: Truth,
  type: RelationshipType,
  source: string,
  target: string,
  details: { row?: number },
): Promise<void> {
  if (ACYCLIC.has(type) && (await leadsTo(truth, type, target, source))) throw cycle(type, details);
}

/** Called after a merge: what two entities were related to may now run in a circle through one. */
export async function refuseCycleThrough(truth: Truth, entityId: string): Promise<void> {
  for (const type of RELATIONSHIP_TYPES) {
    if (ACYCLIC.has(type) && (await leadsTo(truth, type, entityId, entityId))) throw cycle(type, {});
  }
}

function cycle(type: RelationshipType, details: { row?: number }) {
  return refuse("CYCLE_DETECTED", "Relationships of this type must not run in a circle.", {
    relationship_type: type,
    ...details,
  });
}
