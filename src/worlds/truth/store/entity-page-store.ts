import { batchesOf, list, type Query, query, type Sql } from "../../../kernel/index.ts";
import type { Entity } from "../model/entity.ts";
import { type EntityRow, isDeleted, toEntity } from "./entity-store.ts";
import { type Place, sortPlaces, type TiedPage, tiedPage } from "./tied-page.ts";

export async function findEntities(sql: Sql, tenant: string, ids: readonly string[]): Promise<Map<string, Entity>> {
  const rows = await findEntityRows(sql, tenant, ids);
  return new Map(rows.map((row) => [row.id, toEntity(row)]));
}

export async function findEntityRows(sql: Sql, tenant: string, ids: readonly string[]): Promise<EntityRow[]> {
  const found: EntityRow[] = [];
  for (const some of batchesOf([...new Set(ids)])) {
    const rows = await sql.all<EntityRow>(
      query`select * from truth_entity where tenant_id = ${tenant} and id in (${list(some)})`,
    );
    found.push(...rows);
  }
  return found;
}

/** The live entities that ids stand for now, each once, in the order of the ids. */
export async function findLiveEntities(sql: Sql, tenant: string, ids: readonly string[]): Promise<Entity[]> {
  const live = new Map<string, Entity>();
  let wanted = [...ids];
  const order: string[] = [];
  const standsFor = new Map<string, string>();
  // Each round follows one link of every chain of merges; chains are finite and have no cycle.
  while (wanted.length > 0) {
    const entities = await findEntities(sql, tenant, wanted);
    const next: string[] = [];
    for (const id of wanted) {
      const entity = entities.get(id);
      if (entity === undefined) continue;
      if (entity.merged_to === null) live.set(id, entity);
      else {
        standsFor.set(id, entity.merged_to);
        if (!live.has(entity.merged_to)) next.push(entity.merged_to);
      }
    }
    wanted = [...new Set(next)];
  }
  for (const id of ids) {
    let at = id;
    for (let to = standsFor.get(at); to !== undefined; to = standsFor.get(at)) at = to;
    order.push(at);
  }
  return [...new Set(order)].flatMap((id) => {
    const entity = live.get(id);
    return entity === undefined || isDeleted(entity) ? [] : [entity];
  });
}

export interface EntityPage {
  readonly entityType?: string | undefined;
  readonly includeMerged: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** The latest observed first. Live and merged ones are two ranges of the same index, put together here. */
export async function pageOfEntities(sql: Sql, tenant: string, page: EntityPage): Promise<Entity[]> {
  const range = (condition: Query, part: { limit: number; offset: number }) =>
    tiedPage(entityPlaces(sql, tenant, page.entityType, condition), part);
  const live = query`live = 1`;
  if (!page.includeMerged) return entitiesAt(sql, tenant, await range(live, page));
  const upTo = { limit: page.limit + page.offset, offset: 0 };
  const merged = query`live = 0 and merged_to is not null`;
  const both = sortPlaces([...(await range(live, upTo)), ...(await range(merged, upTo))]);
  return entitiesAt(sql, tenant, both.slice(page.offset, page.offset + page.limit));
}

/** Places along the index on time, within a type where one is named. */
function entityPlaces(sql: Sql, tenant: string, entityType: string | undefined, condition: Query): TiedPage {
  const type = entityType === undefined ? query`` : query`and entity_type = ${entityType}`;
  const chosen = query`select id, last_observed_at as at from truth_entity where tenant_id = ${tenant} ${type} and ${condition}`;
  return {
    newest: (limit) => sql.all<Place>(query`${chosen} order by last_observed_at desc, id desc limit ${limit}`),
    ofTime: (at, limit) => sql.all<Place>(query`${chosen} and last_observed_at = ${at} order by id limit ${limit}`),
  };
}

async function entitiesAt(sql: Sql, tenant: string, places: readonly Place[]): Promise<Entity[]> {
  const ids = places.map(({ id }) => id);
  const found = await findEntities(sql, tenant, ids);
  return ids.flatMap((id) => found.get(id) ?? []);
}

export function byLastObservation<Item extends Pick<Entity, "id" | "last_observed_at">>(
  items: readonly Item[],
): Item[] {
  return [...items].sort((a, b) => b.last_observed_at - a.last_observed_at || (a.id < b.id ? -1 : 1));
}

export const ENTITY_SORTS = ["last_observation_at", "created_at", "canonical_name", "entity_type", "id"] as const;
export type EntitySort = (typeof ENTITY_SORTS)[number];

/** A page in another order. All but the first sort every entity of the selection. */
export async function pageOfSortedEntities(
  sql: Sql,
  tenant: string,
  entityType: string | undefined,
  page: { sort: EntitySort; order: "asc" | "desc"; limit: number; offset: number },
): Promise<Entity[]> {
  if (page.sort === "last_observation_at" && page.order === "desc") {
    return pageOfEntities(sql, tenant, { entityType, includeMerged: false, ...page });
  }
  const type = entityType === undefined ? query`` : query`and entity_type = ${entityType}`;
  const direction = page.order === "asc" ? query`asc` : query`desc`;
  const sorts = {
    last_observation_at: query`last_observed_at ${direction}, id`,
    created_at: query`first_accepted_at ${direction}, id`,
    canonical_name: query`canonical_name ${direction}, id`,
    entity_type: query`entity_type ${direction}, id`,
    id: query`id ${direction}`,
  };
  const rows = await sql.all<EntityRow>(
    query`select * from truth_entity where tenant_id = ${tenant} ${type} and live = 1
      order by ${sorts[page.sort]} limit ${page.limit} offset ${page.offset}`,
  );
  return rows.map(toEntity);
}

/** When the newest of a selection was observed; null when it is empty. */
export async function lastObservation(sql: Sql, tenant: string, entityType?: string): Promise<number | null> {
  const type = entityType === undefined ? query`` : query`and entity_type = ${entityType}`;
  const row = await sql.first<{ last: number | null }>(
    query`select max(last_observed_at) as last from truth_entity where tenant_id = ${tenant} ${type} and live = 1`,
  );
  return row?.last ?? null;
}
