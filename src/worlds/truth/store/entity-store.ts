import { batchesOf, canonicalJson, list, type Query, query, type Sql } from "../../../kernel/index.ts";
import { type Entity, isDeleted, isLive } from "../model/entity.ts";
import { rowHash } from "../model/row-hash.ts";
import type { AsOf } from "../model/time.ts";
import { type EntityRow, hashedColumns, toEntity } from "./entity-row.ts";
import { namesWith, type PlaceInName } from "./identifier-store.ts";
import { projection } from "./projection.ts";
import { rememberedIn } from "./remembered.ts";
import { type Place, sortPlaces, type TiedPage, tiedPage } from "./tied-page.ts";
import { toWinners, type Winner, winnersText } from "./winners.ts";

/** For the rows of other tables: only those that speak of an entity that can be opened. */
export function joinLiveEntity(tenant: string, id: Query): Query {
  return query`join truth_entity e on e.tenant_id = ${tenant} and e.id = ${id} and e.live = 1`;
}

/** For the rows of other tables: the entity each speaks of. SQLite takes a cross join in the order it is written in. */
export function crossEntity(tenant: string, id: Query): { readonly from: Query; readonly where: Query } {
  return { from: query`cross join truth_entity e`, where: query`e.tenant_id = ${tenant} and e.id = ${id}` };
}

/** The deleted entities: they have an index of their own and are few. */
export function deletedEntities(tenant: string): Query {
  return query`select id from truth_entity where tenant_id = ${tenant} and live = 0 and merged_to is null`;
}

/** What tells whether an entity stands, and since when, without its state. */
export interface EntityStanding
  extends Pick<Entity, "id" | "entity_type" | "merged_to" | "last_observed_at" | "last_accepted_at"> {
  readonly live: number;
}

/** Who has a name: a live entity, or one that was merged away and stands for another now. */
export interface NamedEntity {
  readonly origin_id: string;
  readonly entity_type: string;
  readonly merged_to: string | null;
}

export interface EntityPage {
  readonly entityType?: string | undefined;
  readonly includeMerged: boolean;
  readonly limit: number;
  readonly offset: number;
}

export const ENTITY_SORTS = ["last_observation_at", "created_at", "canonical_name", "entity_type", "id"] as const;
export type EntitySort = (typeof ENTITY_SORTS)[number];

/** The entities of one type, whatever became of them. */
export function entityIdsOfType(tenant: string, entityType: string): Query {
  return query`select id from truth_entity where tenant_id = ${tenant} and entity_type = ${entityType}`;
}

/** Merges show in `merged_to`. */
export const ENTITIES = projection(
  "truth_entity",
  ["id"],
  [
    "entity_type",
    "canonical_name",
    "merged_to",
    "live",
    "snapshot",
    "provenance",
    "fragments",
    "fragment_provenance",
    "deletion",
    "observation_count",
  ],
);

export type EntityStore = ReturnType<typeof createEntityStore>;

