import { canonicalJson } from "../../../kernel/index.ts";
import { type Folded, isLive } from "../model/entity.ts";
import type { EntitySchema } from "../model/schema/types/entity-schema.ts";
import { type TimelineEvent, timelineOf } from "../model/timeline.ts";
import type { TimelineStore } from "../store/timeline-store.ts";
import { type EntityDraft, stateOf } from "./entity-draft.ts";

/** Brings the timeline of an entity from what it said before to what it says now. Only live entities have one. */
export async function writeTimeline(
  timeline: TimelineStore,
  draft: EntityDraft,
  name: string,
  sourceOf: (observationId: string) => string,
): Promise<void> {
  const { before, folded } = draft;
  const eventsOf = (schema: EntitySchema, canonical_name: string, said: Folded): ReadonlyMap<string, TimelineEvent> => {
    const entity = { id: draft.id, entity_type: draft.entity_type, canonical_name };
    return new Map(timelineOf(schema, entity, said, sourceOf).map((event) => [event.id, event]));
  };
  const none: ReadonlyMap<string, TimelineEvent> = new Map();
  const old =
    before !== undefined && isLive(before)
      ? eventsOf(draft.schema_before ?? draft.schema, before.canonical_name, before)
      : none;
  const now = isLive(stateOf(draft)) ? eventsOf(draft.schema, name, folded) : none;
  for (const [id, event] of old) {
    if (!now.has(id)) await timeline.remove(event.id);
  }
  for (const [id, event] of now) {
    const was = old.get(id);
    if (was === undefined || canonicalJson({ ...was }) !== canonicalJson({ ...event })) await timeline.write(event);
  }
}
