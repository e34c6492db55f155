import { batchesOf, isJsonObject } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import { byLastObservation, type Entity } from "../model/entity.ts";
import type { EntitySchema } from "../model/schema/types/entity-schema.ts";
import type { AsOf } from "../model/time.ts";
import { type Condition, type KeyTest, keyTest, passes } from "../model/values/conditions.ts";
import { COMPARED_CHARS_MAX, KINDS, keyOf, valueKeysOf } from "../model/values/value-keys.ts";
import { searchEntities } from "../search/entity-search.ts";
import type { EntityStanding } from "../store/entity-store.ts";
import { anyOf, areFew, type ValueSelection, type ValueSort } from "../store/value-store.ts";
import type { Truth } from "../truth.ts";
import { entitiesThen, walkEntitiesAt } from "./entities-at.ts";
import { searchEntitiesThen } from "./entity-search-at.ts";

/** What a filtered list is asked for. */
export interface Filtered {
  readonly entityType: string | undefined;
  readonly where: readonly Condition[];
  /** A field, with a minus before it from the last to the first. */
  readonly sort: string | undefined;
  readonly search: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

interface Found {
  readonly entities: Entity[];
  readonly total: number;
}

const FIELDS_NAMED_MAX = 100;

/** Entities by what their fields say: in the order of a field, of a search, or the latest observed first. */
export async function filterEntities(truth: Truth, asked: Filtered, asOf: AsOf | undefined): Promise<Found> {
  const selection = await selectionOf(truth, asked);
  if (asOf !== undefined) return filterThen(truth, asked, selection, asOf);
  const { ids, total } = await idsNow(truth, asked, selection);
  const found = await truth.entities.findMany(ids);
  return { entities: ids.flatMap((id) => found.get(id) ?? []), total };
}

async function idsNow(truth: Truth, asked: Filtered, selection: ValueSelection) {
  const { limit, offset } = asked;
  const pageOf = (all: readonly string[]) => ({ ids: all.slice(offset, offset + limit), total: all.length });
  if (selection.types.length === 0) return pageOf([]);
  if (asked.search !== undefined) return pageOf(await searched(truth, asked.search, selection));
  const best = await truth.values.narrowest(selection);
  if (best !== undefined && areFew(best)) return pageOf(await truth.values.few(selection, best.test));
  const total =
    best === undefined
      ? await truth.entities.countMeeting(selection.types, meets(truth, selection.tests))
      : await truth.values.count(selection, best.test);
  return { ids: await walked(truth, selection, { limit, offset }), total };
}

/** A condition on an id. */
function meets({ values }: Truth, tests: readonly KeyTest[]) {
  return (id: Parameters<typeof values.besides>[1]) => values.besides(tests, id);
}

/** A page of many, by walking in the order asked for; those without the field they are sorted by come last, by id. */
async function walked(truth: Truth, selection: ValueSelection, { limit, offset }: { limit: number; offset: number }) {
  const { types, tests, sort } = selection;
  if (sort === undefined) return truth.entities.idsMeeting(types, meets(truth, tests), { limit, offset });
  const ids = await truth.values.walk(selection, sort, { limit, offset });
  if (ids.length === limit) return ids;
  const has = anyOf(sort.field);
  const passed = offset === 0 || ids.length > 0 ? 0 : offset - (await truth.values.count(selection, has));
  const without = meets(truth, [...tests, { ...has, isNot: true }]);
  return [...ids, ...(await truth.entities.idsInOrder(types, without, { limit: limit - ids.length, offset: passed }))];
}

async function searched(truth: Truth, text: string, { types, tests, sort }: ValueSelection): Promise<string[]> {
  const [only] = types;
  const entityType = types.length === 1 ? only : undefined;
  const ids = await searchEntities(truth, text, { entityType, includeMerged: false });
  const fitting = await fittingOf(truth, ids, types, tests);
  if (sort === undefined) return fitting;
  const keys = await truth.values.keysOf(fitting, sort.field);
  return inOrder(fitting, sort.order, new Map([...keys].map(([id, own]) => [id, placing(sort, own)])));
}

async function fittingOf(truth: Truth, ids: readonly string[], types: readonly string[], tests: readonly KeyTest[]) {
  const standing: EntityStanding[] = [];
  for (const some of batchesOf(ids)) standing.push(...(await truth.entities.standing(some)));
  const kept = new Set(
    standing.filter(({ live, entity_type }) => live === 1 && types.includes(entity_type)).map(({ id }) => id),
  );
  for (const test of tests) {
    const keys = await truth.values.keysOf([...kept], test.field);
    for (const id of kept) if (!passes(test, keys.get(id) ?? [])) kept.delete(id);
  }
  return ids.filter((id) => kept.has(id));
}

/** The same of the past: folded again where it changed, and compared one by one. */
async function filterThen(truth: Truth, asked: Filtered, selection: ValueSelection, asOf: AsOf): Promise<Found> {
  const { types, tests, sort } = selection;
  const [only] = types;
  const entityType = types.length === 1 ? only : undefined;
  const book = await truth.schemas.book();
  const keysOf = ({ entity_type, ...entity }: Entity) => {
    const keys = [...valueKeysOf(book.of(entity_type), entity).values()];
    return Map.groupBy(keys, ({ field }) => field);
  };
  const sortKeys = new Map<string, string[]>();
  const kept: { id: string; last_observed_at: number }[] = [];
  const look = (entity: Entity) => {
    if (!types.includes(entity.entity_type)) return;
    const keys = keysOf(entity);
    const valuesOf = (field: string) => (keys.get(field) ?? []).map(({ value }) => value);
    if (!tests.every((test) => passes(test, valuesOf(test.field)))) return;
    kept.push({ id: entity.id, last_observed_at: entity.last_observed_at });
    if (sort !== undefined) sortKeys.set(entity.id, placing(sort, valuesOf(sort.field)));
  };
  if (asked.search !== undefined) {
    const ids = await searchEntitiesThen(truth, asked.search, entityType, asOf);
    for (const entity of await entitiesThen(truth, ids, asOf)) look(entity);
  } else {
    for await (const batch of walkEntitiesAt(truth, asOf, entityType)) for (const { entity } of batch) look(entity);
  }
  const ordered = (asked.search === undefined ? byLastObservation(kept) : kept).map(({ id }) => id);
  const ids = sort === undefined ? ordered : inOrder(ordered.sort(), sort.order, sortKeys);
  const page = ids.slice(asked.offset, asked.offset + asked.limit);
  return { entities: await entitiesThen(truth, page, asOf), total: ids.length };
}

/** The keys that say where an entity stands. */
function placing({ field, among }: ValueSort, keys: readonly string[]): string[] {
  return keys.filter((key) => passes({ field, stretches: among, isNot: false }, [key]));
}

/** By their first key from the end that is asked for; those without any come last. */
function inOrder(
  ids: readonly string[],
  order: "asc" | "desc",
  keys: ReadonlyMap<string, readonly string[]>,
): string[] {
  const end = (id: string) => {
    const own = [...(keys.get(id) ?? [])].sort();
    return order === "asc" ? own[0] : own.at(-1);
  };
  const turn = order === "asc" ? 1 : -1;
  return [...ids].sort((a, b) => {
    const [one, other] = [end(a), end(b)];
    if (one === other) return a < b ? -1 : 1;
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
    return one < other ? -turn : turn;
  });
}

async function selectionOf(truth: Truth, asked: Filtered): Promise<ValueSelection> {
  const onTypes = asked.where.filter(({ field }) => field === "entity_type");
  const where = asked.where.filter(({ field }) => field !== "entity_type");
  const all = (await truth.types.all()).map(({ entity_type }) => entity_type);
  const types = all.filter(
    (type) => (asked.entityType ?? type) === type && onTypes.every((condition) => meansType(condition, type)),
  );
  const book = await truth.schemas.book();
  const schemas = types.map((type) => book.of(type));
  const sort = sortOf(asked.sort);
  const fields = [...where.map(({ field }) => field), ...(sort === undefined ? [] : [sort.field])];
  if (types.length > 0) await requireKnown(truth, types, schemas, fields);
  const tests = where.map((condition): KeyTest => {
    requireComparable(schemas, condition);
    return keyTest(schemas, condition);
  });
  const among = tests.find(({ field, isNot }) => field === sort?.field && !isNot)?.stretches;
  return { types, tests, sort: sort && { ...sort, among } };
}

function meansType({ op, value }: Condition, type: string): boolean {
  if (op === "=" || op === "!=") return (value === type) === (op === "=");
  if (op === "in") return Array.isArray(value) && value.includes(type);
  throw wrong("where", "entity_type is compared with =, != or in");
}

function sortOf(sort: string | undefined): Omit<ValueSort, "among"> | undefined {
  if (sort === undefined) return undefined;
  return sort.startsWith("-") ? { field: sort.slice(1), order: "desc" } : { field: sort, order: "asc" };
}

/** A field that nothing of these types has is a slip: an empty list would hide it. */
async function requireKnown(
  truth: Truth,
  types: readonly string[],
  schemas: readonly EntitySchema[],
  fields: readonly string[],
): Promise<void> {
  for (const field of fields) {
    if (schemas.some((schema) => Object.hasOwn(schema.fields, field))) continue;
    if (await truth.values.hasField(types, field)) continue;
    const named = new Set(schemas.flatMap((schema) => Object.keys(schema.fields)));
    for (const type of types) {
      for (const held of await truth.values.fieldsOf(type, FIELDS_NAMED_MAX)) named.add(held);
    }
    throw refuse("VALIDATION_ERROR", "No entity of this kind has a field of this name.", {
      field,
      known_fields: [...named].sort().slice(0, FIELDS_NAMED_MAX),
    });
  }
}

function requireComparable(schemas: readonly EntitySchema[], { field, op, value }: Condition): void {
  if (op === "exists" || op === "missing") {
    if (value !== undefined) throw wrong("where", `${op} takes no value`);
    return;
  }
  if (op === "in" && !Array.isArray(value)) throw wrong("where", "in takes an array of values");
  for (const one of op === "in" && Array.isArray(value) ? value : [value ?? null]) {
    if (one === null || Array.isArray(one) || isJsonObject(one)) {
      throw wrong("where", `${op} compares with a text, number or boolean; for a field without a value use missing`);
    }
    if (schemas.some((schema) => keyOf(schema, field, one) === KINDS.other)) {
      throw wrong(
        "where",
        `texts are compared up to ${COMPARED_CHARS_MAX} characters; look for longer ones with search`,
      );
    }
  }
}

function wrong(path: string, message: string) {
  return refuse("VALIDATION_ERROR", "The filter cannot be read.", { problems: [{ path, message }] });
}
