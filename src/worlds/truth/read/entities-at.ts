import { batchesOf, list, query, type Sql } from "../../../kernel/index.ts";
import type { Entity } from "../model/entity.ts";
import type { AsOf } from "../model/inputs.ts";
import type { Observation } from "../model/observation.ts";
import { byLastObservation, findEntities } from "../store/entity-page-store.ts";
import { type EntityRow, isDeleted, toEntity } from "../store/entity-store.ts";
import { type EntityAt, entitiesAsOf } from "./fold-entities-at.ts";
import { resolveAt, touchedSince } from "./merges-at.ts";

const ROWS_PER_QUERY = 500;

/** An entity at a time, with the observations it was folded from; without any it is as its row says. */
export interface EntityThen {
  readonly entity: Entity;
  readonly observations?: readonly Observation[];
}

/**
 * Every entity that was live then, a batch at a time, in order of ids.
 * Only entities that changed since are folded again; the others are their rows.
 */
export async function* walkEntitiesAt(
  sql: Sql,
  tenant: string,
  asOf: AsOf,
  entityType: string | undefined,
): AsyncIterable<EntityThen[]> {
  const touched = await touchedAfter(sql, tenant, asOf);
  const type = entityType === undefined ? query`` : query`and entity_type = ${entityType}`;
  const observed = asOf.at === undefined ? query`` : query`and first_observed_at <= ${asOf.at}`;
  const accepted = asOf.atIngested === undefined ? query`` : query`and first_accepted_at <= ${asOf.atIngested}`;
  let after = "";
  for (;;) {
    // Walks the primary key; what was not known yet falls out before it is read.
    const rows = await sql.all<EntityRow>(
      query`select * from truth_entity where tenant_id = ${tenant} and id > ${after} ${type} ${observed} ${accepted}
        order by id limit ${ROWS_PER_QUERY}`,
    );
    const entities = rows.map(toEntity).filter(({ id }) => !touched.has(id));
    yield await liveThen(sql, tenant, asOf, entities);
    if (rows.length < ROWS_PER_QUERY) break;
    after = rows.at(-1)?.id ?? "";
  }
  if (touched.size > 0) yield await touchedThen(sql, tenant, asOf, [...touched], entityType);
}

async function liveThen(sql: Sql, tenant: string, asOf: AsOf, entities: readonly Entity[]): Promise<EntityThen[]> {
  // Merged long before: it stood for another already.
  const standing = entities.filter(({ merged_to }) => merged_to === null);
  const changed = standing.filter((entity) => hasChanged(entity, asOf)).map(({ id }) => id);
  const folded = await entitiesAsOf(sql, tenant, changed, asOf);
  const changedIds = new Set(changed);
  return standing.flatMap((entity): EntityThen[] => {
    if (!changedIds.has(entity.id)) return isDeleted(entity) ? [] : [{ entity }];
    const then = folded.get(entity.id);
    return then === undefined || isDeleted(then.entity) ? [] : [then];
  });
}

/** Deletions and restorations are observations too, so the times of the last one tell. */
function hasChanged(entity: Pick<Entity, "last_observed_at" | "last_accepted_at">, { at, atIngested }: AsOf): boolean {
  return (
    (at !== undefined && entity.last_observed_at > at) ||
    (atIngested !== undefined && entity.last_accepted_at > atIngested)
  );
}

async function touchedThen(
  sql: Sql,
  tenant: string,
  asOf: AsOf,
  ids: readonly string[],
  entityType: string | undefined,
): Promise<EntityAt[]> {
  const stoodFor = await resolveAt(sql, tenant, ids, asOf.atIngested);
  const own = ids.filter((id) => stoodFor.get(id) === id);
  const folded = await entitiesAsOf(sql, tenant, own, asOf);
  return [...folded.values()].filter(
    ({ entity }) => !isDeleted(entity) && (entityType === undefined || entity.entity_type === entityType),
  );
}

/** What merges and splits have changed since then; read once for all that is asked of one time. */
export async function touchedAfter(sql: Sql, tenant: string, { atIngested }: AsOf): Promise<ReadonlySet<string>> {
  return new Set(atIngested === undefined ? [] : await touchedSince(sql, tenant, atIngested));
}

/** An entity that was live then; with its state of then if it has changed since. */
export interface StoodThen extends Pick<EntityRow, "id" | "entity_type"> {
  readonly changed?: EntityAt;
}

/** The named ones of the entities that were live then, a batch at a time. Of those that have not changed, no state is read. */
export async function* someEntitiesAt(
  sql: Sql,
  tenant: string,
  asOf: AsOf,
  touched: ReadonlySet<string>,
  ids: readonly string[],
): AsyncIterable<StoodThen[]> {
  for (const some of batchesOf(ids, ROWS_PER_QUERY)) {
    const rows = await sql.all<
      Pick<EntityRow, "id" | "entity_type" | "live" | "merged_to" | "last_observed_at" | "last_accepted_at">
    >(
      query`select id, entity_type, live, merged_to, last_observed_at, last_accepted_at from truth_entity
        where tenant_id = ${tenant} and id in (${list(some)})`,
    );
    const own = rows.filter(({ id, merged_to }) => merged_to === null && !touched.has(id));
    const same = own.filter((row) => row.live === 1 && !hasChanged(row, asOf));
    const changedIds = own.filter((row) => hasChanged(row, asOf)).map(({ id }) => id);
    changedIds.push(...some.filter((id) => touched.has(id)));
    const folded = await touchedThen(sql, tenant, asOf, changedIds, undefined);
    yield [
      ...same.map(({ id, entity_type }) => ({ id, entity_type })),
      ...folded.map((changed) => ({ id: changed.entity.id, entity_type: changed.entity.entity_type, changed })),
    ];
  }
}

/** A page of the entities of then, and exactly how many there were. */
export async function pageOfEntitiesAt(
  sql: Sql,
  tenant: string,
  asOf: AsOf,
  page: { entityType?: string | undefined; limit: number; offset: number },
): Promise<{ entities: Entity[]; total: number }> {
  const places: { id: string; last_observed_at: number }[] = [];
  for await (const batch of walkEntitiesAt(sql, tenant, asOf, page.entityType)) {
    places.push(...batch.map(({ entity: { id, last_observed_at } }) => ({ id, last_observed_at })));
  }
  const ids = byLastObservation(places)
    .slice(page.offset, page.offset + page.limit)
    .map(({ id }) => id);
  return { entities: await entitiesThen(sql, tenant, ids, asOf), total: places.length };
}

/** The named entities as they stood then, in the given order; those not known then are left out. */
export async function entitiesThen(sql: Sql, tenant: string, ids: readonly string[], asOf: AsOf): Promise<Entity[]> {
  const folded = await entitiesAsOf(sql, tenant, ids, asOf);
  return ids.flatMap((id) => {
    const entity = folded.get(id)?.entity;
    return entity === undefined || isDeleted(entity) ? [] : [entity];
  });
}

/** The named entities, now or then. */
export async function entitiesNowOrThen(
  sql: Sql,
  tenant: string,
  ids: readonly string[],
  asOf: AsOf | undefined,
): Promise<Entity[]> {
  if (asOf !== undefined) return entitiesThen(sql, tenant, ids, asOf);
  const found = await findEntities(sql, tenant, ids);
  return ids.flatMap((id) => {
    const entity = found.get(id);
    return entity === undefined || entity.merged_to !== null || isDeleted(entity) ? [] : [entity];
  });
}
