import { batchesOf, canonicalJson, type JsonObject, list, type Query, query, type Sql } from "../../../kernel/index.ts";
import type { Observation } from "../model/observation.ts";
import { type ColumnValue, rowHash } from "../model/row-hash.ts";
import type { AsOf } from "../model/time.ts";
import { crossEntity, entityIdsOfType, joinLiveEntity } from "./entity-store.ts";
import { projection } from "./projection.ts";
import { type HashedRow, requireUnaltered } from "./unaltered.ts";
import type { Winner } from "./winners.ts";

/** A row as the engines give it. */
interface ObservationRow extends Omit<Observation, "fields" | "fragments">, Assigned, HashedRow {
  readonly fields: string;
  readonly fragments: string;
  readonly row_start: number | null;
}

/** Whom the identity rules meant, and since when a split says otherwise. */
export interface Assigned {
  readonly rule_id: string;
  readonly assigned_at: number | null;
}

/** An observation with all that its row says. */
export interface StoredObservation extends Assigned {
  readonly observation: Observation;
  /** Where its row begins in the JSON its call stored, in bytes. */
  readonly row_start: number | null;
}

/** Two entities that a split has parted. */
export interface SplitPair {
  readonly rule_id: string;
  readonly origin_id: string;
}

/** What a source said that no schema claims. */
export interface Unclaimed {
  readonly source_id: string;
  readonly fragments: JsonObject;
}

function hashed(row: Omit<ObservationRow, "row_hash">): readonly ColumnValue[] {
  return [
    row.tenant_id,
    row.id,
    row.rule_id,
    row.origin_id,
    row.entity_id,
    row.entity_type,
    row.schema_version,
    row.source_id,
    row.interpretation_id,
    row.kind,
    row.fields,
    row.fragments,
    row.source_priority,
    row.specificity_score,
    row.observed_at,
    row.declared_at,
    row.accepted_at,
    row.assigned_at,
    row.row_start,
    row.position,
  ];
}

function requireAsStored(row: ObservationRow): ObservationRow {
  requireUnaltered("truth_observation", row.id, row, hashed(row));
  return row;
}

function toObservation(row: ObservationRow): Observation {
  requireAsStored(row);
  const { tenant_id: _tenant, row_hash: _hash, row_start: _start, rule_id: _rule, assigned_at: _at, ...rest } = row;
  return {
    ...rest,
    fields: JSON.parse(row.fields) as JsonObject,
    fragments: JSON.parse(row.fragments) as JsonObject,
  };
}

function toStored(row: ObservationRow): StoredObservation {
  const { rule_id, assigned_at, row_start } = row;
  return { rule_id, assigned_at, row_start, observation: toObservation(row) };
}

/** The sources that say something of an entity. */
export function sourceIdsOf(tenant: string, entityId: string): Query {
  return query`select source_id from truth_observation where tenant_id = ${tenant} and entity_id = ${entityId}`;
}

export const OBSERVATIONS = projection(
  "truth_observation",
  ["id"],
  [
    "origin_id",
    "entity_id",
    "entity_type",
    "fields",
    "fragments",
    "source_id",
    "kind",
    "source_priority",
    "specificity_score",
    "declared_at",
  ],
);

/** How many rows go into one statement when they move. */
const PLACED_AT_ONCE = 100;

export type ObservationStore = ReturnType<typeof createObservationStore>;

