import { batchesOf, canonicalJson, type JsonObject, list, type Query, query, type Sql } from "../../../kernel/index.ts";
import type { Observation } from "../model/observation.ts";
import type { AsOf } from "../model/time.ts";
import { joinLiveEntity } from "./entity-store.ts";
import { projection } from "./projection.ts";
import type { Winner } from "./winners.ts";

/** A row as the engines give it. */
interface ObservationRow extends Omit<Observation, "fields" | "fragments">, Assigned {
  readonly fields: string;
  readonly fragments: string;
}

/** Whom the identity rules meant, and since when a split says otherwise. */
export interface Assigned {
  readonly rule_id: string;
  readonly assigned_at: number | null;
}

/** Two entities that a split has parted. */
export interface SplitPair {
  readonly rule_id: string;
  readonly origin_id: string;
}

function toObservation(row: ObservationRow): Observation {
  const { rule_id: _rule, assigned_at: _assigned, ...rest } = row;
  return {
    ...rest,
    fields: JSON.parse(row.fields) as JsonObject,
    fragments: JSON.parse(row.fragments) as JsonObject,
  };
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
    const found: Winner[] = [];
    for (const some of batchesOf([...new Set(ids)])) {
      found.push(
        ...(await sql.all<Winner>(
          query`select id, observed_at, source_priority, specificity_score, source_id from truth_observation
            where tenant_id = ${tenant} and id in (${list(some)})`,
        )),
      );
    }
    return found;
  }

  /** Where the row of an observation begins in the JSON its call stored, in bytes. */
  async function startOfRow(id: string): Promise<number | undefined> {
    const row = await sql.first<{ row_start: number | null }>(
      query`select row_start from truth_observation where tenant_id = ${tenant} and id = ${id}`,
    );
    return row?.row_start ?? undefined;
  }

  async function insert(ruleId: string, observation: Observation, rowStart: number | null): Promise<void> {
    await sql.run(query`insert into truth_observation
      (tenant_id, id, rule_id, origin_id, entity_id, entity_type, schema_version, source_id, interpretation_id, kind,
        fields, fragments, source_priority, specificity_score, observed_at, declared_at, accepted_at, row_start, position)
      values (${tenant}, ${observation.id}, ${ruleId}, ${observation.origin_id}, ${observation.entity_id},
        ${observation.entity_type}, ${observation.schema_version}, ${observation.source_id},
        ${observation.interpretation_id}, ${observation.kind}, ${canonicalJson(observation.fields)},
        ${canonicalJson(observation.fragments)}, ${observation.source_priority}, ${observation.specificity_score},
        ${observation.observed_at}, ${observation.declared_at}, ${observation.accepted_at}, ${rowStart},
        ${observation.position})`);
  }

  /** Lets all that counts for one entity count for another; answers with how many those are. */
  async function move(fromId: string, toId: string): Promise<number> {
    return sql.run(
      query`update truth_observation set entity_id = ${toId} where tenant_id = ${tenant} and entity_id = ${fromId}`,
    );
  }

  /** The same of some origins only. */
  async function moveOrigins(fromId: string, toId: string, originIds: readonly string[]): Promise<void> {
    for (const some of batchesOf(originIds)) {
      await sql.run(query`update truth_observation set entity_id = ${toId}
        where tenant_id = ${tenant} and entity_id = ${fromId} and origin_id in (${list(some)})`);
    }
  }

  /** Gives observations an entity of their own, whatever the rules say. */
  async function assign(ids: readonly string[], entityId: string, at: number): Promise<void> {
    for (const some of batchesOf(ids)) {
      await sql.run(query`update truth_observation
        set origin_id = ${entityId}, entity_id = ${entityId}, assigned_at = ${at}
        where tenant_id = ${tenant} and id in (${list(some)})`);
    }
  }

  return {
    findMany,
    page,
    each,
    eachAsArrived,
    knownAt,
    splitsSince,
    splitsFrom,
    ofSource,
    hasSource,
    originsOfSource,
    openOfSource,
    countOpenOfSource,
    openEntitiesOfSource,
    before,
    positionsOf,
    weightsOf,
    startOfRow,
    insert,
    move,
    moveOrigins,
    assign,
  };
}

function within({ at, atIngested }: AsOf): Query {
  return query`${at === undefined ? query`` : query`and observed_at <= ${at}`}
    ${atIngested === undefined ? query`` : query`and accepted_at <= ${atIngested}`}`;
}
