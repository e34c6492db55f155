import { canonicalJson, type Finding, type Json } from "../../../kernel/index.ts";
import { type Entity, isLive } from "../model/entity.ts";
import { type TimelineEvent, timelineOf } from "../model/timeline.ts";
import type { Stores } from "../store/stores.ts";
import type { Winner } from "../store/winners.ts";
import { type Refolded, refold } from "./refold.ts";

/** What is compared value by value, so that a finding names the field. */
const BY_FIELD = ["snapshot", "fragments", "provenance", "fragment_provenance"] as const;
const WHOLE = [
  "canonical_name",
  "deletion",
  "observation_count",
  "first_observed_at",
  "last_observed_at",
  "first_accepted_at",
  "last_accepted_at",
] as const;

/** Whether an entity's row and its timeline are what its observations come to. */
export async function* checkEntity(stores: Stores, id: string): AsyncIterable<Finding> {
  const [found] = await stores.entities.findWithWinners([id]);
  if (found === undefined) {
    yield { what: `entity ${id}`, reason: "it is observed, and has no row" };
    return;
  }
  const folded = await refold(stores, found.entity);
  yield* differences(found.entity, folded.entity);
  if (!haveWon(found.winners, folded.winners)) {
    yield { what: `entity ${id}`, reason: "its winners are not those who have won its fields" };
  }
  yield* checkTimeline(stores, folded);
}

function* differences(row: Entity, folded: Entity): Iterable<Finding> {
  for (const part of BY_FIELD) {
    const fields = new Set([...Object.keys(row[part]), ...Object.keys(folded[part])]);
    for (const field of [...fields].sort()) {
      if (text(row[part][field]) === text(folded[part][field])) continue;
      const reason = `its ${part} is not what its observations come to`;
      yield { what: `entity ${row.id} field ${field}`, reason };
    }
  }
  for (const part of WHOLE) {
    if (text(row[part] as Json) === text(folded[part] as Json)) continue;
    yield { what: `entity ${row.id}`, reason: `its ${part} is not what its observations come to` };
  }
}

/** In any order: it is that of arrival. Rows from before rows held winners have none. */
function haveWon(held: readonly Winner[], won: readonly Winner[]): boolean {
  const texts = (winners: readonly Winner[]) => winners.map((winner) => canonicalJson({ ...winner })).sort();
  return held.length === 0 || texts(held).join() === texts(won).join();
}

async function* checkTimeline(stores: Stores, { entity, winner }: Refolded): AsyncIterable<Finding> {
  const schema = (await stores.schemas.book()).of(entity.entity_type);
  const due = isLive(entity) ? timelineOf(schema, entity, entity, (id) => winner(id).source_id) : [];
  const there = new Map((await stores.timeline.ofEntities([entity.id])).map((event) => [event.id, event]));
  for (const event of due) {
    const row = there.get(event.id);
    there.delete(event.id);
    if (row === undefined || !same(row, event)) yield { what: nameOf(event), reason: "it is not what its date says" };
  }
  for (const event of there.values()) yield { what: nameOf(event), reason: "no date of the entity says so" };
}

function nameOf({ id, entity_id, field }: TimelineEvent): string {
  return `timeline event ${id} of entity ${entity_id} field ${field}`;
}

function same(one: TimelineEvent, other: TimelineEvent): boolean {
  return canonicalJson({ ...one }) === canonicalJson({ ...other });
}

function text(value: Json | undefined): string {
  return value === undefined ? "" : canonicalJson(value);
}
