import { batchesOf, list, type Query, query, rows, type Sql } from "../../../kernel/index.ts";
import type { KeyTest, Stretch } from "../model/values/conditions.ts";
import { SHAPE_FIELD, type ValueKey } from "../model/values/value-keys.ts";
import { crossEntity } from "./entity-store.ts";

/** What came to the values of one live entity, and what went. */
export interface ValueChange {
  readonly entity_id: string;
  readonly entity_type: string;
  readonly come: readonly ValueKey[];
  readonly gone: readonly ValueKey[];
}

/** Which entities are asked for, and by which field they stand in order; without one, the latest observed first. */
export interface ValueSelection {
  readonly types: readonly string[];
  readonly tests: readonly KeyTest[];
  readonly sort: ValueSort | undefined;
}

export interface ValueSort {
  readonly field: string;
  readonly order: "asc" | "desc";
  /** Where the field is tested too, what meets that: only such values say where an entity stands. */
  readonly among: readonly Stretch[] | undefined;
}

/** A place in the order of the shapes of names. */
export interface ShapePlace {
  readonly value: string;
  readonly entity_id: string;
}

/** So few that all of them are looked at; of more, a page is found by walking in the order asked for. */
const FEW = 1000;

export type ValueStore = ReturnType<typeof createValueStore>;

/** The only file that knows the table of values: each field of each live entity, by which lists are filtered and sorted. */
export function createValueStore(sql: Sql, tenant: string) {
  async function write(changes: readonly ValueChange[]): Promise<void> {
    const gone = changes.flatMap(({ entity_id, gone }) => gone.map(({ field, value }) => [entity_id, field, value]));
    for (const some of batchesOf(gone, 100)) {
      const places = some.map((place) => query`(${list(place)})`);
      await sql.run(query`delete from truth_value where tenant_id = ${tenant}
        and (entity_id, field, value) in (values ${list(places)})`);
    }
    const come = changes.flatMap(({ entity_id, entity_type, come }) =>
      // The shapes of names stand together, whatever their types.
      come.map(({ field, value }) => [tenant, entity_id, field, value, field === SHAPE_FIELD ? "" : entity_type]),
    );
    for (const some of batchesOf(come, 100)) {
      await sql.run(
        query`insert into truth_value (tenant_id, entity_id, field, value, entity_type) values ${rows(some)}`,
      );
    }
  }

  function ofTypes(alias: Query, types: readonly string[]): Query {
    const [only] = types;
    return types.length === 1 && only !== undefined
      ? query`${alias}.entity_type = ${only}`
      : query`${alias}.entity_type in (${list(types)})`;
  }

  /** The rows by which a test is met. */
  function meeting({ types }: Pick<ValueSelection, "types">, { field, stretches }: KeyTest): Query {
    return query`v.tenant_id = ${tenant} and ${ofTypes(query`v`, types)} and v.field = ${field}
      ${stretches === undefined ? query`` : query`and ${within(query`v.value`, stretches)}`}`;
  }

  /** What an entity must meet besides; each is one look at its own rows. */
  function besides(tests: readonly KeyTest[], id: Query): Query {
    return tests.reduce((all, { field, stretches, isNot }) => {
      const held = query`exists (select 1 from truth_value w where w.tenant_id = ${tenant} and w.entity_id = ${id}
        and w.field = ${field} ${stretches === undefined ? query`` : query`and ${within(query`w.value`, stretches)}`})`;
      return query`${all} and ${isNot ? query`not` : query``} ${held}`;
    }, query``);
  }

  /** The test that fewest entities meet, and how many do, counted no further than needed. */
  async function narrowest(selection: ValueSelection): Promise<{ test: KeyTest; count: number } | undefined> {
    let best: { test: KeyTest; count: number } | undefined;
    for (const test of selection.tests.filter(({ isNot }) => !isNot)) {
      const counted = await sql.first<{ n: number }>(
        query`select count(*) as n from (select 1 from truth_value v where ${meeting(selection, test)} limit ${FEW + 1}) place`,
      );
      const count = Number(counted?.n ?? 0);
      if (best === undefined || count < best.count) best = { test, count };
      if (count === 0) break;
    }
    return best;
  }

  /** All that meet a narrow test and the others, in order. */
  async function few(selection: ValueSelection, test: KeyTest): Promise<string[]> {
    const others = selection.tests.filter((one) => one !== test);
    const found = query`select distinct v.entity_id as id from truth_value v
      where ${meeting(selection, test)} ${besides(others, query`v.entity_id`)}`;
    const { sort } = selection;
    const entity = crossEntity(tenant, query`place.id`);
    const ordered =
      sort === undefined
        ? query`select place.id from (${found}) place ${entity.from} where ${entity.where}
            order by e.last_observed_at desc, place.id`
        : query`select place.id from (${found}) place
            order by ${sortKey(sort)} is null, ${sortKey(sort)} ${direction(sort)}, place.id`;
    return (await sql.all<{ id: string }>(ordered)).map(({ id }) => id);
  }

  /** A list stands where its first item stands, from whichever end it is read. */
  function sortKey({ field, order, among }: ValueSort): Query {
    const end = order === "asc" ? query`min` : query`max`;
    return query`(select ${end}(s.value) from truth_value s
      where s.tenant_id = ${tenant} and s.entity_id = place.id and s.field = ${field} ${amongThem(query`s.value`, among)})`;
  }

  /** A page by walking the values of the sorted field: those that have one. */
  async function walk(
    selection: ValueSelection,
    sort: ValueSort,
    { limit, offset }: { limit: number; offset: number },
  ) {
    const { field, among } = sort;
    const nearer = sort.order === "asc" ? query`<` : query`>`;
    const first = query`not exists (select 1 from truth_value u where u.tenant_id = ${tenant} and u.entity_id = v.entity_id
      and u.field = v.field and u.value ${nearer} v.value ${amongThem(query`u.value`, among)})`;
    // Begins where the first may stand: what lies before it is not walked through.
    const rows = await sql.all<{ id: string }>(
      query`select v.entity_id as id from truth_value v
        where ${meeting(selection, { field, stretches: among, isNot: false })} ${besides(selection.tests, query`v.entity_id`)}
          and ${first}
        order by v.value ${direction(sort)}, v.entity_id ${direction(sort)} limit ${limit} offset ${offset}`,
    );
    return rows.map(({ id }) => id);
  }

  /** How many meet a test and the others. */
  async function count(selection: ValueSelection, test: KeyTest): Promise<number> {
    const others = selection.tests.filter((one) => one !== test);
    const row = await sql.first<{ n: number }>(
      query`select count(${isOnePerEntity(test) ? query`*` : query`distinct v.entity_id`}) as n
        from truth_value v where ${meeting(selection, test)} ${besides(others, query`v.entity_id`)}`,
    );
    return Number(row?.n ?? 0);
  }

  /** The keys that some entities have in one field. */
  async function keysOf(ids: readonly string[], field: string): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for (const some of batchesOf(ids)) {
      const held = await sql.all<{ entity_id: string; value: string }>(
        query`select entity_id, value from truth_value
          where tenant_id = ${tenant} and entity_id in (${list(some)}) and field = ${field} order by entity_id, value`,
      );
      for (const { entity_id, value } of held) found.set(entity_id, [...(found.get(entity_id) ?? []), value]);
    }
    return found;
  }

  async function hasField(types: readonly string[], field: string): Promise<boolean> {
    const row = await sql.first(
      query`select 1 as found from truth_value v where ${meeting({ types }, anyOf(field))} limit 1`,
    );
    return row !== undefined;
  }

  /** The fields that entities of a type have, each by one jump along the index. */
  async function fieldsOf(type: string, limit: number): Promise<string[]> {
    const found: string[] = [];
    for (let after = ""; found.length < limit; ) {
      const row: { field: string | null } | undefined = await sql.first(
        query`select min(field) as field from truth_value
          where tenant_id = ${tenant} and entity_type = ${type} and field > ${after}`,
      );
      if (row?.field == null) break;
      found.push(row.field);
      after = row.field;
    }
    return found;
  }

  /** A stretch of all shapes of names in order, from a place on. */
  async function shapesAfter(place: ShapePlace | undefined, limit: number): Promise<ShapePlace[]> {
    const from = place === undefined ? query`` : query`and (value, entity_id) > (${place.value}, ${place.entity_id})`;
    return sql.all<ShapePlace>(
      query`select value, entity_id from truth_value
        where tenant_id = ${tenant} and entity_type = '' and field = ${SHAPE_FIELD} ${from}
        order by value, entity_id limit ${limit}`,
    );
  }

  return { shapesAfter, write, narrowest, few, walk, count, keysOf, hasField, fieldsOf, besides };
}

