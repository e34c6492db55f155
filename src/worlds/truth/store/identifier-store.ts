import { batchesOf, list, type Query, query, rows, type Sql } from "../../../kernel/index.ts";
import type { Identifier } from "../model/identifier.ts";
import { projection } from "./projection.ts";

/** Who carries an identifier. The origin never moves with a merge. */
export interface IdentifierRow extends Identifier {
  readonly origin_id: string;
}

/** Where in a name a text is looked for. Anywhere reads every identifier of the tenant: asked only when nothing else was found. */
export type PlaceInName = "start" | "anywhere";

/** A place in the order of all identifiers. */
export interface IdentifierPlace {
  readonly value: string;
  readonly kind: string;
  readonly origin_id: string;
}

/** The names with a text, and whose they are; for joins with what they name. */
export function namesWith(tenant: string, text: string, place: PlaceInName): Query {
  const holds =
    place === "start"
      ? query`value >= ${text} and value < ${`${text}\u{10FFFF}`}`
      : query`value like ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
  return query`select value, origin_id from truth_identifier where tenant_id = ${tenant} and ${holds} and kind = 'name'`;
}

/** Few enough that one who is carried by many does not make the others be asked for one by one. */
const CARRIERS_BATCH = 200;

export const IDENTIFIERS = projection("truth_identifier", ["value", "kind", "origin_id"], []);

export type IdentifierStore = ReturnType<typeof createIdentifierStore>;

/** The only file that knows the table of identifiers. */
export function createIdentifierStore(sql: Sql, tenant: string) {
  /** PostgreSQL keeps index keys short: a longer value stands there by its hash, and so it is looked for. */
  async function find(identifiers: readonly Identifier[], limit: number): Promise<IdentifierRow[]> {
    const kinds = new Map(identifiers.map(({ kind, value }) => [`${kind} ${value}`, true]));
    const values = [...new Set(identifiers.map(({ value }) => value))];
    const found: IdentifierRow[] = [];
    for (const some of batchesOf(values)) {
      const carried = await sql.all<IdentifierRow>(
        query`select value, kind, origin_id from truth_identifier
          where tenant_id = ${tenant} and value in (${list(some)}) order by value, kind, origin_id limit ${limit}`,
      );
      found.push(...carried.filter(({ kind, value }) => kinds.has(`${kind} ${value}`)));
    }
    return found;
  }

  /** Who carries some identifiers, of each identifier only so many: where more share one, it tells nobody from another. */
  async function carriers(identifiers: readonly Identifier[], each: number): Promise<IdentifierRow[]> {
    const wanted = new Map(identifiers.map((one) => [`${one.kind} ${one.value}`, one]));
    const found: IdentifierRow[] = [];
    for (const some of batchesOf([...wanted.values()], CARRIERS_BATCH)) {
      const [kinds, values] = [new Set(some.map(({ kind }) => kind)), [...new Set(some.map(({ value }) => value))]];
      const limit = values.length * each;
      const carried = await sql.all<IdentifierRow>(
        query`select value, kind, origin_id from truth_identifier
          where tenant_id = ${tenant} and value in (${list(values)}) limit ${limit}`,
      );
      if (carried.length < limit) found.push(...carried.filter(({ kind, value }) => wanted.has(`${kind} ${value}`)));
      else for (const value of values) for (const kind of kinds) found.push(...(await few({ kind, value }, each)));
    }
    return found.filter(({ kind, value }) => wanted.has(`${kind} ${value}`));
  }

  async function few({ kind, value }: Identifier, limit: number): Promise<IdentifierRow[]> {
    return sql.all<IdentifierRow>(
      query`select value, kind, origin_id from truth_identifier
        where tenant_id = ${tenant} and value = ${value} and kind = ${kind} order by origin_id limit ${limit}`,
    );
  }

  /** The identifiers of some entities, merged-in ones under the id they came with. */
  async function ofOrigins(originIds: readonly string[]): Promise<IdentifierRow[]> {
    const found: IdentifierRow[] = [];
    for (const some of batchesOf(originIds)) {
      found.push(
        ...(await sql.all<IdentifierRow>(
          query`select value, kind, origin_id from truth_identifier
            where tenant_id = ${tenant} and origin_id in (${list(some)}) order by origin_id, kind, value`,
        )),
      );
    }
    return found;
  }

  /** Who ever had a name with this text, in order of names. */
  async function everNamed(text: string, place: PlaceInName): Promise<string[]> {
    const named = await sql.all<{ origin_id: string }>(
      query`${namesWith(tenant, text, place)} order by value, origin_id`,
    );
    return [...new Set(named.map(({ origin_id }) => origin_id))];
  }

  /** A stretch of all identifiers in order, from a place on. */
  async function after(place: IdentifierPlace | undefined, limit: number): Promise<IdentifierRow[]> {
    const from =
      place === undefined
        ? query``
        : query`and (value, kind, origin_id) > (${place.value}, ${place.kind}, ${place.origin_id})`;
    return sql.all<IdentifierRow>(
      query`select value, kind, origin_id from truth_identifier where tenant_id = ${tenant} ${from}
        order by value, kind, origin_id limit ${limit}`,
    );
  }

  async function insert(originId: string, identifiers: readonly Identifier[]): Promise<void> {
    if (identifiers.length === 0) return;
    const carried = identifiers.map(({ kind, value }) => [tenant, value, kind, originId]);
    await sql.run(query`insert into truth_identifier (tenant_id, value, kind, origin_id)
      values ${rows(carried)} on conflict (tenant_id, value, kind, origin_id) do nothing`);
  }

  /** All that an entity is recognised by from now on. */
  async function replace(originId: string, identifiers: readonly Identifier[]): Promise<void> {
    await sql.run(query`delete from truth_identifier where tenant_id = ${tenant} and origin_id = ${originId}`);
    await insert(originId, identifiers);
  }

  return { find, carriers, ofOrigins, everNamed, after, insert, replace };
}
