import { refuse } from "../errors.ts";
import type { Entity } from "../model/entity.ts";
import type { AsOf } from "../model/inputs.ts";
import type { Observation } from "../model/observation.ts";
import type { Relationship } from "../model/relationship.ts";
import type { Source } from "../model/source.ts";
import type { TimelineEvent } from "../model/timeline.ts";
import { observationsOfSource, pageOfObservations } from "../store/observation-store.ts";
import { pageOfRelationships, relationshipsOf, sortedByTime } from "../store/relationship-store.ts";
import { findSource, findSources, openEntitiesIn, openObservationsIn, sourcesOfEntity } from "../store/source-store.ts";
import { pageOfTimeline, type TimelineFilter } from "../store/timeline-store.ts";
import type { Truth } from "../truth.ts";
import { entitiesNowOrThen } from "./entities-at.ts";
import { requireEntityAt } from "./fold-entities-at.ts";
import { resolveAt } from "./merges-at.ts";
import { openRelationshipsAt } from "./relationships-at.ts";
import { timelineAt } from "./timeline-at.ts";

/** How many items each list of a neighbourhood has at most. */
const ITEMS_MAX = 100;
/** How much of what a source said is looked through for a question about the past. */
const SAID_MAX = 1000;
const EVERY = { direction: "both", types: [] } as const;

export interface Wanted {
  readonly relationships: boolean;
  readonly sources: boolean;
  readonly events: boolean;
  readonly observations: boolean;
}

export interface Neighborhood {
  readonly node: { readonly entity: Entity } | { readonly source: Source };
  readonly relationships?: readonly Relationship[];
  readonly related_entities?: readonly Entity[];
  readonly sources?: readonly Source[];
  readonly timeline_events?: readonly TimelineEvent[];
  readonly observations?: readonly Observation[];
  /** Lists that have more. */
  readonly cutLists: readonly string[];
}

export async function aroundEntity(
  truth: Truth,
  id: string,
  wanted: Wanted,
  asOf: AsOf | undefined,
): Promise<Neighborhood> {
  const { scope, tenant } = truth;
  const { entity, observations: then } = await requireEntityAt(scope.sql, tenant, id, asOf);
  const shelf = createShelf();
  const relationships = wanted.relationships ? await relationshipsAround(truth, entity.id, asOf) : [];
  return {
    node: { entity },
    ...(wanted.relationships && { relationships: shelf.cut("relationships", relationships) }),
    related_entities: await otherEnds(truth, entity.id, relationships.slice(0, ITEMS_MAX), asOf),
    ...(wanted.sources && { sources: shelf.cut("sources", await sourcesBehind(truth, entity.id, then)) }),
    ...(wanted.events && {
      timeline_events: shelf.cut("timeline_events", await eventsOf(truth, { entity_id: entity.id }, asOf)),
    }),
    ...(wanted.observations && {
      observations: shelf.cut("observations", await observationsAround(truth, entity.id, then)),
    }),
    cutLists: shelf.names,
  };
}

export async function aroundSource(
  truth: Truth,
  id: string,
  wanted: Wanted,
  asOf: AsOf | undefined,
): Promise<Neighborhood> {
  const { scope, tenant } = truth;
  const source = await findSource(scope.sql, tenant, id);
  if (source === undefined || (asOf?.atIngested !== undefined && source.created_at > asOf.atIngested)) {
    throw refuse("SOURCE_NOT_FOUND", "There is no source with this id. store answers with source_id.", {
      source_id: id,
    });
  }
  const shelf = createShelf();
  const { observations, entities } = asOf === undefined ? await saidNow(truth, id) : await saidThen(truth, id, asOf);
  const ids = entities.map((entity) => entity.id);
  return {
    node: { source },
    ...(wanted.relationships && {
      relationships: shelf.cut("relationships", await relationshipsAmong(truth, ids, asOf)),
    }),
    related_entities: shelf.cut("related_entities", entities),
    ...(wanted.sources && { sources: [source] }),
    ...(wanted.events && {
      timeline_events: shelf.cut("timeline_events", await eventsOf(truth, { source_id: id }, asOf)),
    }),
    ...(wanted.observations && { observations: shelf.cut("observations", observations) }),
    cutLists: shelf.names,
  };
}

