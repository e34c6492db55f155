import { canonicalJson, hashOf, type JsonObject, mapInTurns } from "../../../kernel/index.ts";
import { type Entity, isDeleted } from "../model/entity.ts";
import type { Identifier } from "../model/identifier.ts";
import { apartBy, isSureApart, tellingParts, toldApart } from "../model/identity/apart.ts";
import type { Warning } from "../model/identity/batch-warnings.ts";
import type { Identity } from "../model/identity/identify.ts";
import { type Sign, signOf } from "../model/identity/signs.ts";
import { entityId } from "../model/ids.ts";
import type { SchemaBook } from "../model/schema/schema-book.ts";
import type { EntitySchema } from "../model/schema/types/entity-schema.ts";
import type { Truth } from "../truth.ts";
import { entitiesByOrigin } from "./entities-by-origin.ts";

/** A row whose rules have said whom it means by itself. */
export interface NamedRow {
  /** Its place in the source. */
  readonly row: number;
  readonly schema: EntitySchema;
  readonly data: JsonObject;
  readonly identity: Identity;
  /** The id its observation would have, were it about an entity; undefined where its source is new. */
  observationIdFor?(entityId: string): string;
}

export interface Resolved {
  readonly identities: readonly Identity[];
  readonly warnings: readonly Warning[];
  /** What stood for those ids before. */
  readonly known: ReadonlyMap<string, Entity>;
}

/** Of one identifier so many are looked at: where more share it, it tells nobody from another. */
const CARRIERS_EACH = 20;
const NAMED_MAX = 5;

/**
 * Whom each row means, given what is known and the rows before it. The rules of its type say whom it means by itself;
 * where something of that name says otherwise it is another thing, and where something is recognised by another sign it
 * is that one.
 */
export async function resolveRows(truth: Truth, book: SchemaBook, rows: readonly NamedRow[]): Promise<Resolved> {
  const asked = rows.flatMap(({ identity }) => identity.identifiers.filter(isTelling));
  const places = rows.map((row) => placesOf(truth.tenant, row));
  const named = places.flatMap(({ base, own }) => [base, own]);
  // Asked at once; the transaction remembers what it has read of entities.
  const [carried] = await Promise.all([
    truth.identifiers.carriers(asked, CARRIERS_EACH),
    truth.entities.findMany(named),
  ]);
  const carriers = new Map<string, Set<string>>();
  for (const { kind, value, origin_id } of carried) carry(carriers, { kind, value }, origin_id);
  const carrying = [...carriers.values()].flatMap((origins) => [...origins]);
  const { shown, origins } = await entitiesByOrigin(truth, [...named, ...carrying]);
  const said = await saidBefore(truth, rows, places, carriers);
  const states = new Map<string, State>();
  for (const entity of shown.values()) states.set(entity.id, stateOf(book, entity));
  const directory: Directory = { shown, origins, carriers, states, said };
  const warnings: Warning[] = [];
  let at = 0;
  const identities = await mapInTurns(truth.scope.env, rows, (row) => {
    const found = choose(directory, row, places[at++] as Places);
    warnings.push(...found.warnings);
    remember(directory, row, found.identity);
    return found.identity;
  });
  const meant = new Set(identities.map(({ entity_id }) => entity_id));
  return { identities, warnings, known: new Map([...shown].filter(([id]) => meant.has(id))) };
}

interface Directory {
  /** What stands for an id now, and the row of the id itself. */
  readonly shown: Map<string, Entity>;
  readonly origins: ReadonlyMap<string, Entity>;
  readonly carriers: Map<string, Set<string>>;
  /** What is known of shown entities, also by the rows before. */
  readonly states: Map<string, State>;
  /** Ids of entities that a row of the same source spoke of before, by row. */
  readonly said: ReadonlyMap<number, string>;
}

interface State {
  readonly schema: EntitySchema;
  readonly values: JsonObject;
  readonly isDeleted: boolean;
}