/** The only file that knows the table of entities. */
export function createEntityStore(sql: Sql, tenant: string) {
  async function find(id: string): Promise<Entity | undefined> {
    const row = await sql.first<EntityRow>(
      query`select * from truth_entity where tenant_id = ${tenant} and id = ${id}`,
    );
    return row && toEntity(row);
  }

  /** The entity that an id stands for now: itself, or what it was merged into. */
  async function resolve(id: string): Promise<Entity | undefined> {
    let entity = await find(id);
    // Merges into merged entities are refused, and one may be merged later: the chain is finite and has no cycle.
    while (entity?.merged_to != null) entity = await find(entity.merged_to);
    return entity;
  }

  async function findRows(ids: readonly string[]): Promise<EntityRow[]> {
    const found: EntityRow[] = [];
    const seen = rememberedIn(sql)?.entityRows;
    const unseen = [...new Set(ids)].filter((id) => {
      const row = seen?.get(placeOf(id)) as EntityRow | undefined;
      if (row !== undefined) found.push(row);
      return seen?.has(placeOf(id)) !== true;
    });
    for (const some of batchesOf(unseen)) {
      const rows = await sql.all<EntityRow>(
        query`select * from truth_entity where tenant_id = ${tenant} and id in (${list(some)})`,
      );
      for (const id of some) seen?.set(placeOf(id), undefined);
      for (const row of rows) seen?.set(placeOf(row.id), row);
      found.push(...rows);
    }
    return found;
  }

  function placeOf(id: string): string {
    return `${tenant} ${id}`;
  }

  function forget(id: string): void {
    rememberedIn(sql)?.entityRows.delete(placeOf(id));
  }

  async function findMany(ids: readonly string[]): Promise<Map<string, Entity>> {
    const rows = await findRows(ids);
    return new Map(rows.map((row) => [row.id, toEntity(row)]));
  }

  /** The same with the weights of who won their fields. */
  async function findWithWinners(ids: readonly string[]): Promise<{ entity: Entity; winners: Winner[] }[]> {
    const rows = await findRows(ids);
    return rows.map((row) => ({ entity: toEntity(row), winners: toWinners(row.winners) }));
  }

  /** The live entities that ids stand for now, each once, in the order of the ids. */
  async function findLive(ids: readonly string[]): Promise<Entity[]> {
    const live = new Map<string, Entity>();
    let wanted = [...ids];
    const order: string[] = [];
    const standsFor = new Map<string, string>();
    // Each round follows one link of every chain of merges; chains are finite and have no cycle.
    while (wanted.length > 0) {
      const entities = await findMany(wanted);
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

  /** Which stand, and since when. */
  async function standing(ids: readonly string[]): Promise<EntityStanding[]> {
    return sql.all<EntityStanding>(
      query`select id, entity_type, live, merged_to, last_observed_at, last_accepted_at from truth_entity
        where tenant_id = ${tenant} and id in (${list(ids)})`,
    );
  }

  /** A stretch of the entities that were known at a time, in order of ids, merged and deleted ones included. */
  async function knownAfter(id: string, asOf: AsOf, entityType: string | undefined, limit: number): Promise<Entity[]> {
    const observed = asOf.at === undefined ? query`` : query`and first_observed_at <= ${asOf.at}`;
    const accepted = asOf.atIngested === undefined ? query`` : query`and first_accepted_at <= ${asOf.atIngested}`;
    // Walks the primary key; what was not known yet falls out before it is read.
    const rows = await sql.all<EntityRow>(
      query`select * from truth_entity where tenant_id = ${tenant} and id > ${id} ${ofType(entityType)} ${observed} ${accepted}
        order by id limit ${limit}`,
    );
    return rows.map(toEntity);
  }

  /** How many of those that were never deleted were known at a time, of all or of some. */
  async function countKnown(
    asOf: AsOf,
    types: readonly string[],
    only: readonly string[] | undefined,
    isKnown: (id: Query) => Query,
  ): Promise<number> {
    const { at, atIngested } = asOf;
    const observed = at === undefined ? query`` : query`and first_observed_at <= ${at}`;
    const accepted = atIngested === undefined ? query`` : query`and first_accepted_at <= ${atIngested}`;
    // Of two times each may be met by another statement: then one must be found that meets both.
    const both =
      at === undefined || atIngested === undefined
        ? query``
        : query`and (last_observed_at <= ${at} or last_accepted_at <= ${atIngested} or ${isKnown(query`truth_entity.id`)})`;
    let n = 0;
    for (const some of only === undefined ? [undefined] : batchesOf(only)) {
      const ids = some === undefined ? query`` : query`and id in (${list(some)})`;
      const row = await sql.first<{ n: number }>(
        query`select count(*) as n from truth_entity where tenant_id = ${tenant} and entity_type in (${list(types)})
          and merged_to is null and deletion is null ${observed} ${accepted} ${both} ${ids}`,
      );
      n += Number(row?.n ?? 0);
    }
    return n;
  }

  /** Those of some types that were deleted at least once, whatever they are now. */
  async function everDeleted(types: readonly string[]): Promise<string[]> {
    const rows = await sql.all<{ id: string }>(
      query`select id from truth_entity where tenant_id = ${tenant} and entity_type in (${list(types)})
        and deletion is not null order by id`,
    );
    return rows.map(({ id }) => id);
  }

  /** The first ids of one type, whatever became of them. */
  async function idsOfType(entityType: string, limit: number): Promise<string[]> {
    const rows = await sql.all<{ id: string }>(query`${entityIdsOfType(tenant, entityType)} limit ${limit}`);
    return rows.map(({ id }) => id);
  }

  /** Who has a name with this text now, in order of names. The type is that of live entities; what a merged one stands for is left to see. */
  async function named(
    text: string,
    place: PlaceInName,
    entityType: string | undefined,
    limit?: number,
  ): Promise<NamedEntity[]> {
    const type = entityType === undefined ? query`` : query`and e.entity_type = ${entityType}`;
    // SQLite takes a cross join in the order it is written in: from the names to their entities.
    return sql.all<NamedEntity>(
      query`select n.origin_id, e.entity_type, e.merged_to from (${namesWith(tenant, text, place)}) n cross join truth_entity e
        where e.tenant_id = ${tenant} and e.id = n.origin_id and ((e.live = 1 ${type}) or e.merged_to is not null)
        order by n.value, n.origin_id ${limit === undefined ? query`` : query`limit ${limit}`}`,
    );
  }

  /** The latest observed first. Live and merged ones are two ranges of the same index, put together here. */
  async function page({ entityType, includeMerged, limit, offset }: EntityPage): Promise<Entity[]> {
    const range = (condition: Query, part: { limit: number; offset: number }) =>
      tiedPage(places(entityType, condition), part);
    const live = query`live = 1`;
    if (!includeMerged) return entitiesAt(await range(live, { limit, offset }));
    const upTo = { limit: limit + offset, offset: 0 };
    const merged = query`live = 0 and merged_to is not null`;
    const both = sortPlaces([...(await range(live, upTo)), ...(await range(merged, upTo))]);
    return entitiesAt(both.slice(offset, offset + limit));
  }

  /** Live entities of some types that meet a condition on their id, the latest observed first. */
  async function idsMeeting(
    types: readonly string[],
    condition: (id: Query) => Query,
    part: { limit: number; offset: number },
  ): Promise<string[]> {
    const [only] = types;
    const several = types.length === 1 ? query`` : query`and entity_type in (${list(types)})`;
    const met = query`live = 1 ${several} ${condition(query`truth_entity.id`)}`;
    return (await tiedPage(places(types.length === 1 ? only : undefined, met), part)).map(({ id }) => id);
  }

  function liveMeeting(types: readonly string[], condition: (id: Query) => Query): Query {
    return query`from truth_entity where tenant_id = ${tenant} and entity_type in (${list(types)}) and live = 1
      ${condition(query`truth_entity.id`)}`;
  }

  async function countMeeting(types: readonly string[], condition: (id: Query) => Query): Promise<number> {
    const row = await sql.first<{ n: number }>(query`select count(*) as n ${liveMeeting(types, condition)}`);
    return Number(row?.n ?? 0);
  }

  /** The same by id. */
  async function idsInOrder(
    types: readonly string[],
    condition: (id: Query) => Query,
    part: { limit: number; offset: number },
  ): Promise<string[]> {
    const rows = await sql.all<{ id: string }>(
      query`select id ${liveMeeting(types, condition)} order by id limit ${part.limit} offset ${part.offset}`,
    );
    return rows.map(({ id }) => id);
  }

  /** Places along the index on time, within a type where one is named. */
  function places(entityType: string | undefined, condition: Query): TiedPage {
    const chosen = query`select id, last_observed_at as at from truth_entity where tenant_id = ${tenant} ${ofType(entityType)} and ${condition}`;
    return {
      newest: (limit) => sql.all<Place>(query`${chosen} order by last_observed_at desc, id desc limit ${limit}`),
      ofTime: (at, limit) => sql.all<Place>(query`${chosen} and last_observed_at = ${at} order by id limit ${limit}`),
    };
  }

  async function entitiesAt(found: readonly Place[]): Promise<Entity[]> {
    const ids = found.map(({ id }) => id);
    const entities = await findMany(ids);
    return ids.flatMap((id) => entities.get(id) ?? []);
  }

  /** A page in another order. All but the first sort every entity of the selection. */
  async function sortedPage(
    entityType: string | undefined,
    { sort, order, limit, offset }: { sort: EntitySort; order: "asc" | "desc"; limit: number; offset: number },
  ): Promise<Entity[]> {
    if (sort === "last_observation_at" && order === "desc") {
      return page({ entityType, includeMerged: false, limit, offset });
    }
    const direction = order === "asc" ? query`asc` : query`desc`;
    const sorts = {
      last_observation_at: query`last_observed_at ${direction}, id`,
      created_at: query`first_accepted_at ${direction}, id`,
      canonical_name: query`canonical_name ${direction}, id`,
      entity_type: query`entity_type ${direction}, id`,
      id: query`id ${direction}`,
    };
    const rows = await sql.all<EntityRow>(
      query`select * from truth_entity where tenant_id = ${tenant} ${ofType(entityType)} and live = 1
        order by ${sorts[sort]} limit ${limit} offset ${offset}`,
    );
    return rows.map(toEntity);
  }

  /** When the newest of a selection was observed; null when it is empty. */
  async function lastObservation(entityType?: string): Promise<number | null> {
    const row = await sql.first<{ last: number | null }>(
      query`select max(last_observed_at) as last from truth_entity where tenant_id = ${tenant} ${ofType(entityType)} and live = 1`,
    );
    return row?.last ?? null;
  }

  /** Live ids that begin as typed. */
  async function idsFrom(typed: string, limit: number): Promise<string[]> {
    // An expression: by the bare column SQLite would sort all live entities instead of walking the few ids.
    const rows = await sql.all<{ id: string }>(
      query`select id from truth_entity where tenant_id = ${tenant} and id >= ${typed} and id < ${`${typed}\u{10FFFF}`}
        and live + 0 = 1 order by id limit ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  /** An entity and everything that was merged into it, at any remove. */
  async function mergedInto(id: string, without?: string): Promise<string[]> {
    const found = [id];
    for (let wanted = [id]; wanted.length > 0; ) {
      const next: string[] = [];
      for (const some of batchesOf(wanted)) {
        const rows = await sql.all<{ id: string }>(
          query`select id from truth_entity where tenant_id = ${tenant} and merged_to in (${list(some)}) order by id`,
        );
        next.push(...rows.map((row) => row.id).filter((merged) => merged !== without));
      }
      found.push(...next);
      wanted = next;
    }
    return found;
  }

  /** Writes an entity as it stands now; its place in the log is that of its first writing. */
  async function write(entity: Entity, winners: readonly Winner[], position: number): Promise<void> {
    const row: Omit<EntityRow, "row_hash"> = {
      ...entity,
      tenant_id: tenant,
      live: isLive(entity) ? 1 : 0,
      snapshot: canonicalJson(entity.snapshot),
      provenance: canonicalJson(entity.provenance),
      fragments: canonicalJson(entity.fragments),
      fragment_provenance: canonicalJson(entity.fragment_provenance),
      winners: winnersText(winners),
      deletion: entity.deletion === null ? null : canonicalJson({ ...entity.deletion }),
    };
    const values = hashedColumns(row);
    forget(entity.id);
    await sql.run(query`insert into truth_entity
      (tenant_id, id, entity_type, canonical_name, schema_version, merged_to, live, snapshot, provenance, fragments,
        fragment_provenance, winners, deletion, observation_count, first_observed_at, last_observed_at, first_accepted_at,
        last_accepted_at, row_hash, position)
      values (${list(values)}, ${rowHash(values)}, ${position})
      on conflict (tenant_id, id) do update set
        canonical_name = excluded.canonical_name, schema_version = excluded.schema_version,
        merged_to = excluded.merged_to, live = excluded.live, snapshot = excluded.snapshot,
        provenance = excluded.provenance, fragments = excluded.fragments,
        fragment_provenance = excluded.fragment_provenance, winners = excluded.winners, deletion = excluded.deletion,
        observation_count = excluded.observation_count, first_observed_at = excluded.first_observed_at,
        last_observed_at = excluded.last_observed_at, first_accepted_at = excluded.first_accepted_at,
        last_accepted_at = excluded.last_accepted_at, row_hash = excluded.row_hash`);
  }

  /** Ids of a type whose values or fragments name one of some fields, or of all; those merged away too. */
  async function* holding(entityType: string, fields: readonly string[] | null): AsyncIterable<string> {
    for (let after = ""; ; ) {
      const rows = await sql.all<{ id: string; snapshot: string; fragments: string }>(
        query`select id, snapshot, fragments from truth_entity
          where tenant_id = ${tenant} and entity_type = ${entityType} and id > ${after} order by id limit ${HELD_AT_ONCE}`,
      );
      for (const { id, ...parts } of rows) {
        if (fields === null || [parts.snapshot, parts.fragments].some((part) => namesOne(part, fields))) yield id;
      }
      if (rows.length < HELD_AT_ONCE) return;
      after = rows.at(-1)?.id ?? "";
    }
  }

  async function remove(id: string): Promise<void> {
    forget(id);
    await sql.run(query`delete from truth_entity where tenant_id = ${tenant} and id = ${id}`);
  }

  return {
    find,
    resolve,
    findMany,
    /** The same, whatever has become of reading: rows hold what all statements come to, also those of times to come. */
    asStored: findMany,
    findWithWinners,
    findLive,
    standing,
    knownAfter,
    countKnown,
    everDeleted,
    idsOfType,
    named,
    page,
    idsMeeting,
    countMeeting,
    idsInOrder,
    sortedPage,
    lastObservation,
    idsFrom,
    mergedInto,
    write,
    holding,
    remove,
  };
}

const HELD_AT_ONCE = 500;

function namesOne(json: string, fields: readonly string[]): boolean {
  const held = JSON.parse(json) as object;
  return fields.some((field) => Object.hasOwn(held, field));
}

function ofType(entityType: string | undefined): Query {
  return entityType === undefined ? query`` : query`and entity_type = ${entityType}`;
}

/** How many entities there are of all users, for people. */
export async function countEntities(sql: Sql): Promise<number> {
  const counted = await sql.first<{ n: number }>(
    query`select cast(count(*) as integer) as n from truth_entity where live = 1`,
  );
  return counted?.n ?? 0;
}
