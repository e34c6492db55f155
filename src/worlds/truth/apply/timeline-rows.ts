import { canonicalJson, query, type Sql } from "../../../kernel/index.ts";
import type { Folded } from "../model/entity.ts";
import { type TimelineEvent, timelineOf } from "../model/timeline.ts";
import { type EntityDraft, isLive, stateOf } from "./entity-draft.ts";

/** Brings the timeline of an entity from what it said before to what it says now. Only live entities have one. */
export async function writeTimeline(
  sql: Sql,
  tenant: string,
  draft: EntityDraft,
  name: string,
  sourceOf: (observationId: string) => string,
): Promise<void> {
  const { before, folded } = draft;
  const eventsOf = (canonical_name: string, said: Folded): ReadonlyMap<string, TimelineEvent> => {
    const entity = { id: draft.id, entity_type: draft.entity_type, canonical_name };
    return new Map(timelineOf(draft.schema, entity, said, sourceOf).map((event) => [event.id, event]));
  };
  const none: ReadonlyMap<string, TimelineEvent> = new Map();
  const old = before !== undefined && isLive(before) ? eventsOf(before.canonical_name, before) : none;
  const now = isLive(stateOf(draft)) ? eventsOf(name, folded) : none;
  for (const [id, event] of old) {
    if (!now.has(id)) await sql.run(query`delete from truth_timeline where tenant_id = ${tenant} and id = ${event.id}`);
  }
  for (const [id, event] of now) {
    const was = old.get(id);
    if (was === undefined || canonicalJson({ ...was }) !== canonicalJson({ ...event })) await write(sql, tenant, event);
  }
}

async function write(sql: Sql, tenant: string, event: TimelineEvent): Promise<void> {
  await sql.run(query`insert into truth_timeline
    (tenant_id, id, event_type, event_timestamp, source_id, entity_id, entity_type, field, observation_id, properties)
    values (${tenant}, ${event.id}, ${event.event_type}, ${event.event_timestamp}, ${event.source_id},
      ${event.entity_id}, ${event.entity_type}, ${event.field}, ${event.observation_id},
      ${canonicalJson(event.properties)})
    on conflict (tenant_id, id) do update set event_type = excluded.event_type,
      observation_id = excluded.observation_id, properties = excluded.properties`);
}
