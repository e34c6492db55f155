import type { Json } from "../../../../kernel/index.ts";
import type { Identifier } from "../identifier.ts";
import {
  type Answered,
  answeredIn,
  ENTITIES_MERGED,
  ENTITIES_UNMERGED,
  ENTITY_SPLIT,
  type Merge,
  payloadOf,
  type RecordedObservation,
  type RecordedSource,
  type RelationshipStatement,
  type Split,
  type Statement,
  saysNothing,
  type Unmerge,
  type Withdrawal,
} from "../recorded.ts";
import type { Entries, Entry } from "./groups.ts";
import { createHistory, type History } from "./history.ts";
import { type Going, isRelationship, isStatement } from "./what-goes.ts";
import { isWithdrawal, restOfWithdrawal } from "./withdrawals.ts";

/** What is left of the entries that lose something, and of the sources. */
export interface Remainders {
  readonly entries: ReadonlyMap<number, Json>;
  /** Content that goes, by its hash. */
  readonly contents: ReadonlySet<string>;
  /** Sources of which nothing is left but other facts. */
  readonly emptied: ReadonlySet<string>;
  /** Requests whose answers are forgotten. */
  readonly answers: ReadonlySet<string>;
  readonly merges: number;
  readonly splits: number;
}

/**
 * What is left of each entry, so that the whole log can be applied again: whatever refers to something that is not there
 * any more goes as well. `forgotten` are requests whose answers name what goes.
 */
export async function remaindersOf(
  entries: Entries,
  going: Going,
  forgotten: ReadonlySet<string>,
): Promise<Remainders> {
  const kept = await sourcesLeft(entries, going);
  const known = await identifiersLeft(entries, going);
  const history = createHistory(going);
  const left = new Map<number, Json>();
  const contents = new Set<string>();
  const answers = new Set(forgotten);
  const partsLeft = new Set<string>();
  let [merges, splits] = [0, 0];
  for await (const entry of entries()) {
    if (entry.payload === null) continue;
    const answered = answeredIn(entry);
    const rest = saysNothing(entry) ? undefined : restOf(entry, going, history, kept, known);
    if (rest === undefined && entry.kind === ENTITIES_MERGED) merges += 1;
    if (rest === undefined && entry.kind === ENTITY_SPLIT) splits += 1;
    const { source, source_id, parts = [] } = payloadOf<Partial<Statement>>(entry);
    const goes = going.sources.has(source_id ?? "");
    if (source !== undefined) (goes ? contents : partsLeft).add(source.content_hash);
    for (const { sha256 } of parts) (goes ? contents : partsLeft).add(sha256);
    const isWhole = rest === entry.payload || (rest === undefined && saysNothing(entry));
    if (isWhole && (answered === undefined || !forgotten.has(answered.key_hash))) continue;
    if (answered !== undefined) answers.add(answered.key_hash);
    const words = rest === undefined ? {} : withoutAnswer(rest);
    const remainder = { ...words, ...(answered !== undefined && { answered: erasedAnswer(answered) }) };
    left.set(entry.seq, Object.keys(remainder).length === 0 ? null : (remainder as unknown as Json));
  }
  // Two files may hold the same text: while one of them stays, so does the text.
  for (const hash of partsLeft) contents.delete(hash);
  return { entries: left, contents, emptied: kept, answers, merges, splits };
}

/** Nothing but the key of the request, so that it is not made again. */
function erasedAnswer({ key_hash }: Answered): Answered {
  return { key_hash, payload_hash: null, answer_hash: null };
}

function withoutAnswer(payload: object): object {
  const { answered: _answered, ...rest } = payload as { answered?: unknown };
  return rest;
}

/** Sources that lose something and of which other facts stay. */
async function sourcesLeft(entries: Entries, going: Going): Promise<Set<string>> {
  const kept = new Set<string>();
  for await (const entry of entries()) {
    if (saysNothing(entry)) continue;
    const { source_id, observations } = payloadOf<Partial<Statement>>(entry);
    if (source_id === undefined || !going.sources.has(source_id)) continue;
    if (observations?.some((said) => !going.observation(said, source_id))) kept.add(source_id);
  }
  return kept;
}

/** By what the touched entities are still known: `entity kind value`. */
async function identifiersLeft(entries: Entries, going: Going): Promise<Set<string>> {
  const known = new Set<string>();
  for await (const entry of entries()) {
    if (saysNothing(entry) || !isStatement(entry)) continue;
    const { source_id, observations } = payloadOf<Statement>(entry);
    for (const said of observations) {
      const of = going.groups.pathOf(said);
      if (of.every((id) => !going.touched.has(id)) || going.observation(said, source_id)) continue;
      for (const id of of) for (const { kind, value } of said.identifiers) known.add(`${id} ${kind} ${value}`);
    }
  }
  return known;
}