/** The only file that knows the table of observations. */
export function createObservationStore(sql: Sql, tenant: string) {
  async function findMany(ids: readonly string[]): Promise<Map<string, Observation>> {
    const found = new Map<string, Observation>();
    for (const some of batchesOf([...new Set(ids)])) {
      const rows = await sql.all<ObservationRow>(
        query`select * from truth_observation where tenant_id = ${tenant} and id in (${list(some)})`,
      );
      for (const row of rows) found.set(row.id, toObservation(row));
    }
    return found;
  }

  /** The same with what tells how each came to count where it does. */
  async function findStored(ids: readonly string[]): Promise<Map<string, StoredObservation>> {
    const found = new Map<string, StoredObservation>();
    for (const some of batchesOf([...new Set(ids)])) {
      const rows = await sql.all<ObservationRow>(
        query`select * from truth_observation where tenant_id = ${tenant} and id in (${list(some)})`,
      );
      for (const row of rows) found.set(row.id, toStored(row));
    }
    return found;
  }

  /** The newest first, by the index on entity and time; the entity row holds how many there are. */
  async function page(entityId: string, { limit, offset }: { limit: number; offset: number }): Promise<Observation[]> {
    const rows = await sql.all<ObservationRow>(
      query`select * from truth_observation where tenant_id = ${tenant} and entity_id = ${entityId}
        order by observed_at desc, id limit ${limit} offset ${offset}`,
    );
    return rows.map(toObservation);
  }

  /** All that count for an entity, the first observed first. */
  async function* each(entityId: string): AsyncIterable<Observation> {
    const rows = sql.each<ObservationRow>(
      query`select * from truth_observation where tenant_id = ${tenant} and entity_id = ${entityId} order by observed_at, id`,
    );
    for await (const row of rows) yield toObservation(row);
  }

  /** The same in the order they arrived in. */
  async function* eachAsArrived(entityId: string): AsyncIterable<Observation> {
    const rows = sql.each<ObservationRow>(
      query`select * from truth_observation where tenant_id = ${tenant} and entity_id = ${entityId} order by position`,
    );
    for await (const row of rows) yield toObservation(row);
  }

  /** What was known of entities at a time, and of those that a later split took observations from. */
  async function knownAt(
    entityIds: readonly string[],
    splitFrom: readonly string[],
    asOf: AsOf,
  ): Promise<(Assigned & { readonly observation: Observation })[]> {
    const rows = new Map<string, ObservationRow>();
    const take = async (condition: Query) => {
      const found = await sql.all<ObservationRow>(
        query`select * from truth_observation where tenant_id = ${tenant} and ${condition} ${within(asOf)}`,
      );
      for (const row of found) rows.set(row.id, row);
    };
    for (const some of batchesOf(entityIds)) await take(query`entity_id in (${list(some)})`);
    // The partial index on rule_id holds only observations that were split.
    for (const some of batchesOf(splitFrom)) await take(query`assigned_at is not null and rule_id in (${list(some)})`);
    return [...rows.values()].map((row) => ({
      rule_id: row.rule_id,
      assigned_at: row.assigned_at,
      observation: toObservation(row),
    }));
  }

  /** What was said of entities of some types by a time, the last first; an entity comes once for each statement. */
  async function* saidBy(
    asOf: AsOf,
    types: readonly string[],
  ): AsyncIterable<{ entity_id: string; observed_at: number }> {
    // Along the time, not along the entities.
    const entity = crossEntity(tenant, query`o.entity_id`);
    yield* sql.each<{ entity_id: string; observed_at: number }>(
      query`select o.entity_id, o.observed_at from truth_observation o ${entity.from}
        where o.tenant_id = ${tenant} ${withinOf(query`o.`, asOf)} and ${entity.where}
          and e.merged_to is null and e.deletion is null and e.entity_type in (${list(types)})
        order by o.observed_at desc, o.entity_id`,
    );
  }

  /** That something of an entity was known by a time. */
  function isKnownBy(asOf: AsOf, entityId: Query): Query {
    return query`exists (select 1 from truth_observation o
      where o.tenant_id = ${tenant} and o.entity_id = ${entityId} ${withinOf(query`o.`, asOf)})`;
  }

  async function splitsSince(time: number): Promise<SplitPair[]> {
    return sql.all<SplitPair>(
      query`select distinct rule_id, origin_id from truth_observation
        where tenant_id = ${tenant} and assigned_at is not null and assigned_at > ${time}`,
    );
  }

  async function splitsFrom(ruleIds: readonly string[]): Promise<SplitPair[]> {
    return sql.all<SplitPair>(
      query`select distinct rule_id, origin_id from truth_observation
        where tenant_id = ${tenant} and assigned_at is not null and rule_id in (${list(ruleIds)})`,
    );
  }

  /** What one source said, in the order it was said. By the bare key SQLite would walk the whole table to save a sort. */
  async function ofSource(sourceId: string, limit: number): Promise<Observation[]> {
    const rows = await sql.all<ObservationRow>(
      query`select * from truth_observation where tenant_id = ${tenant} and source_id = ${sourceId}
        order by position + 0 limit ${limit}`,
    );
    return rows.map(toObservation);
  }

  /** A stretch of what one source said, from a place in the log on. */
  async function ofSourceAfter(sourceId: string, position: number, limit: number): Promise<StoredObservation[]> {
    const rows = await sql.all<ObservationRow>(
      query`select * from truth_observation where tenant_id = ${tenant} and source_id = ${sourceId}
        and position + 0 > ${position} order by position + 0 limit ${limit}`,
    );
    return rows.map(toStored);
  }

  async function hasSource(sourceId: string): Promise<boolean> {
    const row = await sql.first(
      query`select id from truth_observation where tenant_id = ${tenant} and source_id = ${sourceId} limit 1`,
    );
    return row !== undefined;
  }

  /** Everyone a source was ever taken to speak of. */
  async function originsOfSource(sourceId: string): Promise<string[]> {
    const rows = await sql.all<SplitPair>(
      query`select distinct origin_id, rule_id from truth_observation
        where tenant_id = ${tenant} and source_id = ${sourceId}`,
    );
    return rows.flatMap(({ origin_id, rule_id }) => [origin_id, rule_id]);
  }

  /** What a source said of entities that can be opened, by the index on source. */
  function openIn(sourceId: string): Query {
    return query`from truth_observation o ${joinLiveEntity(tenant, query`o.entity_id`)}
      where o.tenant_id = ${tenant} and o.source_id = ${sourceId}`;
  }

  /** In the order it was said. By the bare key SQLite would walk the whole table to save a sort. */
  async function openOfSource(sourceId: string, limit: number): Promise<Observation[]> {
    const rows = await sql.all<ObservationRow>(
      query`select o.* ${openIn(sourceId)} order by o.position + 0 limit ${limit}`,
    );
    return rows.map(toObservation);
  }

  async function countOpenOfSource(sourceId: string): Promise<number> {
    const row = await sql.first<{ n: number }>(query`select count(*) as n ${openIn(sourceId)}`);
    return row?.n ?? 0;
  }

  /** The entities a source speaks of, in the order it comes to them. */
  async function openEntitiesOfSource(sourceId: string, limit: number): Promise<string[]> {
    const rows = await sql.all<{ entity_id: string }>(
      query`select o.entity_id ${openIn(sourceId)} group by o.entity_id order by min(o.position) limit ${limit}`,
    );
    return rows.map(({ entity_id }) => entity_id);
  }

  /** The newest before a place in the log. */
  async function before(position: number, limit: number): Promise<Observation[]> {
    const rows = await sql.all<ObservationRow>(
      query`select * from truth_observation where tenant_id = ${tenant} and position < ${position}
        order by position desc limit ${limit}`,
    );
    return rows.map(toObservation);
  }

  /** Whether anything was said of an entity since, or by those of its observations that came with one origin. */
  async function saidSince(entityId: string, acceptedAt: number, originId?: string): Promise<boolean> {
    const origin = originId === undefined ? query`` : query`and origin_id = ${originId}`;
    // The newest first: where something was said since, it is mostly the first that is looked at.
    const row = await sql.first(
      query`select id from truth_observation where tenant_id = ${tenant} and entity_id = ${entityId}
        and accepted_at > ${acceptedAt} ${origin} order by observed_at desc limit 1`,
    );
    return row !== undefined;
  }

  /** The places in the log of those that are there. */
  async function positionsOf(ids: readonly string[]): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const some of batchesOf([...new Set(ids)])) {
      const rows = await sql.all<{ id: string; position: number }>(
        query`select id, position from truth_observation where tenant_id = ${tenant} and id in (${list(some)})`,
      );
      for (const { id, position } of rows) found.set(id, position);
    }
    return found;
  }

  async function weightsOf(ids: readonly string[]): Promise<Winner[]> {
    return [...(await findMany(ids)).values()];
  }

  /** Where the row of an observation begins in the JSON its call stored, in bytes. */
  async function startOfRow(id: string): Promise<number | undefined> {
    const row = await sql.first<ObservationRow>(
      query`select * from truth_observation where tenant_id = ${tenant} and id = ${id}`,
    );
    return row === undefined ? undefined : (requireAsStored(row).row_start ?? undefined);
  }

  async function insert(ruleId: string, observation: Observation, rowStart: number | null): Promise<void> {
    await putBack({ rule_id: ruleId, observation, assigned_at: null, row_start: rowStart });
  }

  /** Takes out all that a source said, and answers with it. */
  async function takeOut(sourceId: string): Promise<StoredObservation[]> {
    const rows = await sql.all<ObservationRow>(
      query`select * from truth_observation where tenant_id = ${tenant} and source_id = ${sourceId}
        order by position + 0`,
    );
    await sql.run(query`delete from truth_observation where tenant_id = ${tenant} and source_id = ${sourceId}`);
    return rows.map(toStored);
  }

  /** What was said of all entities of one type. */
  async function* fieldsOfType(entityType: string): AsyncIterable<JsonObject> {
    const rows = sql.each<{ fields: string }>(
      query`select fields from truth_observation where tenant_id = ${tenant}
        and entity_id in (${entityIdsOfType(tenant, entityType)}) and entity_type = ${entityType}`,
    );
    for await (const { fields } of rows) yield JSON.parse(fields) as JsonObject;
  }

  async function putBack({ observation, ...rest }: StoredObservation): Promise<void> {
    const values = hashed({
      ...observation,
      ...rest,
      tenant_id: tenant,
      fields: canonicalJson(observation.fields),
      fragments: canonicalJson(observation.fragments),
    });
    await sql.run(query`insert into truth_observation
      (tenant_id, id, rule_id, origin_id, entity_id, entity_type, schema_version, source_id, interpretation_id, kind,
        fields, fragments, source_priority, specificity_score, observed_at, declared_at, accepted_at, assigned_at,
        row_start, position, row_hash)
      values (${list(values)}, ${rowHash(values)})`);
  }

  /** Gives some rows another place; their hashes go with them. Answers with how many those are. */
  async function place(chosen: Query, to: Partial<Assigned> & { entity_id: string; origin_id?: string }) {
    const rows = await sql.all<ObservationRow>(
      query`select * from truth_observation where tenant_id = ${tenant} and ${chosen} limit ${PLACED_AT_ONCE}`,
    );
    if (rows.length === 0) return 0;
    // Each condition whole: what stands once behind `case` a cluster sends on wrongly.
    const hashes = rows.map(
      (row) => query`when id = ${row.id} then ${rowHash(hashed({ ...requireAsStored(row), ...to }))}`,
    );
    const origin =
      to.origin_id === undefined
        ? query``
        : query`origin_id = ${to.origin_id}, assigned_at = ${to.assigned_at ?? null},`;
    return sql.change(query`update truth_observation
      set ${origin} entity_id = ${to.entity_id}, row_hash = case ${inTurn(hashes)} end
      where tenant_id = ${tenant} and id in (${list(rows.map(({ id }) => id))})`);
  }

  /** The same until none is left: those that were placed are not chosen again. */
  async function placeAll(chosen: Query, to: { entity_id: string }): Promise<number> {
    let moved = 0;
    for (;;) {
      const some = await place(chosen, to);
      moved += some;
      if (some < PLACED_AT_ONCE) return moved;
    }
  }

  /** Lets all that counts for one entity count for another; answers with how many those are. */
  async function move(fromId: string, toId: string): Promise<number> {
    return placeAll(query`entity_id = ${fromId}`, { entity_id: toId });
  }

  /** The same of some origins only. */
  async function moveOrigins(fromId: string, toId: string, originIds: readonly string[]): Promise<void> {
    for (const some of batchesOf(originIds)) {
      await placeAll(query`entity_id = ${fromId} and origin_id in (${list(some)})`, { entity_id: toId });
    }
  }

  /** Gives observations an entity of their own, whatever the rules say. */
  async function assign(ids: readonly string[], entityId: string, at: number): Promise<void> {
    for (const some of batchesOf(ids, PLACED_AT_ONCE)) {
      await place(query`id in (${list(some)})`, { origin_id: entityId, entity_id: entityId, assigned_at: at });
    }
  }

  /** The latest statements of a type with fields that its schema does not claim. */
  async function unclaimed(entityType: string, limit: number): Promise<Unclaimed[]> {
    const rows = await sql.all<{ source_id: string; fragments: string }>(
      query`select source_id, fragments from truth_observation
        where tenant_id = ${tenant} and entity_type = ${entityType} and fragments <> '{}' and kind = 'store'
        order by position desc limit ${limit}`,
    );
    return rows.map(({ source_id, fragments }) => ({ source_id, fragments: JSON.parse(fragments) as JsonObject }));
  }

  return {
    findMany,
    findStored,
    page,
    each,
    eachAsArrived,
    knownAt,
    saidBy,
    isKnownBy,
    splitsSince,
    splitsFrom,
    ofSource,
    ofSourceAfter,
    hasSource,
    originsOfSource,
    openOfSource,
    countOpenOfSource,
    openEntitiesOfSource,
    before,
    saidSince,
    positionsOf,
    weightsOf,
    unclaimed,
    startOfRow,
    insert,
    takeOut,
    fieldsOfType,
    putBack,
    move,
    moveOrigins,
    assign,
  };
}

function inTurn(parts: readonly Query[]): Query {
  return parts.reduce((all, part) => query`${all} ${part}`);
}

function within(asOf: AsOf): Query {
  return withinOf(query``, asOf);
}

function withinOf(table: Query, { at, atIngested }: AsOf): Query {
  return query`${at === undefined ? query`` : query`and ${table}observed_at <= ${at}`}
    ${atIngested === undefined ? query`` : query`and ${table}accepted_at <= ${atIngested}`}`;
}