/** Cuts lists, and remembers which. */
function createShelf() {
  const names: string[] = [];
  return {
    names,
    cut<Item>(name: string, items: readonly Item[]): readonly Item[] {
      if (items.length > ITEMS_MAX) names.push(name);
      return items.slice(0, ITEMS_MAX);
    },
  };
}

async function relationshipsAround({ scope, tenant }: Truth, id: string, asOf: AsOf | undefined) {
  if (asOf === undefined) {
    const page = { limit: ITEMS_MAX + 1, offset: 0 };
    return (await pageOfRelationships(scope.sql, tenant, id, EVERY, page)).relationships;
  }
  return sortedByTime(await openRelationshipsAt(scope.sql, tenant, [id], asOf, EVERY));
}

async function relationshipsAmong({ scope, tenant }: Truth, ids: readonly string[], asOf: AsOf | undefined) {
  if (ids.length === 0) return [];
  if (asOf === undefined) return relationshipsOf(scope.sql, tenant, ids, EVERY, ITEMS_MAX + 1);
  return openRelationshipsAt(scope.sql, tenant, ids, asOf, EVERY);
}

async function otherEnds(
  { scope, tenant }: Truth,
  id: string,
  relationships: readonly Relationship[],
  asOf: AsOf | undefined,
): Promise<Entity[]> {
  const ends = relationships.flatMap(({ source_entity_id, target_entity_id }) => [source_entity_id, target_entity_id]);
  const ids = [...new Set(ends)].filter((end) => end !== id);
  return entitiesNowOrThen(scope.sql, tenant, ids, asOf);
}

async function observationsAround({ scope, tenant }: Truth, id: string, then: readonly Observation[] | undefined) {
  if (then === undefined) return pageOfObservations(scope.sql, tenant, id, { limit: ITEMS_MAX + 1, offset: 0 });
  return then.toSorted((a, b) => b.observed_at - a.observed_at || (a.id < b.id ? -1 : 1));
}

async function sourcesBehind({ scope, tenant }: Truth, id: string, then: readonly Observation[] | undefined) {
  if (then === undefined) return sourcesOfEntity(scope.sql, tenant, id, ITEMS_MAX + 1);
  const ids = then.map(({ source_id }) => source_id);
  return [...(await findSources(scope.sql, tenant, ids)).values()].sort((a, b) => b.position - a.position);
}

async function eventsOf({ scope, tenant }: Truth, filter: TimelineFilter, asOf: AsOf | undefined) {
  if (asOf !== undefined) return timelineAt(scope.sql, tenant, asOf, filter);
  return (await pageOfTimeline(scope.sql, tenant, filter, { limit: ITEMS_MAX + 1, offset: 0 })).events;
}

/** What a source said of entities that are there, and those entities. */
async function saidNow({ scope, tenant }: Truth, id: string) {
  const ids = await openEntitiesIn(scope.sql, tenant, id, ITEMS_MAX + 1);
  return {
    observations: await openObservationsIn(scope.sql, tenant, id, ITEMS_MAX + 1),
    entities: await entitiesNowOrThen(scope.sql, tenant, ids, undefined),
  };
}

/** The same of entities that were there then. */
async function saidThen({ scope, tenant }: Truth, id: string, asOf: AsOf) {
  const known = (await observationsOfSource(scope.sql, tenant, id, SAID_MAX)).filter(
    ({ observed_at, accepted_at }) =>
      (asOf.at === undefined || observed_at <= asOf.at) &&
      (asOf.atIngested === undefined || accepted_at <= asOf.atIngested),
  );
  const origins = known.map(({ origin_id }) => origin_id);
  const stoodFor = await resolveAt(scope.sql, tenant, origins, asOf.atIngested);
  const entities = await entitiesNowOrThen(scope.sql, tenant, [...new Set(stoodFor.values())], asOf);
  const there = new Set(entities.map((entity) => entity.id));
  return { observations: known.filter(({ origin_id }) => there.has(stoodFor.get(origin_id) ?? "")), entities };
}
