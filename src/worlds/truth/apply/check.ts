import { canonicalJson, type Event, type Finding, type Json, KernelError, type Sql } from "../../../kernel/index.ts";
import { isMemory } from "../model/memory/recorded.ts";
import type { Observation } from "../model/observation.ts";
import type { RecordedQuotes } from "../model/quote.ts";
import {
  answeredIn,
  ENTITIES_MERGED,
  ENTITIES_UNMERGED,
  ENTITY_SPLIT,
  type Merge,
  payloadOf,
  positionIn,
  RELATIONSHIP_DELETED,
  RELATIONSHIP_STATED,
  type RecordedObservation,
  type RecordedSource,
  type RelationshipStatement,
  SOURCE_READMITTED,
  SOURCE_WITHDRAWN,
  type Split,
  type Statement,
  saysNothing,
  type Unmerge,
  type Withdrawal,
} from "../model/recorded.ts";
import { SCHEMA_REGISTERED } from "../model/schema/recorded-schema.ts";
import type { StoredObservation } from "../store/observation-store.ts";
import { Stores } from "../store/stores.ts";
import { checkEntity } from "./check-entity.ts";
import { relationshipOf } from "./relationships.ts";

type Check = (event: Event, stores: Stores) => AsyncIterable<Finding>;

const CHECKS: Readonly<Record<string, Check>> = {
  [SOURCE_WITHDRAWN]: checkWithdrawal,
  [SOURCE_READMITTED]: checkWithdrawal,
  [ENTITIES_MERGED]: checkMerge,
  [ENTITIES_UNMERGED]: checkUnmerge,
  [ENTITY_SPLIT]: checkSplit,
  [RELATIONSHIP_STATED]: checkRelationship,
  [RELATIONSHIP_DELETED]: checkRelationship,
};

/** Whether the rows that an entry has left are what it says; answers with the first that is not. */
export async function checkTruth(event: Event, sql: Sql): Promise<Finding | undefined> {
  const stores = new Stores(sql, event.tenant);
  try {
    const answered = answeredIn(event);
    if (answered !== undefined && !(await stores.requests.stands(answered))) {
      return { what: `the answer of entry ${event.seq}`, reason: "it is not the one that was given" };
    }
    // What the memory or a schema holds may have changed since: only going through the whole log tells.
    if (saysNothing(event) || isMemory(event) || event.kind === SCHEMA_REGISTERED) return undefined;
    for await (const finding of (CHECKS[event.kind] ?? checkStatement)(event, stores)) return finding;
    return undefined;
  } catch (error) {
    if (error instanceof KernelError && error.code === "row_altered") return alteredRow(error);
    if (error instanceof SyntaxError) return { what: `a row of entry ${event.seq}`, reason: "it cannot be read" };
    throw error;
  }
}

/** A row that does not fit its own hash, as a finding. */
export function alteredRow({ details }: KernelError): Finding {
  return { what: `row ${String(details.id)} of ${String(details.table)}`, reason: "its columns do not fit its hash" };
}

async function* checkStatement(event: Event, stores: Stores): AsyncIterable<Finding> {
  const statement = payloadOf<Statement>(event);
  const withdrawn = await stores.withdrawn.find(statement.source_id);
  // Of what was withdrawn nothing stands; stated anew, its rows are those of the later entry.
  if (withdrawn !== undefined && (withdrawn.content !== undefined || event.seq < withdrawn.stated_again)) return;
  if (statement.source !== undefined) yield* checkSource(stores, statement.source);
  const { observations } = statement;
  const ids = observations.map(({ id }) => id);
  const found = await stores.observations.findStored(ids);
  const quotes = await stores.quotes.findMany(ids);
  const origins = new Map<string, Observation>();
  for (const [n, recorded] of observations.entries()) {
    const stored = found.get(recorded.id);
    if (stored === undefined) {
      yield { what: `observation ${recorded.id}`, reason: `entry ${event.seq} made it, and it is not there` };
      return;
    }
    const said = { ...recorded, position: positionIn(event, n + 1) };
    yield* checkObservation(event, statement, said, stored, quotes.get(recorded.id));
    origins.set(stored.observation.origin_id, stored.observation);
  }
  yield* checkIdentifiers(stores, observations);
  for (const observation of origins.values()) yield* checkTouched(stores, observation);
  for (const { observation } of found.values()) yield* checkShown(stores, observation);
}

