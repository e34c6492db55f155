import type { Entity } from "../../../model/entity.ts";
import { RELATIONSHIP_TYPES, type RelationshipType } from "../../../model/relationship.ts";
import type { SchemaBook } from "../../../model/schema/schema-book.ts";
import { isoTime } from "../../../model/time.ts";
import { entityAnswer, relationshipAnswer, sourceAnswer, timelineAnswer } from "../../../read/answers.ts";
import { knownSchemas } from "../../../read/known-schemas.ts";
import { ENTITY_SORTS, type EntitySort } from "../../../store/entity-store.ts";
import { RELATIONSHIP_SORTS, type RelationshipSort } from "../../../store/relationship-store.ts";
import { SOURCE_SORTS, type SourceSort } from "../../../store/source-store.ts";
import type { Truth } from "../../../truth.ts";
import type { Collection } from "./collection.ts";

function entityItem(book: SchemaBook, entity: Entity) {
  return {
    ...entityAnswer(book, entity, true),
    observation_count: entity.observation_count,
    last_observation_at: isoTime(entity.last_observed_at),
  };
}

/** All entities, or those of one type; `entity_type` in the query narrows the first. */
export function entityCollection(type: string | undefined): Collection {
  return {
    type: "entity_collection",
    category: "entities",
    items: "entities",
    about: type === undefined ? {} : { entity_type: type },
    sorts: ENTITY_SORTS,
    filters: type === undefined ? ["entity_type"] : [],
    async read(asked, truth) {
      const entityType = type ?? asked.entity_type;
      const sort = (asked.sort ?? "last_observation_at") as EntitySort;
      const order = asked.order ?? "desc";
      const book = await truth.schemas.book();
      const found = await truth.entities.sortedPage(entityType, { ...asked, sort, order });
      return {
        items: found.map((entity) => entityItem(book, entity)),
        total: (await truth.types.count(entityType)).live,
        last: await truth.entities.lastObservation(entityType),
      };
    },
  };
}

export function relationshipCollection(type: RelationshipType | undefined): Collection {
  return {
    type: "relationship_collection",
    category: "relationships",
    items: "relationships",
    about: type === undefined ? {} : { relationship_type: type },
    sorts: RELATIONSHIP_SORTS,
    filters: type === undefined ? ["relationship_type"] : [],
    async read(asked, truth) {
      const only = type ?? RELATIONSHIP_TYPES.find((known) => known === asked.relationship_type);
      if (asked.relationship_type !== undefined && only === undefined) return { items: [], total: 0, last: null };
      const sort = (asked.sort ?? "created_at") as RelationshipSort;
      const found = await truth.relationships.pageOfAll(only, {
        ...asked,
        sort,
        order: asked.order ?? "desc",
      });
      const counts = (await truth.relationships.countByType()).filter(
        ({ relationship_type }) => only === undefined || relationship_type === only,
      );
      return {
        items: found.map(relationshipAnswer),
        total: counts.reduce((sum, { n }) => sum + n, 0),
        last: counts.length === 0 ? null : Math.max(...counts.map(({ last }) => last)),
      };
    },
  };
}

/** All types, by name. */
export const entityTypeCollection: Collection = {
  type: "entity_types",
  category: "schema",
  items: "entity_types",
  sorts: ["entity_type"],
  async read({ limit, offset, order }, truth) {
    const schemas = await knownSchemas(truth);
    if (order === "desc") schemas.reverse();
    const items = schemas.slice(offset, offset + limit).map(({ entity_type, schema_version, fields }) => ({
      entity_type,
      schema_version,
      field_count: Object.keys(fields).length,
    }));
    return { items, total: schemas.length, last: null };
  },
};

export const sourceCollection: Collection = {
  type: "source_collection",
  category: "sources",
  items: "sources",
  sorts: SOURCE_SORTS,
  async read(asked, truth) {
    const sort = (asked.sort ?? "created_at") as SourceSort;
    const found = await truth.sources.page({ ...asked, sort, order: asked.order ?? "desc" });
    return { items: found.map(sourceAnswer), ...(await truth.sources.count()) };
  },
};

/** The events of a year, or of a month of it. */
export function timelineCollection(year: string, month: string | undefined): Collection {
  const from = Date.parse(`${year}-${month ?? "01"}-01T00:00:00.000Z`);
  const end = new Date(from);
  if (month === undefined) end.setUTCFullYear(end.getUTCFullYear() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  const filter = { from, until: end.getTime() - 1 };
  const newest = { limit: 1, offset: 0 };
  return {
    type: "timeline",
    category: "timeline",
    items: "events",
    about: { year, ...(month !== undefined && { month }) },
    sorts: ["event_timestamp"],
    async read(asked, truth: Truth) {
      const page = await truth.timeline.page(filter, { ...asked, order: asked.order ?? "desc" });
      const last = (await truth.timeline.page(filter, newest)).events[0]?.event_timestamp ?? null;
      return { items: page.events.map(timelineAnswer), total: page.total, last };
    },
  };
}
