import type { Observation, ObservationKind } from "../model/observation.ts";
import type { RelationshipObservation, RelationshipType } from "../model/relationship.ts";
import type { RecordedMerge } from "../store/merge-store.ts";
import type { Regrouping } from "../store/regrouping-store.ts";
import type { Truth } from "../truth.ts";

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
export async function changesBefore(truth: Truth, position: number, limit: number): Promise<Change[]> {
  const changes = [
    ...(await truth.observations.before(position, limit)).map(observed),
    ...(await truth.relationshipObservations.before(position, limit)).map(related),
    ...(await truth.merges.before(position, limit)).map(merged),
    ...(await truth.regroupings.before(position, limit)).map(regrouped),
  ];
  return changes.sort((a, b) => b.position - a.position).slice(0, limit);
}

function observed(one: Observation): Change {
  return {
    position: one.position,
    change: one.kind,
    changed_at: one.accepted_at,
    entity_id: one.entity_id,
    entity_type: one.entity_type,
    fields: [...Object.keys(one.fields), ...Object.keys(one.fragments)].sort(),
    observation_id: one.id,
    source_id: one.source_id,
  };
}

function related(one: RelationshipObservation): Change {
  const [type, source = "", target = ""] = one.relationship_id.split(":");
  return {
    position: one.position,
    change: one.kind === "store" ? "relationship" : "relationship_deletion",
    changed_at: one.accepted_at,
    entity_id: source,
    other_entity_id: target,
    relationship_type: type as RelationshipType,
    observation_id: one.id,
    source_id: one.source_id,
  };
}

function merged({ position, merged_at, from_entity_id, to_entity_id }: RecordedMerge): Change {
  return {
    position,
    change: "merge",
    changed_at: merged_at,
    entity_id: from_entity_id,
    other_entity_id: to_entity_id,
  };
}

function regrouped({ accepted_at, ...regrouping }: Regrouping): Change {
  return { ...regrouping, changed_at: accepted_at };
}
