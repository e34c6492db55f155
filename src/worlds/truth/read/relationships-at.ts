import { relationshipKey } from "../model/ids.ts";
import { reduceMetadata } from "../model/reduce/metadata.ts";
import type { Relationship, RelationshipFilter, RelationshipObservation } from "../model/relationship.ts";
import type { AsOf } from "../model/time.ts";
import type { Truth } from "../truth.ts";
import { entitiesThen } from "./entities-at.ts";

/** A relationship as it stood at a time, and what had been said about it. */
export interface RelationshipAt {
  readonly relationship: Relationship;
  readonly observations: readonly RelationshipObservation[];
}

/** The relationships the entities had then, by id; deleted ones and those between entities merged by then are left out. */
export async function relationshipsAt(
  truth: Truth,
  entityIds: readonly string[],
  asOf: AsOf,
  filter: RelationshipFilter,
): Promise<RelationshipAt[]> {
  const origins = await truth.merges.originsOf(entityIds, asOf.atIngested);
  // Rows stand between the entities of now, so they are found by what the ends of then have become.
  const homes = new Set((await truth.merges.standsFor([...origins.keys()], undefined)).values());
  const ids = await truth.relationships.idsOf([...homes]);
  const observations = (await truth.relationshipObservations.of(ids)).filter(
    ({ observed_at, accepted_at }) =>
      (asOf.at === undefined || observed_at <= asOf.at) &&
      (asOf.atIngested === undefined || accepted_at <= asOf.atIngested),
  );
  const ends = observations.flatMap(({ origin_source_id, origin_target_id }) => [origin_source_id, origin_target_id]);
  const stoodFor = await truth.merges.standsFor(ends, asOf.atIngested);
  const byKey = Map.groupBy(observations, (observation) =>
    relationshipKey(
      observation.relationship_type,
      stoodFor.get(observation.origin_source_id) ?? observation.origin_source_id,
      stoodFor.get(observation.origin_target_id) ?? observation.origin_target_id,
    ),
  );
  const asked = new Set(entityIds);
  return [...byKey]
    .map(([id, own]) => ({ relationship: foldRelationship(id, own), observations: own }))
    .filter(({ relationship }) => !relationship.deleted && fits(relationship, asked, filter))
    .sort((a, b) => (a.relationship.id < b.relationship.id ? -1 : 1));
}

/** The same without those whose other end was not known then, or deleted. */
export async function openRelationshipsAt(
  truth: Truth,
  entityIds: readonly string[],
  asOf: AsOf,
  filter: RelationshipFilter,
): Promise<Relationship[]> {
  const found = (await relationshipsAt(truth, entityIds, asOf, filter)).map(({ relationship }) => relationship);
  const ends = found.flatMap(({ source_entity_id, target_entity_id }) => [source_entity_id, target_entity_id]);
  const open = new Set((await entitiesThen(truth, [...new Set(ends)], asOf)).map(({ id }) => id));
  return found.filter(
    ({ source_entity_id, target_entity_id }) => open.has(source_entity_id) && open.has(target_entity_id),
  );
}

function fits(
  relationship: Relationship,
  asked: ReadonlySet<string>,
  { direction, types }: RelationshipFilter,
): boolean {
  const { source_entity_id, target_entity_id, relationship_type } = relationship;
  if (source_entity_id === target_entity_id) return false;
  if (types.length > 0 && !types.includes(relationship_type)) return false;
  return (
    (direction !== "inbound" && asked.has(source_entity_id)) ||
    (direction !== "outbound" && asked.has(target_entity_id))
  );
}

function foldRelationship(id: string, observations: readonly RelationshipObservation[]): Relationship {
  const [relationship_type = "", source_entity_id = "", target_entity_id = ""] = id.split(":");
  const { metadata, provenance, deleted } = reduceMetadata(observations);
  const created = observations.map(({ accepted_at }) => accepted_at);
  return {
    id,
    relationship_type: relationship_type as Relationship["relationship_type"],
    source_entity_id,
    target_entity_id,
    metadata,
    provenance,
    deleted,
    observation_count: observations.length,
    created_at: created.reduce((least, at) => Math.min(least, at)),
    last_observed_at: observations.reduce((most, { observed_at }) => Math.max(most, observed_at), 0),
  };
}