/** The ids that a row may get: by its rule, by that and what tells it from others of its name, and by all it says. */
interface Places {
  readonly base: string;
  readonly own: string;
  alone(): string;
  readonly told: Readonly<Record<string, string>>;
}

/** A domain is shared by too many to mean one. */
function isTelling({ kind }: Identifier): boolean {
  return kind !== "domain";
}

function placesOf(tenant: string, { schema, data, identity }: NamedRow): Places {
  const told = tellingParts(schema, data);
  const { entity_id: base, normalized } = identity;
  const isTold = Object.keys(told).length > 0;
  const own = isTold ? entityId(tenant, schema.entity_type, toldApart(normalized, told)) : base;
  const alone = () => entityId(tenant, schema.entity_type, toldApart(normalized, { said: hashOf(data) }));
  return { base, own, alone, told };
}

interface Candidate {
  readonly origin: string;
  readonly state: State;
  readonly sign: Sign;
  /** In what it differs; undefined where in nothing. */
  readonly apart: string | undefined;
}

type Choice = { readonly identity: Identity; readonly warnings: readonly Warning[] };

function choose(directory: Directory, row: NamedRow, places: Places): Choice {
  const { identity } = row;
  const before = directory.said.get(row.row);
  if (before !== undefined) return { identity: { ...identity, entity_id: before }, warnings: [] };
  const isHeld = (id: string) => directory.shown.has(id) || directory.states.has(id);
  if (places.own !== places.base && isHeld(places.own)) {
    return { identity: further(row, places.own, places), warnings: [] };
  }
  const found = candidates(directory, row);
  const fitting = found.filter(({ sign, apart }) => sign.isStrong && apart === undefined);
  const best = mostAlike(row, fitting);
  if (best.length === 1 && best[0] !== undefined) return { identity: joined(row, best[0]), warnings: [] };
  // It was one of several before, and made something of its own then.
  if (best.some(({ origin }) => origin === places.alone())) {
    return { identity: further(row, places.alone(), places), warnings: [] };
  }
  const isFree = !isHeld(places.base);
  const id = isFree ? places.base : best.length === 0 && places.own !== places.base ? places.own : places.alone();
  const identityOfNew = isFree ? identity : further(row, id, places);
  // One that says itself that it is another needs no second look.
  const doubtful = found.filter(({ apart }) => apart === undefined || !isSureApart(apart));
  return { identity: identityOfNew, warnings: possibleDuplicate(directory, row, id, doubtful) };
}

/** All that carry a sign of the row, each once; first what the rules name. */
function candidates({ shown, origins, carriers, states }: Directory, row: NamedRow): Candidate[] {
  const { schema, data, identity } = row;
  const found = new Map<string, Candidate>();
  const add = (origin: string, sign: Sign | undefined) => {
    const id = shown.get(origin)?.id ?? origin;
    const state = states.get(id);
    if (sign === undefined || state === undefined) return;
    const held = found.get(id);
    if (held !== undefined && (held.sign.isStrong || !sign.isStrong)) return;
    // What was merged by hand is known by what it was itself, not by what it became.
    const itself = origins.get(origin);
    const values = itself !== undefined && itself.merged_to !== null ? valuesOf(itself) : state.values;
    found.set(id, { origin, state, sign, apart: apartBy(schema, values, data) });
  };
  const named = { isStrong: true, rule: identity.rule, words: identity.normalized };
  if (shown.has(identity.entity_id) || states.has(identity.entity_id)) add(identity.entity_id, named);
  const shared = new Map<string, Identifier[]>();
  for (const one of identity.identifiers.filter(isTelling)) {
    for (const origin of carriers.get(keyOf(one)) ?? []) shared.set(origin, [...(shared.get(origin) ?? []), one]);
  }
  for (const [origin, identifiers] of shared) {
    const id = shown.get(origin)?.id ?? origin;
    const state = states.get(id);
    if (state === undefined || state.isDeleted) continue;
    add(origin, signOf(schema, data, { ...state, shared: identifiers, isMerged: origin !== id }));
  }
  return [...found.values()];
}

