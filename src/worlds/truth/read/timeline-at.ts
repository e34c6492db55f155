import { query, type Sql } from "../../../kernel/index.ts";
import type { AsOf } from "../model/inputs.ts";
import { schemaFor } from "../model/schema/built-in.ts";
import { type TimelineEvent, timelineOf } from "../model/timeline.ts";
import { isDeleted } from "../store/entity-store.ts";
import { fitsFilter, type TimelineFilter, timelineOfEntities } from "../store/timeline-store.ts";
import { walkEntitiesAt } from "./entities-at.ts";
import { type EntityAt, entitiesAsOf } from "./fold-entities-at.ts";
import { resolveAt } from "./merges-at.ts";

/** The events of then, latest first: dates as the fields stood at that time, not as they were moved later. */
export async function timelineAt(
  sql: Sql,
  tenant: string,
  asOf: AsOf,
  filter: TimelineFilter,
): Promise<TimelineEvent[]> {
  const events: TimelineEvent[] = [];
  const only = await namedEntities(sql, tenant, asOf, filter);
  if (only !== undefined) {
    for (const then of (await entitiesAsOf(sql, tenant, only, asOf)).values()) events.push(...eventsOf(then));
  } else {
    for await (const batch of walkEntitiesAt(sql, tenant, asOf, undefined)) {
      const unchanged = batch.filter(({ observations }) => observations === undefined).map(({ entity }) => entity.id);
      events.push(...(await timelineOfEntities(sql, tenant, unchanged)));
      for (const { entity, observations } of batch) {
        if (observations !== undefined) events.push(...eventsOf({ entity, observations }));
      }
    }
  }
  return events
    .filter((event) => fitsFilter(event, filter))
    .sort((a, b) => b.event_timestamp - a.event_timestamp || (a.id < b.id ? -1 : 1));
}

/** The entities a filter speaks of, where it names them: one, or those of a source. */
async function namedEntities(
  sql: Sql,
  tenant: string,
  asOf: AsOf,
  filter: TimelineFilter,
): Promise<string[] | undefined> {
  if (filter.entity_id !== undefined) return [filter.entity_id];
  if (filter.source_id === undefined) return undefined;
  const rows = await sql.all<{ origin_id: string; rule_id: string }>(
    query`select distinct origin_id, rule_id from truth_observation
      where tenant_id = ${tenant} and source_id = ${filter.source_id}`,
  );
  const origins = rows.flatMap(({ origin_id, rule_id }) => [origin_id, rule_id]);
  return [...new Set((await resolveAt(sql, tenant, origins, asOf.atIngested)).values())].sort();
}

function eventsOf({ entity, observations }: EntityAt): readonly TimelineEvent[] {
  if (isDeleted(entity)) return [];
  const sources = new Map(observations.map(({ id, source_id }) => [id, source_id]));
  return timelineOf(schemaFor(entity.entity_type), entity, entity, (id) => sources.get(id) ?? "");
}
