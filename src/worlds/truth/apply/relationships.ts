import type { Event } from "../../../kernel/index.ts";
import { relationshipKey } from "../model/ids.ts";
import { payloadOf, positionIn, type RelationshipStatement } from "../model/recorded.ts";
import { reduceMetadata } from "../model/reduce/metadata.ts";
import type { Relationship, RelationshipObservation } from "../model/relationship.ts";
import type { Stores } from "../store/stores.ts";

/** A relationship is stated, or stated to be over. */
export async function applyRelationship(event: Event, stores: Stores): Promise<void> {
  const { source, source_id, relationship } = payloadOf<RelationshipStatement>(event);
  if (source !== undefined) await stores.sources.insert(source, event.at, positionIn(event, 0));
  const ends = createEnds(stores);
  const relationship_id = await ends.keyOf(relationship);
  const known = await stores.relationshipObservations.of([relationship_id]);
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
  await stores.relationshipObservations.insert(observation);
  await writeRelationship(stores, ends, relationship_id, [...known, observation]);
}

/** After a merge or its undoing: the relationships an entity had go where their ends now stand. */
export async function moveRelationships(stores: Stores, entityId: string): Promise<void> {
  const ids = await stores.relationships.idsOf([entityId]);
  const ends = createEnds(stores);
  const byKey = new Map<string, RelationshipObservation[]>(ids.map((id) => [id, []]));
  for (const observation of await stores.relationshipObservations.of(ids)) {
    const key = await ends.keyOf(observation);
    // Where a relationship moves to, there may be one already: both are one from now on.
    const there = byKey.get(key) ?? (await stores.relationshipObservations.of([key]));
    byKey.set(key, [...there, observation]);
    if (key === observation.relationship_id) continue;
    await stores.relationshipObservations.move(observation.id, key);
  }
  for (const [key, of] of byKey) await writeRelationship(stores, ends, key, of);
}

/** What a source said of relationships goes with it. */
export async function takeRelationshipsOut(
  stores: Stores,
  sourceId: string,
  entityIds: readonly string[],
): Promise<RelationshipObservation[]> {
  const ends = createEnds(stores);
  const said = await stores.relationshipObservations.of(await stores.relationships.idsOf(entityIds));
  const taken = said.filter(({ source_id }) => source_id === sourceId);
  for (const { id } of taken) await stores.relationshipObservations.remove(id);
  for (const key of new Set(taken.map(({ relationship_id }) => relationship_id))) {
    const left = said.filter(({ relationship_id, source_id }) => relationship_id === key && source_id !== sourceId);
    await writeRelationship(stores, ends, key, left);
  }
  return taken;
}

/** And comes back with it, to where their ends stand by then. */
export async function putRelationshipsBack(stores: Stores, taken: readonly RelationshipObservation[]): Promise<void> {
  const ends = createEnds(stores);
  const keys = new Set<string>();
  for (const observation of taken) {
    const relationship_id = await ends.keyOf(observation);
    await stores.relationshipObservations.insert({ ...observation, relationship_id });
    keys.add(relationship_id);
  }
  for (const key of keys) {
    await writeRelationship(stores, ends, key, await stores.relationshipObservations.of([key]));
  }
}

type Ends = ReturnType<typeof createEnds>;

/** Where the ends of relationships stand now; each is looked up once. */
function createEnds({ entities }: Stores) {
  const shown = new Map<string, string>();

  async function shownId(originId: string): Promise<string> {
    let id = shown.get(originId);
    if (id === undefined) {
      id = (await entities.resolve(originId))?.id ?? originId;
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

/** A relationship as its statements make it, where its ends stand now. */
export async function relationshipOf(
  stores: Stores,
  id: string,
  observations: readonly RelationshipObservation[],
): Promise<Relationship | undefined> {
  return foldRelationship(createEnds(stores), id, observations);
}

async function writeRelationship(
  { relationships }: Stores,
  ends: Ends,
  id: string,
  observations: readonly RelationshipObservation[],
): Promise<void> {
  const folded = await foldRelationship(ends, id, observations);
  if (folded === undefined) await relationships.remove(id);
  else await relationships.write(folded);
}

async function foldRelationship(
  ends: Ends,
  id: string,
  observations: readonly RelationshipObservation[],
): Promise<Relationship | undefined> {
  const [any] = observations;
  if (any === undefined) return undefined;
  const { source, target } = await ends.endsOf(any);
  const { metadata, provenance, deleted } = reduceMetadata(observations);
  return {
    id,
    relationship_type: any.relationship_type,
    source_entity_id: source,
    target_entity_id: target,
    metadata,
    provenance,
    // An entity is not related to itself: what a merge made a loop is kept, unseen, for the day it is undone.
    deleted: deleted || source === target,
    observation_count: observations.length,
    created_at: least(observations.map(({ accepted_at }) => accepted_at)),
    last_observed_at: most(observations.map(({ observed_at }) => observed_at)),
  };
}

function least(times: readonly number[]): number {
  return times.reduce((a, b) => Math.min(a, b));
}

function most(times: readonly number[]): number {
  return times.reduce((a, b) => Math.max(a, b));
}