/** Those that agree with the row in most of what tells things of one name apart. */
function mostAlike({ schema, data }: NamedRow, fitting: readonly Candidate[]): readonly Candidate[] {
  if (fitting.length < 2) return fitting;
  const told = Object.entries(tellingParts(schema, data));
  const scored = fitting.map((candidate) => {
    const theirs = tellingParts(schema, candidate.state.values);
    return { candidate, score: told.filter(([key, value]) => theirs[key] === value).length };
  });
  const most = Math.max(...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score === most).map(({ candidate }) => candidate);
}

function joined({ identity }: NamedRow, { origin, sign }: Candidate): Identity {
  if (origin === identity.entity_id) return identity;
  return { ...identity, entity_id: origin, basis: "sign", rule: sign.rule, normalized: sign.words };
}

/** One of several of its name. */
function further({ identity }: NamedRow, id: string, { told, own }: Places): Identity {
  if (id !== own) {
    return { ...identity, entity_id: id, basis: "sign", rule: `${identity.rule}+all fields` };
  }
  const normalized = canonicalJson({ [identity.rule]: identity.normalized, ...told });
  const rule = [identity.rule, ...Object.keys(told)].join("+");
  return { ...identity, entity_id: id, basis: "sign", rule, normalized };
}

function possibleDuplicate(
  { shown }: Directory,
  { row }: NamedRow,
  entity_id: string,
  found: readonly Candidate[],
): Warning[] {
  if (found.length === 0) return [];
  const message =
    "A new entity was made, though something known may be the same: details say by what, and in what it differs. If they are one, join them with merge_entities.";
  const possible = found.slice(0, NAMED_MAX).map(({ origin, sign, apart }) => ({
    entity_id: shown.get(origin)?.id ?? origin,
    by: sign.rule,
    ...(apart !== undefined && { differs_in: apart }),
  }));
  return [{ code: "POSSIBLE_DUPLICATE", message, details: { row, entity_id, possible } }];
}

/** Rows that follow find what this one said. */
function remember({ shown, states, carriers }: Directory, { schema, data }: NamedRow, identity: Identity): void {
  const id = shown.get(identity.entity_id)?.id ?? identity.entity_id;
  const state = states.get(id) ?? { schema, values: {}, isDeleted: false };
  states.set(id, { ...state, values: { ...state.values, ...data } });
  for (const one of identity.identifiers.filter(isTelling)) carry(carriers, one, identity.entity_id);
}

function carry(carriers: Map<string, Set<string>>, identifier: Identifier, origin: string): void {
  const key = keyOf(identifier);
  const held = carriers.get(key) ?? new Set();
  if (held.size < CARRIERS_EACH) carriers.set(key, held.add(origin));
}

function keyOf({ kind, value }: Identifier): string {
  return `${kind} ${value}`;
}

function stateOf(book: SchemaBook, entity: Entity): State {
  return { schema: book.of(entity.entity_type), values: valuesOf(entity), isDeleted: isDeleted(entity) };
}

function valuesOf({ fragments, snapshot }: Entity): JsonObject {
  return { ...fragments, ...snapshot };
}

/** A source that was stored before means whom it meant then, however many of a name there are by now. */
async function saidBefore(
  { observations }: Truth,
  rows: readonly NamedRow[],
  places: readonly Places[],
  carriers: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Map<number, string>> {
  const asked: { row: number; entity: string; id: string }[] = [];
  for (const [n, { row, identity, observationIdFor }] of rows.entries()) {
    if (observationIdFor === undefined) continue;
    const { base, own } = places[n] as Places;
    const signs = identity.identifiers.flatMap((one) => [...(carriers.get(keyOf(one)) ?? [])]);
    for (const entity of new Set([base, own, ...signs])) {
      asked.push({ row, entity, id: observationIdFor(entity) });
    }
  }
  const there = await observations.positionsOf(asked.map(({ id }) => id));
  const said = new Map<number, string>();
  for (const { row, entity, id } of asked) if (there.has(id) && !said.has(row)) said.set(row, entity);
  return said;
}
