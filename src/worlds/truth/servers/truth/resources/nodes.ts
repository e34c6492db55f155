import type { JsonObject } from "../../../../../kernel/index.ts";
import { type Entity, isDeleted } from "../../../model/entity.ts";
import { shown } from "../../../model/reduce/shown.ts";
import type { SchemaBook } from "../../../model/schema/schema-book.ts";
import { isoTime } from "../../../model/time.ts";
import { observationAnswer, relationshipAnswer, sourceAnswer } from "../../../read/answers.ts";
import type { Truth } from "../../../truth.ts";
import type { Collection } from "./collection.ts";

const ENTITY_IDS_MAX = 1000;

export async function findLive(truth: Truth, id: string): Promise<Entity | undefined> {
  const entity = await truth.entities.resolve(id);
  return entity === undefined || isDeleted(entity) ? undefined : entity;
}

/** One entity, whole: a resource has no limit of characters. */
export function entityNode(book: SchemaBook, entity: Entity, askedId: string, uri: string): JsonObject {
  const { snapshot, provenance, raw_fragments } = shown(book.of(entity.entity_type), entity);
  return {
    type: "entity",
    category: "entities",
    entity_id: entity.id,
    entity_type: entity.entity_type,
    canonical_name: entity.canonical_name,
    schema_version: book.of(entity.entity_type).schema_version,
    snapshot,
    ...(raw_fragments && { raw_fragments }),
    provenance,
    observation_count: entity.observation_count,
    last_updated: isoTime(entity.last_observed_at),
    ...(entity.id !== askedId && { redirected_from: askedId }),
    uri,
  };
}

export function observationsOf(entity: Entity): Collection {
  return {
    type: "entity_observations",
    category: "entities",
    items: "observations",
    about: { entity_id: entity.id },
    sorts: ["observed_at"],
    async read(asked, truth) {
      const total = entity.observation_count;
      // Oldest first is the same list from its other end.
      const oldest = asked.order === "asc";
      const from = oldest ? Math.max(0, total - asked.offset - asked.limit) : asked.offset;
      const limit = oldest ? Math.min(asked.limit, Math.max(0, total - asked.offset)) : asked.limit;
      const found = await truth.observations.page(entity.id, { limit, offset: from });
      const items = found.map((observation) => observationAnswer(observation));
      return { items: oldest ? items.reverse() : items, total, last: entity.last_observed_at };
    },
  };
}

export function relationshipsOfEntity(entity: Entity): Collection {
  return {
    type: "entity_relationships",
    category: "relationships",
    items: "relationships",
    about: { entity_id: entity.id },
    sorts: ["created_at"],
    async read(asked, truth) {
      const every = { direction: "both", types: [] } as const;
      const { relationships, total } = await truth.relationships.page(entity.id, every, asked);
      const newest = await truth.relationships.page(entity.id, every, { limit: 1, offset: 0 });
      return {
        items: relationships.map(relationshipAnswer),
        total,
        last: newest.relationships[0]?.created_at ?? null,
      };
    },
  };
}

export async function sourceNode(truth: Truth, id: string, uri: string): Promise<JsonObject | undefined> {
  const source = await truth.sources.find(id);
  if (source === undefined) return undefined;
  const entityIds = await truth.observations.openEntitiesOfSource(id, ENTITY_IDS_MAX + 1);
  const { id: source_id, kind, created_at, ...about } = sourceAnswer(source);
  return {
    type: "source",
    category: "sources",
    source_id,
    source_kind: kind,
    ...about,
    provenance: source.provenance,
    ...(source.erased === true && { content: "erased" }),
    entity_ids: entityIds.slice(0, ENTITY_IDS_MAX).sort(),
    ...(entityIds.length > ENTITY_IDS_MAX && { truncated: true }),
    observation_count: await truth.observations.countOpenOfSource(id),
    last_updated: created_at,
    uri,
  };
}
