import { refuse } from "../errors.ts";
import { readUtf8 } from "../files/decode-text.ts";
import type { Identifier } from "../model/identifier.ts";
import { identify } from "../model/identity/identify.ts";
import type { Observation } from "../model/observation.ts";
import { entryOf, SOURCE_READMITTED, SOURCE_WITHDRAWN, toPayload, type Withdrawal } from "../model/recorded.ts";
import type { SchemaBook } from "../model/schema/schema-book.ts";
import type { Source } from "../model/source.ts";
import { wordsOfSource } from "../model/source-words.ts";
import type { Truth } from "../truth.ts";
import { receiptOf } from "./receipt.ts";

const OBSERVATIONS_MAX = 100_000;

/** Takes a source back with all it said: nothing of it is found, shown or quoted until it is readmitted or stored again. */
export async function withdrawSource(truth: Truth, source: Source, reason: string | undefined) {
  const said = await truth.observations.ofSource(source.id, OBSERVATIONS_MAX);
  await requireNoneMergedInto(truth, source, said);
  const words = await placesOf(truth, source);
  const event = await truth.scope.record({
    kind: SOURCE_WITHDRAWN,
    ...(reason !== undefined && { reasoning: reason }),
    payload: toPayload({
      source_id: source.id,
      reason: reason ?? null,
      ...aboutOf(said),
      identifiers: await identifiersLeft(truth, source, said),
      ...(words !== undefined && { words }),
    }),
  });
  return answerOf(source.id, said, receiptOf(event));
}

/** Takes a withdrawal back. */
export async function readmitSource(truth: Truth, sourceId: string, reason: string | undefined) {
  const taken = (await truth.withdrawn.find(sourceId))?.content;
  if (taken === undefined) {
    throw refuse("SOURCE_NOT_FOUND", "No source with this id is withdrawn.", { source_id: sourceId });
  }
  const said = taken.observations.map(({ observation }) => observation);
  const identifiers = new Map<string, Map<string, Identifier>>();
  const book = await truth.schemas.book();
  for (const observation of said) addIdentifiers(truth, book, identifiers, observation);
  const event = await truth.scope.record({
    kind: SOURCE_READMITTED,
    ...(reason !== undefined && { reasoning: reason }),
    payload: toPayload({
      source_id: sourceId,
      reason: reason ?? null,
      ...aboutOf(said),
      identifiers: listed(identifiers),
    }),
  });
  return answerOf(sourceId, said, receiptOf(event));
}

function answerOf(source_id: string, said: readonly Observation[], receipt: ReturnType<typeof receiptOf>) {
  const entity_ids = [...new Set(said.map(({ entity_id }) => entity_id))].sort();
  return { source_id, observations: said.length, entity_ids, receipt };
}

function aboutOf(said: readonly Observation[]): Pick<Withdrawal, "entity_types"> {
  return { entity_types: [...new Set(said.map(({ entity_type }) => entity_type))].sort() };
}

/** Others lead to an entity that they were merged into, so something must be left of it. */
async function requireNoneMergedInto(truth: Truth, source: Source, said: readonly Observation[]): Promise<void> {
  const counts = Map.groupBy(said, ({ entity_id }) => entity_id);
  const shown = await truth.entities.asStored([...counts.keys()]);
  for (const [id, own] of counts) {
    if (shown.get(id)?.observation_count !== own.length) continue;
    if ((await truth.entities.mergedInto(id)).length <= 1) continue;
    throw refuse(
      "ENTITY_ALREADY_MERGED",
      "Others were merged into an entity of which nothing would be left: take that back first, with unmerge_entities.",
      {
        source_id: source.id,
        entity_id: id,
      },
    );
  }
}

/** By what each entity that loses something is still recognised. */
async function identifiersLeft(truth: Truth, source: Source, said: readonly Observation[]) {
  const left = new Map<string, Map<string, Identifier>>();
  const book = await truth.schemas.book();
  for (const { origin_id } of said) left.set(origin_id, new Map());
  for (const id of new Set(said.map(({ entity_id }) => entity_id))) {
    for await (const observation of truth.observations.eachAsArrived(id)) {
      if (observation.source_id !== source.id && left.has(observation.origin_id)) {
        addIdentifiers(truth, book, left, observation);
      }
    }
  }
  return listed(left);
}

function addIdentifiers(
  { tenant }: Truth,
  book: SchemaBook,
  to: Map<string, Map<string, Identifier>>,
  { origin_id, entity_type, fields, fragments }: Observation,
): void {
  const of = to.get(origin_id) ?? new Map<string, Identifier>();
  to.set(origin_id, of);
  for (const one of identify(tenant, book.of(entity_type), { ...fragments, ...fields }).identifiers) {
    of.set(`${one.kind} ${one.value}`, one);
  }
}

function listed(found: ReadonlyMap<string, ReadonlyMap<string, Identifier>>): Withdrawal["identifiers"] {
  return Object.fromEntries([...found].map(([origin, of]) => [origin, [...of.values()]]));
}

/** Where its words are found, if it has some. */
async function placesOf({ scope }: Truth, source: Source): Promise<Withdrawal["words"]> {
  if (source.kind !== "file" || source.erased === true) return undefined;
  const text = await readUtf8(await scope.blobs.open(source.content_hash));
  if (text === undefined) return undefined;
  const documents = wordsOfSource(source, source.created_at, entryOf(source.position), text);
  const [first] = documents;
  if (first === undefined) return undefined;
  const places = documents.map(({ id }) => {
    const [, start = "0", end = "0"] = id.split(":");
    return [Number(start), Number(end)] as const;
  });
  return { space: first.space, places };
}
