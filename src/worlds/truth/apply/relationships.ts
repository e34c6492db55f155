import { canonicalJson, type Event, query, type Sql } from "../../../kernel/index.ts";
import { relationshipKey } from "../model/ids.ts";
import { payloadOf, positionIn, type RelationshipStatement } from "../model/recorded.ts";
import { reduceMetadata } from "../model/reduce/metadata.ts";
import type { RelationshipObservation } from "../model/relationship.ts";
import { resolveEntity } from "../store/entity-store.ts";
import { relationshipIdsOf, relationshipObservations } from "../store/relationship-store.ts";
import { insertRelationshipObservation, insertSource } from "./insert-rows.ts";

/** A relationship is stated, or stated to be over. */
export async function applyRelationship(event: Event, sql: Sql): Promise<void> {
  const { tenant } = event;
  const { source, source_id, relationship } = payloadOf<RelationshipStatement>(event);
  if (source !== undefined) await insertSource(sql, event, source);
  const ends = createEnds(sql, tenant);
  const relationship_id = await ends.keyOf(relationship);
  const known = await relationshipObservations(sql, tenant, [relationship_id]);
  // As with entities: the later statement is the newer one, whatever the clock says.
  const accepted_at = known.reduce((at, { accepted_at: before }) => Math.max(at, before + 1), event.at);
  const observation: RelationshipObservation = {
    ...relationship,
    relationship_id,
    source_id,
    observed_at: relationship.declared_at ?? accepted_at,
    accepted_at,
    position: positionIn(event, 1),
  };
  await insertRelationshipObservation(sql, tenant, observation);
  await writeRelationship(sql, tenant, ends, relationship_id, [...known, observation]);
}

/** After a merge or its undoing: the relationships an entity had go where their ends now stand. */
export async function moveRelationships(sql: Sql, tenant: string, entityId: string): Promise<void> {
  const ids = await relationshipIdsOf(sql, tenant, [entityId]);
  const ends = createEnds(sql, tenant);
  const byKey = new Map<string, RelationshipObservation[]>(ids.map((id) => [id, []]));
  for (const observation of await relationshipObservations(sql, tenant, ids)) {
    const key = await ends.keyOf(observation);
    // Where a relationship moves to, there may be one already: both are one from now on.
    const there = byKey.get(key) ?? (await relationshipObservations(sql, tenant, [key]));
    byKey.set(key, [...there, observation]);
    if (key === observation.relationship_id) continue;
    await sql.run(query`update truth_relationship_observation set relationship_id = ${key}
      where tenant_id = ${tenant} and id = ${observation.id}`);
  }
  for (const [key, of] of byKey) await writeRelationship(sql, tenant, ends, key, of);
}

type Ends = ReturnType<typeof createEnds>;

/** Where the ends of relationships stand now; each is looked up once. */
function createEnds(sql: Sql, tenant: string) {
  const shown = new Map<string, string>();

  async function shownId(originId: string): Promise<string> {
    let id = shown.get(originId);
    if (id === undefined) {
      id = (await resolveEntity(sql, tenant, originId))?.id ?? originId;
      shown.set(originId, id);
    }
    return id;
  }

  async function endsOf(stated: Pick<RelationshipObservation, "origin_source_id" | "origin_target_id">) {
    return { source: await shownId(stated.origin_source_id), target: await shownId(stated.origin_target_id) };
  }

  async function keyOf(
    stated: Pick<RelationshipObservation, "relationship_type" | "origin_source_id" | "origin_target_id">,
  ): Promise<string> {
    const { source, target } = await endsOf(stated);
    return relationshipKey(stated.relationship_type, source, target);
  }

  return { endsOf, keyOf };
}

async function writeRelationship(
  sql: Sql,
  tenant: string,
  ends: Ends,
  id: string,
  observations: readonly RelationshipObservation[],
): Promise<void> {
  const [any] = observations;
  if (any === undefined) {
    await sql.run(query`delete from truth_relationship where tenant_id = ${tenant} and id = ${id}`);
    return;
  }
  const { source, target } = await ends.endsOf(any);
  const { metadata, provenance, deleted } = reduceMetadata(observations);
  // An entity is not related to itself: what a merge made a loop is kept, unseen, for the day it is undone.
  const unseen = deleted || source === target ? 1 : 0;
  const times = observations.map(({ accepted_at }) => accepted_at);
  const observed = observations.map(({ observed_at }) => observed_at);
  await sql.run(query`insert into truth_relationship
    (tenant_id, id, relationship_type, source_entity_id, target_entity_id, metadata, provenance, deleted,
      observation_count, created_at, last_observed_at)
    values (${tenant}, ${id}, ${any.relationship_type}, ${source}, ${target}, ${canonicalJson(metadata)},
      ${canonicalJson(provenance)}, ${unseen}, ${observations.length}, ${least(times)}, ${most(observed)})
    on conflict (tenant_id, id) do update set metadata = excluded.metadata, provenance = excluded.provenance,
      deleted = excluded.deleted, observation_count = excluded.observation_count, created_at = excluded.created_at,
      last_observed_at = excluded.last_observed_at`);
}

function least(times: readonly number[]): number {
  return times.reduce((a, b) => Math.min(a, b));
}

function most(times: readonly number[]): number {
  return times.reduce((a, b) => Math.max(a, b));
}