/** That a field has a value. */
export function anyOf(field: string): KeyTest {
  return { field, stretches: undefined, isNot: false };
}

/** So few that all of them are looked at. */
export function areFew(found: { readonly count: number } | undefined): boolean {
  return found !== undefined && found.count <= FEW;
}

/** An equal value stands once in an entity; a stretch may hold several items of one list. */
function isOnePerEntity({ stretches }: KeyTest): boolean {
  return stretches?.length === 1 && stretches.every(({ from, until }) => from === until);
}

function amongThem(column: Query, among: ValueSort["among"]): Query {
  return among === undefined ? query`` : query`and ${within(column, among)}`;
}

function within(column: Query, stretches: readonly Stretch[]): Query {
  if (stretches.length === 0) return query`1 = 0`;
  if (stretches.every(({ from, until }) => from === until)) {
    return query`${column} in (${list(stretches.map(({ from }) => from))})`;
  }
  const parts = stretches.map(
    ({ from, until, closed }) => query`(${column} >= ${from} and ${column} ${closed ? query`<=` : query`<`} ${until})`,
  );
  return query`(${parts.reduce((all, part) => query`${all} or ${part}`)})`;
}

function direction({ order }: { readonly order: "asc" | "desc" }): Query {
  return order === "asc" ? query`asc` : query`desc`;
}