async function* checkSource(stores: Stores, source: RecordedSource): AsyncIterable<Finding> {
  const row = await stores.sources.find(source.id);
  if (row?.content_hash === source.content_hash) return;
  yield { what: `source ${source.id}`, reason: row === undefined ? "it is not there" : "its content hash is another" };
}

/** What an entry says of an observation stays, whatever is merged or split later. */
function* checkObservation(
  event: Event,
  { source_id, interpretation_id }: Statement,
  said: RecordedObservation & { position: number },
  { observation, rule_id, row_start, assigned_at }: StoredObservation,
  quotes: RecordedQuotes | undefined,
): Iterable<Finding> {
  const { identifiers: _identifiers, row: _row, start, ...rest } = said;
  const due = { ...rest, source_id, interpretation_id, row_start: start ?? null, quotes: said.quotes ?? null };
  const held: Record<string, unknown> = { ...observation, rule_id, row_start, quotes: quotes ?? null };
  for (const [column, value] of Object.entries(due)) {
    if (canonicalJson(value as Json) === canonicalJson(held[column] as Json)) continue;
    yield { what: `observation ${said.id}`, reason: `its ${column} is not what entry ${event.seq} says` };
  }
  const { accepted_at, observed_at, declared_at, origin_id } = observation;
  if (accepted_at < event.at || observed_at !== (declared_at ?? accepted_at)) {
    yield { what: `observation ${said.id}`, reason: `its times do not fit those of entry ${event.seq}` };
  }
  if (assigned_at === null && origin_id !== rule_id) {
    yield { what: `observation ${said.id}`, reason: "it counts for another entity than the one it is about" };
  }
}

/** A split says anew what entities are recognised by: then an entry from before no longer tells. */
async function* checkIdentifiers(
  { observations, identifiers }: Stores,
  said: readonly RecordedObservation[],
): AsyncIterable<Finding> {
  const origins = [...new Set(said.map(({ rule_id }) => rule_id))];
  const there = new Set(
    (await identifiers.ofOrigins(origins)).map(({ origin_id, kind, value }) => `${origin_id} ${kind} ${value}`),
  );
  for (const { rule_id, identifiers: due } of said) {
    if (due.every(({ kind, value }) => there.has(`${rule_id} ${kind} ${value}`))) continue;
    if ((await observations.splitsFrom([rule_id])).length > 0) continue;
    yield { what: `entity ${rule_id}`, reason: "it is no longer known by an identifier that was said of it" };
  }
}

/** What an observation counts for, unless something was said of it since: then that entry's check looks at it. */
async function* checkTouched(stores: Stores, observation: Observation): AsyncIterable<Finding> {
  const { origin_id, entity_id, accepted_at } = observation;
  if (await stores.observations.saidSince(entity_id, accepted_at, origin_id)) return;
  const chain = await chainOf(stores, origin_id);
  for (const id of chain) {
    if (id === entity_id && (await stores.observations.saidSince(entity_id, accepted_at))) continue;
    yield* checkEntity(stores, id);
  }
}

/** An entity and all it was merged into. */
async function chainOf({ entities }: Stores, id: string): Promise<string[]> {
  const chain = [id];
  for (let to = (await entities.find(id))?.merged_to; to != null; to = (await entities.find(to))?.merged_to) {
    chain.push(to);
  }
  return chain;
}

async function* checkShown(stores: Stores, { id, origin_id, entity_id }: Observation): AsyncIterable<Finding> {
  // Most count for the entity they are about.
  const shown = origin_id === entity_id ? undefined : (await stores.entities.resolve(origin_id))?.id;
  const stands = shown === undefined ? origin_id : shown;
  if (stands === entity_id) return;
  yield { what: `observation ${id}`, reason: "it counts for an entity that its own was not merged into" };
}

/** The rows that a withdrawal took out are looked at as those of the entries that made them. */
async function* checkWithdrawal(event: Event, stores: Stores): AsyncIterable<Finding> {
  const { source_id, identifiers } = payloadOf<Withdrawal>(event);
  if ((await stores.withdrawn.find(source_id)) === undefined) {
    yield { what: `source ${source_id}`, reason: `entry ${event.seq} withdrew it, and nothing says so` };
    return;
  }
  yield* checkThere(stores, Object.keys(identifiers));
}

