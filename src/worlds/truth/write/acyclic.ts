import { refuse } from "../errors.ts";
import { RELATIONSHIP_TYPES, type RelationshipType } from "../model/relationship.ts";
import type { Truth } from "../truth.ts";

/** Types that would mean nothing in a circle. All others may run in one. */
const ACYCLIC: ReadonlySet<RelationshipType> = new Set(["PART_OF", "DEPENDS_ON", "SUPERSEDES", "CORRECTS"]);

/** Called before a relationship is made. */
export async function refuseCycle(
  truth: Truth,
  type: RelationshipType,
  source: string,
  target: string,
  details: { row?: number },
): Promise<void> {
  if (ACYCLIC.has(type) && (await truth.relationships.leadsTo(type, target, source))) throw cycle(type, details);
}

/** Called after a merge: what two entities were related to may now run in a circle through one. */
export async function refuseCycleThrough(truth: Truth, entityId: string): Promise<void> {
  for (const type of RELATIONSHIP_TYPES) {
    if (ACYCLIC.has(type) && (await truth.relationships.leadsTo(type, entityId, entityId))) throw cycle(type, {});
  }
}

function cycle(type: RelationshipType, details: { row?: number }) {
  return refuse("CYCLE_DETECTED", "Relationships of this type must not run in a circle.", {
    relationship_type: type,
    ...details,
  });
}
