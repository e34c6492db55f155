import type { Entity } from "../model/entity.ts";
import type { Relationship, RelationshipFilter } from "../model/relationship.ts";
import type { AsOf } from "../model/time.ts";
import type { Truth } from "../truth.ts";
import { entitiesNowOrThen } from "./entities-at.ts";
import { relationshipsAt } from "./relationships-at.ts";

const ENTITIES_MAX = 1000;
const RELATIONSHIPS_MAX = 5000;

export interface Walk {
  /** In the order they were reached: nearest first, then by id. The start is not among them. */
  readonly entities: readonly Entity[];
  /** Each with the place in `entities` of the end that was reached later; the pages of both lists go together by it. */
  readonly relationships: readonly { relationship: Relationship; place: number }[];
  readonly hops: number;
  /** Whether a limit stopped the walk before its end. */
  readonly stopped: boolean;
}

/** Walks from an entity along relationships, one hop of all reached entities at a time. */
export async function walkGraph(
  truth: Truth,
  startId: string,
  { maxHops, asOf, ...filter }: RelationshipFilter & { maxHops: number; asOf: AsOf | undefined },
): Promise<Walk> {
  const places = new Map([[startId, -1]]);
  const entities: Entity[] = [];
  const relationships = new Map<string, Relationship>();
  let frontier = [startId];
  let hops = 0;
  let stopped = false;
  while (frontier.length > 0 && hops < maxHops && !stopped) {
    const found = await relationshipsOfAll(truth, frontier, filter, asOf);
    stopped = found.length > RELATIONSHIPS_MAX;
    const edges = found.slice(0, RELATIONSHIPS_MAX).filter(({ id }) => !relationships.has(id));
    const ends = edges.flatMap(({ source_entity_id, target_entity_id }) => [source_entity_id, target_entity_id]);
    const newIds = [...new Set(ends)].filter((id) => !places.has(id)).sort();
    const reached = await entitiesNowOrThen(truth, newIds, asOf);
    const room = ENTITIES_MAX - entities.length;
    stopped ||= reached.length > room;
    for (const entity of reached.slice(0, room)) {
      places.set(entity.id, entities.length);
      entities.push(entity);
    }
    frontier = reached.slice(0, room).map(({ id }) => id);
    for (const edge of edges) {
      if (!places.has(edge.source_entity_id) || !places.has(edge.target_entity_id)) continue;
      if (relationships.size < RELATIONSHIPS_MAX) relationships.set(edge.id, edge);
      else stopped = true;
    }
    if (edges.length > 0) hops += 1;
    else break;
  }
  return { entities, relationships: placed(relationships, places), hops, stopped };
}

async function relationshipsOfAll(
  truth: Truth,
  entityIds: readonly string[],
  filter: RelationshipFilter,
  asOf: AsOf | undefined,
): Promise<Relationship[]> {
  if (asOf === undefined) return truth.relationships.ofEntities(entityIds, filter, RELATIONSHIPS_MAX + 1);
  return (await relationshipsAt(truth, entityIds, asOf, filter)).map(({ relationship }) => relationship);
}

function placed(relationships: ReadonlyMap<string, Relationship>, places: ReadonlyMap<string, number>) {
  const placeOf = (id: string) => places.get(id) ?? -1;
  return [...relationships.values()]
    .map((relationship) => ({
      relationship,
      place: Math.max(placeOf(relationship.source_entity_id), placeOf(relationship.target_entity_id)),
    }))
    .sort((a, b) => a.place - b.place || (a.relationship.id < b.relationship.id ? -1 : 1));
}
