import { batchesOf, canonicalJson, type JsonObject, list, type Query, query, type Sql } from "../../../kernel/index.ts";
import { type ColumnValue, rowHash } from "../model/row-hash.ts";
import type { TimelineEvent, TimelineFilter } from "../model/timeline.ts";
import { projection } from "./projection.ts";
import { type Place, type TiedPage, tiedPage } from "./tied-page.ts";
import { type HashedRow, requireUnaltered } from "./unaltered.ts";

interface TimelineRow extends Omit<TimelineEvent, "properties">, HashedRow {
  readonly properties: string;
}

const COLUMNS = query`tenant_id, id, event_type, event_timestamp, source_id, entity_id, entity_type, field, observation_id, properties`;

function hashed(row: Omit<TimelineRow, "row_hash">): readonly ColumnValue[] {
  return [
    row.tenant_id,
    row.id,
    row.event_type,
    row.event_timestamp,
    row.source_id,
    row.entity_id,
    row.entity_type,
    row.field,
    row.observation_id,
    row.properties,
  ];
}

function toTimelineEvent(row: TimelineRow): TimelineEvent {
  requireUnaltered("truth_timeline", row.id, row, hashed(row));
  const { tenant_id: _tenant, row_hash: _hash, ...rest } = row;
  return { ...rest, properties: JSON.parse(row.properties) as JsonObject };
}

export const TIMELINE = projection(
  "truth_timeline",
  ["id"],
  ["event_type", "event_timestamp", "source_id", "entity_id", "entity_type", "field", "observation_id", "properties"],
);

/** Later than any date that can be written. */
const AFTER_ALL_TIME = 8_640_000_000_000_001;

export type TimelineStore = ReturnType<typeof createTimelineStore>;

/** The only file that knows the table of the timeline. */
export function createTimelineStore(sql: Sql, tenant: string) {
  /** The latest first. The index on source, entity or time leads, whichever the filter names. */
  async function page(
    filter: TimelineFilter,
    { limit, offset, order = "desc" }: { limit: number; offset: number; order?: "asc" | "desc" },
  ): Promise<{ events: TimelineEvent[]; total: number }> {
    const condition = conditionOf(tenant, filter);
    const places =
      order === "desc"
        ? await tiedPage(tiedPlaces(condition, orderOf(filter)), { limit, offset })
        : await sql.all<Place>(
            query`${placesIn(condition)} order by ${orderOf(filter)}, id limit ${limit} offset ${offset}`,
          );
    const found = new Map<string, TimelineEvent>();
    for (const some of batchesOf(places.map(({ id }) => id))) {
      const rows = await sql.all<TimelineRow>(
        query`select ${COLUMNS}, row_hash from truth_timeline where tenant_id = ${tenant} and id in (${list(some)})`,
      );
      for (const row of rows) found.set(row.id, toTimelineEvent(row));
    }
    const counted = await sql.first<{ n: number }>(query`select count(*) as n from truth_timeline where ${condition}`);
    return { events: places.flatMap(({ id }) => found.get(id) ?? []), total: counted?.n ?? 0 };
  }

  function tiedPlaces(condition: Query, order: Query): TiedPage {
    const chosen = placesIn(condition);
    return {
      newest: (limit) => sql.all<Place>(query`${chosen} order by ${order} desc, id desc limit ${limit}`),
      ofTime: (at, limit) => sql.all<Place>(query`${chosen} and event_timestamp = ${at} order by id limit ${limit}`),
    };
  }

  async function ofEntities(entityIds: readonly string[]): Promise<TimelineEvent[]> {
    const found: TimelineEvent[] = [];
    for (const some of batchesOf(entityIds)) {
      const rows = await sql.all<TimelineRow>(
        query`select ${COLUMNS}, row_hash from truth_timeline where tenant_id = ${tenant} and entity_id in (${list(some)})`,
      );
      found.push(...rows.map(toTimelineEvent));
    }
    return found;
  }

  /** The latest time before a month, or of all: one look into the index, which a bound makes of it. */
  async function latest(beforeMonth: string | undefined): Promise<number | null> {
    const bound = beforeMonth === undefined ? AFTER_ALL_TIME : Date.parse(`${beforeMonth}-01T00:00:00.000Z`);
    const row = await sql.first<{ last: number | null }>(
      query`select max(event_timestamp) as last from truth_timeline
        where tenant_id = ${tenant} and event_timestamp < ${bound}`,
    );
    return row?.last ?? null;
  }

  /** The months that have events, newest first: a jump from one to the next, never a walk over the events. */
  async function months(limit: number, before?: string): Promise<string[]> {
    const found: string[] = [];
    for (let last = await latest(before); last !== null && found.length < limit; ) {
      const month = new Date(last).toISOString().slice(0, -"-01T00:00:00.000Z".length);
      found.push(month);
      last = await latest(month);
    }
    return found;
  }

  async function write(event: TimelineEvent): Promise<void> {
    const values = hashed({ ...event, tenant_id: tenant, properties: canonicalJson(event.properties) });
    await sql.run(query`insert into truth_timeline (${COLUMNS}, row_hash) values (${list(values)}, ${rowHash(values)})
      on conflict (tenant_id, id) do update set event_type = excluded.event_type,
        observation_id = excluded.observation_id, properties = excluded.properties, row_hash = excluded.row_hash`);
  }

  async function remove(id: string): Promise<void> {
    await sql.run(query`delete from truth_timeline where tenant_id = ${tenant} and id = ${id}`);
  }

  return { page, ofEntities, months, write, remove };
}

function conditionOf(tenant: string, filter: TimelineFilter): Query {
  const { event_type, source_id, entity_id, from, until } = filter;
  return query`tenant_id = ${tenant}
    ${source_id === undefined ? query`` : query`and source_id = ${source_id}`}
    ${entity_id === undefined ? query`` : query`and entity_id = ${entity_id}`}
    ${event_type === undefined ? query`` : query`and event_type = ${event_type}`}
    ${from === undefined ? query`` : query`and event_timestamp >= ${from}`}
    ${until === undefined ? query`` : query`and event_timestamp <= ${until}`}`;
}

function placesIn(condition: Query): Query {
  return query`select id, event_timestamp as at from truth_timeline where ${condition}`;
}

/** What one entity or source has is sorted; as a bare column SQLite would rather walk all events in order of time. */
function orderOf({ entity_id, source_id }: TimelineFilter): Query {
  return entity_id === undefined && source_id === undefined ? query`event_timestamp` : query`event_timestamp + 0`;
}
