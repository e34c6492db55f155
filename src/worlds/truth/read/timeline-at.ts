import { isDeleted } from "../model/entity.ts";
import type { SchemaBook } from "../model/schema/schema-book.ts";
import type { AsOf } from "../model/time.ts";
import { fitsFilter, type TimelineEvent, type TimelineFilter, timelineOf } from "../model/timeline.ts";
import type { Truth } from "../truth.ts";
import { walkEntitiesAt } from "./entities-at.ts";
import { type EntityAt, entitiesAsOf } from "./fold-entities-at.ts";

/** The events of then, latest first: dates as the fields stood at that time, not as they were moved later. */
export async function timelineAt(truth: Truth, asOf: AsOf, filter: TimelineFilter): Promise<TimelineEvent[]> {
  const events: TimelineEvent[] = [];
  const book = await truth.schemas.book();
  const only = await namedEntities(truth, asOf, filter);
  if (only !== undefined) {
    for (const then of (await entitiesAsOf(truth, only, asOf)).values()) events.push(...eventsOf(book, then));
  } else {
    for await (const batch of walkEntitiesAt(truth, asOf, undefined)) {
      const unchanged = batch.filter(({ observations }) => observations === undefined).map(({ entity }) => entity.id);
      events.push(...(await truth.timeline.ofEntities(unchanged)));
      for (const { entity, observations } of batch) {
        if (observations !== undefined) events.push(...eventsOf(book, { entity, observations }));
      }
    }
  }
  return events
    .filter((event) => fitsFilter(event, filter))
    .sort((a, b) => b.event_timestamp - a.event_timestamp || (a.id < b.id ? -1 : 1));
}

/** The entities a filter speaks of, where it names them: one, or those of a source. */
async function namedEntities(truth: Truth, asOf: AsOf, filter: TimelineFilter): Promise<string[] | undefined> {
  if (filter.entity_id !== undefined) return [filter.entity_id];
  if (filter.source_id === undefined) return undefined;
  const origins = await truth.observations.originsOfSource(filter.source_id);
  return [...new Set((await truth.merges.standsFor(origins, asOf.atIngested)).values())].sort();
}

function eventsOf(book: SchemaBook, { entity, observations }: EntityAt): readonly TimelineEvent[] {
  if (isDeleted(entity)) return [];
  const sources = new Map(observations.map(({ id, source_id }) => [id, source_id]));
  return timelineOf(book.of(entity.entity_type), entity, entity, (id) => sources.get(id) ?? "");
}