/** What is left of what an entry says; the payload itself where nothing goes, undefined where all does. */
function restOf(
  entry: Entry,
  going: Going,
  history: History,
  kept: ReadonlySet<string>,
  known: ReadonlySet<string>,
): object | undefined {
  if (entry.kind === ENTITIES_MERGED) return restOfMerge(payloadOf<Merge>(entry), history);
  if (entry.kind === ENTITIES_UNMERGED) return restOfUnmerge(payloadOf<Unmerge>(entry), going, history);
  if (entry.kind === ENTITY_SPLIT) return restOfSplit(payloadOf<Split>(entry), going, history, known);
  if (isWithdrawal(entry)) return restOfWithdrawal(payloadOf<Withdrawal>(entry), going, kept, known);
  if (isRelationship(entry)) {
    const statement = payloadOf<RelationshipStatement>(entry);
    return going.relationship(statement.relationship, statement.source_id) ? undefined : statement;
  }
  return isStatement(entry) ? restOfStatement(payloadOf<Statement>(entry), going, history, kept) : undefined;
}

function restOfMerge(merge: Merge, history: History): Merge | undefined {
  const ends = [merge.from_entity_id, merge.to_entity_id];
  if (ends.some((id) => !history.isThere(id) || history.isMerged(id))) return undefined;
  history.merged(merge.from_entity_id, merge.to_entity_id);
  return merge;
}

function restOfUnmerge(unmerge: Unmerge, going: Going, history: History): Unmerge | undefined {
  if (!history.isMerged(unmerge.from_entity_id)) return undefined;
  history.unmerged(unmerge.from_entity_id);
  return withoutGone(unmerge, going);
}

function restOfSplit(split: Split, going: Going, history: History, known: ReadonlySet<string>): Split | undefined {
  const moved = split.observation_ids.filter((id) => history.placeOf(id) !== undefined);
  const from = moved[0] === undefined ? undefined : history.placeOf(moved[0]);
  if (from === undefined || going.entities.has(split.new_entity_id)) return undefined;
  // Where a merge went, what is split may stand by itself.
  const entity_id = history.isThere(split.entity_id) ? split.entity_id : history.shownOf(from);
  const keys = Object.entries(split.identifiers).filter(([id]) => id === split.new_entity_id || history.isThere(id));
  const stillKnown = (id: string, { kind, value }: Identifier) =>
    !going.touched.has(id) || known.has(`${id} ${kind} ${value}`);
  const identifiers = Object.fromEntries(keys.map(([id, of]) => [id, of.filter((one) => stillKnown(id, one))]));
  for (const id of moved) history.assigned(id, split.new_entity_id);
  const isWhole =
    entity_id === split.entity_id &&
    moved.length === split.observation_ids.length &&
    JSON.stringify(identifiers) === JSON.stringify(split.identifiers);
  return isWhole ? split : { ...split, entity_id, observation_ids: moved, identifiers, reason: null };
}

function restOfStatement(
  statement: Statement,
  going: Going,
  history: History,
  kept: ReadonlySet<string>,
): Statement | undefined {
  const { source, source_id } = statement;
  const goes = going.sources.has(source_id);
  const observations = statement.observations
    .flatMap((said) => restOfObservation(said, source_id, going))
    .map((said) => (goes ? unquoted(said) : said));
  for (const said of observations) history.said(said);
  const isWhole = observations.every((said, n) => said === statement.observations[n]);
  const loses = goes && (source !== undefined || statement.parts !== undefined);
  const shown = withoutGone(statement, going);
  if (isWhole && observations.length === statement.observations.length && !loses) return shown;
  const { source: _source, parts: _parts, ...rest } = shown;
  const stays = goes ? kept.has(source_id) && source !== undefined && erasedSource(source) : source;
  if (observations.length === 0 && !stays) return undefined;
  const parts = goes ? undefined : statement.parts;
  return { ...rest, ...(stays && { source: stays }), ...(parts !== undefined && { parts }), observations };
}

/** There is nothing left to quote from, and the hash of a short word gives it away. */
function unquoted(said: RecordedObservation): RecordedObservation {
  if (said.quotes === undefined) return said;
  const { quotes: _quotes, ...rest } = said;
  return rest;
}

/** One that was split, and about an entity that goes at some time, is about its last one from the beginning. */
function restOfObservation(said: RecordedObservation, sourceId: string, going: Going): RecordedObservation[] {
  if (going.observation(said, sourceId)) return [];
  const path = going.groups.pathOf(said);
  if (!path.some((id) => going.entities.has(id))) return [said];
  return [{ ...said, rule_id: path.at(-1) ?? said.rule_id }];
}

/** What stays of a source whose content goes: who brought it called it by words that may go too. */
function erasedSource(source: RecordedSource): RecordedSource {
  return { ...source, original_filename: null, provenance: null, erased: true };
}

function withoutGone<Payload extends { readonly shown_ids?: readonly string[] }>(
  payload: Payload,
  { entities }: Going,
): Payload {
  if (!payload.shown_ids?.some((id) => entities.has(id))) return payload;
  return { ...payload, shown_ids: payload.shown_ids.filter((id) => !entities.has(id)) };
}
