import type { Event, IndexWriter } from "../../../kernel/index.ts";
import type { Observation } from "../model/observation.ts";
import { type Merge, payloadOf, positionIn, type Split, type Unmerge } from "../model/recorded.ts";
import type { Stores } from "../store/stores.ts";
import type { EntityDraft } from "./entity-draft.ts";
import { moveRelationships } from "./relationships.ts";
import { createTouchedEntities, type TouchedEntities } from "./touched-entities.ts";

/** One entity becomes another: what is known of it counts there, and its id leads there. */
export async function applyMerge(event: Event, stores: Stores, index: IndexWriter): Promise<void> {
  const { from_entity_id, to_entity_id, merge_reason } = payloadOf<Merge>(event);
  const touched = createTouchedEntities(stores, event, index);
  await touched.open([from_entity_id, to_entity_id]);
  const [from, to] = [touched.draft(from_entity_id), touched.draft(to_entity_id)];
  const moved = await stores.observations.move(from_entity_id, to_entity_id);
  from.merged_to = to_entity_id;
  touched.touch(from);
  await touched.rebuild(to, observationsOf(stores, to, undefined));
  await touched.save();
  await moveRelationships(stores, from_entity_id);
  const merge = { from_entity_id, to_entity_id, merged_at: event.at, position: positionIn(event, 0) };
  await stores.merges.insert(merge, { reason: merge_reason, moved });
}

/** Takes a merge back: the entity stands again as if it had never been merged. */
export async function applyUnmerge(event: Event, stores: Stores, index: IndexWriter): Promise<void> {
  const { from_entity_id: fromId } = payloadOf<Unmerge>(event);
  const touched = createTouchedEntities(stores, event, index);
  await touched.open([fromId]);
  const from = touched.draft(fromId);
  const above = touched.chainOf(fromId).slice(1);
  const shown = above.at(-1) ?? from;
  from.merged_to = null;
  touched.touch(from);
  await stores.observations.moveOrigins(shown.id, fromId, await stores.entities.mergedInto(fromId));
  await rebuildChain(stores, touched, above, fromId);
  await touched.save();
  await stores.merges.undo(fromId, event.at);
  await insertRegrouping(event, stores, "unmerge", fromId, shown.id);
  await moveRelationships(stores, shown.id);
}

/** Some observations get an entity of their own. */
export async function applySplit(event: Event, stores: Stores, index: IndexWriter): Promise<void> {
  const split = payloadOf<Split>(event);
  const touched = createTouchedEntities(stores, event, index);
  await touched.open(Object.keys(split.identifiers).concat(split.entity_id));
  const shown = touched.draft(split.entity_id);
  const [fresh] = touched.chainOf(split.new_entity_id, shown.entity_type);
  if (fresh === undefined) return;
  await stores.observations.assign(split.observation_ids, fresh.id, event.at);
  for (const [originId, identifiers] of Object.entries(split.identifiers)) {
    await stores.identifiers.replace(originId, identifiers);
  }
  await touched.rebuild(fresh, observationsOf(stores, fresh, undefined));
  // Those merged into the shown entity lose what was taken from under them as well.
  const losers = new Set(Object.keys(split.identifiers).flatMap((id) => touched.chainOf(id)));
  losers.delete(fresh);
  await rebuildChain(stores, touched, [...losers], undefined);
  await touched.save();
  await insertRegrouping(event, stores, "split", split.entity_id, fresh.id);
}

/** Works out anew what several merged entities come to, leaving out one that no longer belongs. */
export async function rebuildChain(
  stores: Stores,
  touched: TouchedEntities,
  chain: readonly EntityDraft[],
  without: string | undefined,
): Promise<void> {
  for (const draft of chain) {
    const own = draft.merged_to === null ? undefined : await stores.entities.mergedInto(draft.id, without);
    const shown = touched.chainOf(draft.id).at(-1) ?? draft;
    await touched.rebuild(draft, observationsOf(stores, shown, own));
  }
}

/** The observations that count for an entity, or those of them with one of some origins. */
async function* observationsOf(
  { observations }: Stores,
  { id }: EntityDraft,
  origins: readonly string[] | undefined,
): AsyncIterable<Observation> {
  const wanted = origins && new Set(origins);
  for await (const observation of observations.each(id)) {
    if (wanted === undefined || wanted.has(observation.origin_id)) yield observation;
  }
}

async function insertRegrouping(
  event: Event,
  { regroupings }: Stores,
  change: "unmerge" | "split",
  entity_id: string,
  other_entity_id: string,
): Promise<void> {
  const position = positionIn(event, 0);
  await regroupings.insert({ position, change, entity_id, other_entity_id, accepted_at: event.at });
}
