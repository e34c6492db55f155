import type { Event, IndexWriter } from "../../../kernel/index.ts";
import { entryOf, payloadOf, positionIn, type Withdrawal } from "../model/recorded.ts";
import type { Stores } from "../store/stores.ts";
import { rebuildChain } from "./merges.ts";
import { putRelationshipsBack, takeRelationshipsOut } from "./relationships.ts";
import { isWorded, sayWords } from "./statement.ts";
import { createTouchedEntities, type TouchedEntities } from "./touched-entities.ts";
import { fieldsSeen } from "./type-counts.ts";

/** A source goes with all it said, as if it had never been stored. */
export async function applyWithdrawal(event: Event, stores: Stores, index: IndexWriter): Promise<void> {
  const { source_id, identifiers, words } = payloadOf<Withdrawal>(event);
  const source = await stores.sources.find(source_id);
  // An erasure may have left nothing of it.
  if (source === undefined) return;
  const touched = createTouchedEntities(stores, event, index);
  await touched.open(await stores.observations.originsOfSource(source_id));
  const observations = await stores.observations.takeOut(source_id);
  const quotes = Object.fromEntries(await stores.quotes.takeOut(observations.map(({ observation }) => observation.id)));
  const entityIds = [...new Set(observations.map(({ observation }) => observation.entity_id))];
  const relationships = await takeRelationshipsOut(stores, source_id, entityIds);
  await stores.sources.remove(source_id);
  await stores.withdrawn.keep(source_id, { source, observations, quotes, relationships }, positionIn(event, 0));
  for (const [originId, left] of Object.entries(identifiers)) await stores.identifiers.replace(originId, left);
  await rebuildAll(stores, touched, new Set(observations.map(({ observation }) => observation.origin_id)));
  await touched.save();
  const book = await stores.schemas.book();
  for (const type of new Set(observations.map(({ observation }) => observation.entity_type))) {
    await stores.types.settle(type, await fieldsSeen(book.of(type), stores.observations.fieldsOfType(type)));
  }
  if (words === undefined) return;
  const ids = words.places.map(([start, end]) => `${source_id}:${start}:${end}`);
  if (ids.length > 0) index.remove(words.space, ids);
}

/** A withdrawal is taken back: what was taken out stands again as it stood. */
export async function applyReadmission(event: Event, stores: Stores, index: IndexWriter): Promise<void> {
  const { source_id, identifiers } = payloadOf<Withdrawal>(event);
  const taken = (await stores.withdrawn.find(source_id))?.content;
  if (taken === undefined) return;
  const { source, observations, quotes, relationships } = taken;
  await stores.withdrawn.release(source_id);
  await stores.sources.insert(source, source.created_at, source.position);
  const touched = createTouchedEntities(stores, event, index);
  await touched.open([...new Set(observations.map(({ observation }) => observation.origin_id))]);
  for (const stored of observations) {
    const { origin_id, entity_type, fields } = stored.observation;
    const shown = touched.chainOf(origin_id, entity_type).at(-1);
    const entity_id = shown?.id ?? origin_id;
    await stores.observations.putBack({ ...stored, observation: { ...stored.observation, entity_id } });
    touched.saw(entity_type, fields);
  }
  for (const [id, of] of Object.entries(quotes)) await stores.quotes.insert(id, of);
  for (const [originId, back] of Object.entries(identifiers)) await stores.identifiers.insert(originId, back);
  await rebuildAll(stores, touched, new Set(observations.map(({ observation }) => observation.origin_id)));
  await touched.save();
  await putRelationshipsBack(stores, relationships);
  if (isWorded(source)) sayWords(source, source.created_at, entryOf(source.position), index);
}

async function rebuildAll(stores: Stores, touched: TouchedEntities, origins: ReadonlySet<string>): Promise<void> {
  const changed = new Set([...origins].flatMap((id) => touched.chainOf(id)));
  await rebuildChain(stores, touched, [...changed], undefined);
}