async function* checkMerge(event: Event, stores: Stores): AsyncIterable<Finding> {
  const { from_entity_id, to_entity_id, merge_reason } = payloadOf<Merge>(event);
  const row = await stores.merges.at(positionIn(event, 0));
  const due = [from_entity_id, to_entity_id, merge_reason, event.at];
  const held = row && [row.from_entity_id, row.to_entity_id, row.merge_reason, row.merged_at];
  if (held === undefined || due.some((value, n) => value !== held[n])) {
    yield { what: `the merge of entry ${event.seq}`, reason: "its row is not what the entry says" };
    return;
  }
  if (row?.unmerged_at === null) {
    const from = await stores.entities.find(from_entity_id);
    if (from?.merged_to !== to_entity_id) {
      yield { what: `entity ${from_entity_id}`, reason: `entry ${event.seq} merged it, and it does not lead there` };
      return;
    }
  }
  yield* checkThere(stores, [from_entity_id, to_entity_id]);
}

async function* checkUnmerge(event: Event, stores: Stores): AsyncIterable<Finding> {
  const { from_entity_id } = payloadOf<Unmerge>(event);
  yield* checkRegrouping(event, stores, "unmerge", from_entity_id);
  yield* checkThere(stores, [from_entity_id]);
}

async function* checkSplit(event: Event, stores: Stores): AsyncIterable<Finding> {
  const { entity_id, new_entity_id, observation_ids } = payloadOf<Split>(event);
  yield* checkRegrouping(event, stores, "split", entity_id);
  const found = await stores.observations.findStored(observation_ids);
  for (const id of observation_ids) {
    if (found.get(id)?.assigned_at != null) continue;
    yield { what: `observation ${id}`, reason: `entry ${event.seq} gave it an entity of its own, and it has none` };
  }
  yield* checkThere(stores, [entity_id, new_entity_id]);
}

async function* checkRegrouping(
  event: Event,
  { regroupings }: Stores,
  change: "unmerge" | "split",
  entityId: string,
): AsyncIterable<Finding> {
  const row = await regroupings.at(positionIn(event, 0));
  if (row?.change === change && row.entity_id === entityId && row.accepted_at === event.at) return;
  yield { what: `the ${change} of entry ${event.seq}`, reason: "its row is not what the entry says" };
}

/** Those of some entities that are there: later entries may have left nothing of one. */
async function* checkThere(stores: Stores, ids: readonly string[]): AsyncIterable<Finding> {
  const there = await stores.entities.findMany(ids);
  const chains = new Set<string>();
  for (const id of there.keys()) for (const one of await chainOf(stores, id)) chains.add(one);
  for (const id of chains) yield* checkEntity(stores, id);
}

async function* checkRelationship(event: Event, stores: Stores): AsyncIterable<Finding> {
  const { source, source_id, relationship } = payloadOf<RelationshipStatement>(event);
  const withdrawn = await stores.withdrawn.find(source_id);
  if (withdrawn !== undefined && (withdrawn.content !== undefined || event.seq < withdrawn.stated_again)) return;
  if (source !== undefined) yield* checkSource(stores, source);
  const what = `relationship observation ${relationship.id}`;
  const row = await stores.relationshipObservations.find(relationship.id);
  if (row === undefined) {
    yield { what, reason: `entry ${event.seq} made it, and it is not there` };
    return;
  }
  const held: Record<string, unknown> = { ...row };
  for (const [column, value] of Object.entries({ ...relationship, source_id, position: positionIn(event, 1) })) {
    if (canonicalJson(value as Json) === canonicalJson(held[column] as Json)) continue;
    yield { what, reason: `its ${column} is not what entry ${event.seq} says` };
  }
  if (row.accepted_at < event.at || row.observed_at !== (row.declared_at ?? row.accepted_at)) {
    yield { what, reason: `its times do not fit those of entry ${event.seq}` };
  }
  const observations = await stores.relationshipObservations.of([row.relationship_id]);
  const due = await relationshipOf(stores, row.relationship_id, observations);
  const stands = await stores.relationships.find(row.relationship_id);
  if (stands === undefined || canonicalJson({ ...stands }) !== canonicalJson({ ...due })) {
    yield { what: `relationship ${row.relationship_id}`, reason: "it is not what was said about it" };
  }
}
