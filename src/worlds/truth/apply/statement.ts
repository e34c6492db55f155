import type { Event, IndexWriter } from "../../../kernel/index.ts";
import { readUtf8 } from "../files/decode-text.ts";
import { passagesOf } from "../model/findable.ts";
import type { Observation } from "../model/observation.ts";
import {
  payloadOf,
  positionIn,
  type RecordedObservation,
  type RecordedSource,
  type Statement,
} from "../model/recorded.ts";
import type { Stores } from "../store/stores.ts";
import { createTouchedEntities, type TouchedEntities } from "./touched-entities.ts";

/** What a source said about entities: stores, corrections, deletions and restorations alike. */
export async function applyStatement(event: Event, stores: Stores, index: IndexWriter): Promise<void> {
  const statement = payloadOf<Statement>(event);
  if (statement.source !== undefined) {
    await stores.sources.insert(statement.source, event.at, positionIn(event, 0));
    if (statement.source.kind === "file" && statement.source.erased !== true) sayWords(event, statement.source, index);
  }
  if (statement.observations.length === 0) return;
  const touched = createTouchedEntities(stores, event, index);
  await touched.open([...new Set(statement.observations.map(({ rule_id }) => rule_id))]);
  for (const { rule_id, entity_type } of statement.observations) touched.chainOf(rule_id, entity_type);
  for (const [n, recorded] of statement.observations.entries()) {
    await addObservation(event, stores, touched, statement, recorded, n + 1);
  }
  await touched.save();
}

async function addObservation(
  event: Event,
  stores: Stores,
  touched: TouchedEntities,
  { source_id, interpretation_id }: Statement,
  recorded: RecordedObservation,
  n: number,
): Promise<void> {
  const { rule_id, identifiers, row: _row, start, ...said } = recorded;
  const chain = touched.chainOf(rule_id);
  const shown = chain.at(-1) ?? touched.draft(rule_id);
  // A clock that stands still or steps back must not make the later of two statements the older one.
  const accepted_at = Math.max(event.at, (shown.before?.last_accepted_at ?? 0) + 1);
  const observation: Observation = {
    ...said,
    origin_id: rule_id,
    entity_id: shown.id,
    source_id,
    interpretation_id,
    observed_at: said.declared_at ?? accepted_at,
    accepted_at,
    position: positionIn(event, n),
  };
  await stores.observations.insert(rule_id, observation, start ?? null);
  await stores.identifiers.insert(rule_id, identifiers);
  touched.saw(observation.entity_type, observation.fields);
  for (const draft of chain) touched.add(draft, observation);
  touched.said(shown, observation);
}

/** A file is found by its words where it is text. Its passages are found by their bytes, which are those of UTF-8. */
function sayWords(event: Event, { id, content_hash }: RecordedSource, index: IndexWriter): void {
  index.putFromFiles(async (files) => {
    const text = await readUtf8(await files.open(content_hash));
    return text === undefined ? [] : passagesOf(id, event.at, text).documents;
  });
}
