import { refuse } from "../errors.ts";
import type { Entity } from "../model/entity.ts";
import type { Observation } from "../model/observation.ts";
import { type Relationship, sortedByTime } from "../model/relationship.ts";
import type { Source } from "../model/source.ts";
import type { AsOf } from "../model/time.ts";
import type { TimelineEvent, TimelineFilter } from "../model/timeline.ts";
import type { Truth } from "../truth.ts";
import { entitiesNowOrThen } from "./entities-at.ts";
import { openRelationshipsAt } from "./relationships-at.ts";
import { requireEntityAt } from "./require-entity.ts";
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
  const { entity, observations: then } = await requireEntityAt(truth, id, asOf);
  const cuts = createCuts();
  const relationships = wanted.relationships ? await relationshipsAround(truth, entity.id, asOf) : [];
  return {
    node: { entity },
    ...(wanted.relationships && { relationships: cuts.cut("relationships", relationships) }),
    related_entities: await otherEnds(truth, entity.id, relationships.slice(0, ITEMS_MAX), asOf),
    ...(wanted.sources && { sources: cuts.cut("sources", await sourcesBehind(truth, entity.id, then)) }),
    ...(wanted.events && {
      timeline_events: cuts.cut("timeline_events", await eventsOf(truth, { entity_id: entity.id }, asOf)),
    }),
    ...(wanted.observations && {
      observations: cuts.cut("observations", await observationsAround(truth, entity.id, then)),
    }),
    cutLists: cuts.names,
  };
}

export async function aroundSource(
  truth: Truth,
  id: string,
  wanted: Wanted,
  asOf: AsOf | undefined,
): Promise<Neighborhood> {
  const source = await truth.sources.find(id);
  if (source === undefined || (asOf?.atIngested !== undefined && source.created_at > asOf.atIngested)) {
    throw refuse("SOURCE_NOT_FOUND", "There is no source with this id. store answers with source_id.", {
      source_id: id,
    });
  }
  const cuts = createCuts();
  const { observations, entities } = asOf === undefined ? await saidNow(truth, id) : await saidThen(truth, id, asOf);
  const ids = entities.map((entity) => entity.id);
  return {
    node: { source },
    ...(wanted.relationships && {
      relationships: cuts.cut("relationships", await relationshipsAmong(truth, ids, asOf)),
    }),
    related_entities: cuts.cut("related_entities", entities),
    ...(wanted.sources && { sources: [source] }),
    ...(wanted.events && {
      timeline_events: cuts.cut("timeline_events", await eventsOf(truth, { source_id: id }, asOf)),
    }),
    ...(wanted.observations && { observations: cuts.cut("observations", observations) }),
    cutLists: cuts.names,
  };
}

/** Cuts lists, and remembers which. */
function createCuts() {
  const names: string[] = [];
  return {
    names,
    cut<Item>(name: string, items: readonly Item[]): readonly Item[] {
      if (items.length > ITEMS_MAX) names.push(name);
      return items.slice(0, ITEMS_MAX);
    },
  };
}

async function relationshipsAround(truth: Truth, id: string, asOf: AsOf | undefined) {
  if (asOf === undefined) {
    const page = { limit: ITEMS_MAX + 1, offset: 0 };
    return (await truth.relationships.page(id, EVERY, page)).relationships;
  }
  return sortedByTime(await openRelationshipsAt(truth, [id], asOf, EVERY));
}

async function relationshipsAmong(truth: Truth, ids: readonly string[], asOf: AsOf | undefined) {
  if (ids.length === 0) return [];
  if (asOf === undefined) return truth.relationships.ofEntities(ids, EVERY, ITEMS_MAX + 1);
  return openRelationshipsAt(truth, ids, asOf, EVERY);
}

async function otherEnds(
  truth: Truth,
  id: string,
  relationships: readonly Relationship[],
  asOf: AsOf | undefined,
): Promise<Entity[]> {
  const ends = relationships.flatMap(({ source_entity_id, target_entity_id }) => [source_entity_id, target_entity_id]);
  const ids = [...new Set(ends)].filter((end) => end !== id);
  return entitiesNowOrThen(truth, ids, asOf);
}

async function observationsAround(truth: Truth, id: string, then: readonly Observation[] | undefined) {
  if (then === undefined) return truth.observations.page(id, { limit: ITEMS_MAX + 1, offset: 0 });
  return then.toSorted((a, b) => b.observed_at - a.observed_at || (a.id < b.id ? -1 : 1));
}

async function sourcesBehind({ sources }: Truth, id: string, then: readonly Observation[] | undefined) {
  if (then === undefined) return sources.ofEntity(id, ITEMS_MAX + 1);
  const ids = then.map(({ source_id }) => source_id);
  return [...(await sources.findMany(ids)).values()].sort((a, b) => b.position - a.position);
}

async function eventsOf(truth: Truth, filter: TimelineFilter, asOf: AsOf | undefined) {
  if (asOf !== undefined) return timelineAt(truth, asOf, filter);
  return (await truth.timeline.page(filter, { limit: ITEMS_MAX + 1, offset: 0 })).events;
}

/** What a source said of entities that are there, and those entities. */
async function saidNow(truth: Truth, id: string) {
  const ids = await truth.observations.openEntitiesOfSource(id, ITEMS_MAX + 1);
  return {
    observations: await truth.observations.openOfSource(id, ITEMS_MAX + 1),
    entities: await entitiesNowOrThen(truth, ids, undefined),
  };
}

/** The same of entities that were there then. */
async function saidThen(truth: Truth, id: string, asOf: AsOf) {
  const known = (await truth.observations.ofSource(id, SAID_MAX)).filter(
    ({ observed_at, accepted_at }) =>
      (asOf.at === undefined || observed_at <= asOf.at) &&
      (asOf.atIngested === undefined || accepted_at <= asOf.atIngested),
  );
  const origins = known.map(({ origin_id }) => origin_id);
  const stoodFor = await truth.merges.standsFor(origins, asOf.atIngested);
  const entities = await entitiesNowOrThen(truth, [...new Set(stoodFor.values())], asOf);
  const there = new Set(entities.map((entity) => entity.id));
  return { observations: known.filter(({ origin_id }) => there.has(stoodFor.get(origin_id) ?? "")), entities };
}
