import type { Event, IndexWriter, JsonObject } from "../../../kernel/index.ts";
import { readUtf8 } from "../files/decode-text.ts";
import type { Observation } from "../model/observation.ts";
import { isModel } from "../model/provider.ts";
import {
  payloadOf,
  positionIn,
  type RecordedObservation,
  type RecordedSource,
  type Statement,
} from "../model/recorded.ts";
import { wordsOfSource } from "../model/source-words.ts";
import type { Stores } from "../store/stores.ts";
import { createTouchedEntities, type TouchedEntities } from "./touched-entities.ts";

/** What a source said about entities: stores, corrections, deletions and restorations alike. */
export async function applyStatement(event: Event, stores: Stores, index: IndexWriter): Promise<void> {
  const statement = payloadOf<Statement>(event);
  if (statement.source !== undefined) {
    await stores.sources.insert(statement.source, event.at, positionIn(event, 0));
    await stores.withdrawn.statedAgain(statement.source_id, event.seq);
    if (isWorded(statement.source)) sayWords(statement.source, event.at, event.seq, index);
  }
  await addRun(event, stores, statement);
  if (statement.observations.length === 0) return;
  const touched = createTouchedEntities(stores, event, index);
  await touched.open([...new Set(statement.observations.map(({ rule_id }) => rule_id))]);
  for (const { rule_id, entity_type } of statement.observations) touched.chainOf(rule_id, entity_type);
  for (const [n, recorded] of statement.observations.entries()) {
    await addObservation(event, stores, touched, statement, recorded, n + 1);
  }
  await touched.save();
}

/** Only models have runs that are counted: rules and callers read as often as they like. */
async function addRun(
  event: Event,
  { runs }: Stores,
  { source_id, interpretation_id, interpretation_config: config }: Statement,
): Promise<void> {
  if (interpretation_id === null || config === undefined || !isModel(config.provider)) return;
  await runs.insert(interpretation_id, source_id, config, event.at);
}

async function addObservation(
  event: Event,
  stores: Stores,
  touched: TouchedEntities,
  { source_id, interpretation_id }: Statement,
  recorded: RecordedObservation,
  n: number,
): Promise<void> {
  const { rule_id, identifiers, row: _row, start, quotes, ...said } = recorded;
  const chain = touched.chainOf(rule_id);
  const shown = chain.at(-1) ?? touched.draft(rule_id);
  // A clock that stands still or steps back must not make the later of two statements the older one.
  const accepted_at = Math.max(event.at, (shown.before?.last_accepted_at ?? 0) + 1);
  const observation: Observation = {
    ...said,
    // The order of names is that of the log, where they are sorted: by it winners stand in the entity's row.
    fields: inOrder(said.fields),
    fragments: inOrder(said.fragments),
    origin_id: rule_id,
    entity_id: shown.id,
    source_id,
    interpretation_id,
    observed_at: said.declared_at ?? accepted_at,
    accepted_at,
    position: positionIn(event, n),
  };
  await stores.observations.insert(rule_id, observation, start ?? null);
  if (quotes !== undefined) await stores.quotes.insert(said.id, quotes);
  await stores.identifiers.insert(rule_id, identifiers);
  touched.saw(observation.entity_type, observation.fields);
  for (const draft of chain) touched.add(draft, observation);
  touched.said(shown, observation);
}

function inOrder(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a source is found by its words. */
export function isWorded({ kind, erased }: Pick<RecordedSource, "kind" | "erased">): boolean {
  return kind === "file" && erased !== true;
}

/** A file is found by its words where it is text. Its passages are found by their bytes, which are those of UTF-8. */
export function sayWords(source: RecordedSource, storedAt: number, seq: number, index: IndexWriter): void {
  index.putFromFiles(async (files) => {
    const text = await readUtf8(await files.open(source.content_hash));
    return text === undefined ? [] : wordsOfSource(source, storedAt, seq, text);
  });
}
