import { INSTALLATION } from "../../installation.ts";
import { batchesOf, list, type Query, query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import type { DocumentRow } from "./document-row.ts";
import { lastKey } from "./document-store.ts";
import type { SpaceRow } from "./text-index.ts";

/** A document as it is or was. */
export interface VersionRow extends DocumentRow {
  /** Until when it was so; null for one of now. */
  readonly until: number | null;
}

/** Whose space, and which. */
export type Place = Pick<SpaceRow, "tenant_id" | "space">;

const IDS_PER_STEP = 200;
const TURNS_PER_QUERY = 50;

/** What belongs to the installation follows from files, and the worlds look after it; all else, only the log fills. */
export function followsLog({ tenant_id, space }: Place, owners: ReadonlyMap<string, string>): boolean {
  return tenant_id !== INSTALLATION || owners.has(space);
}

/** The places of two databases, each once. */
export function placesIn(one: readonly Place[], other: readonly Place[]): Place[] {
  const places = [...one, ...other].map((place) => [JSON.stringify([place.tenant_id, place.space]), place] as const);
  return [...new Map(places).values()];
}

const at = ({ tenant_id, space }: Place): Query => query`tenant_id = ${tenant_id} and space = ${space}`;

const COLUMNS = query`key, space, id, unit, text, group_id, position, speaker, at, filters, terms, since, until, vector_model`;

/** The next ids of a space, past ones too. */
async function idsAfter(sql: Sql, place: Place, after: string | undefined, limit: number): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    query`select distinct id from search_document where ${between(place, after, undefined)} order by id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Every version of the ids after one and up to another. */
async function versionsBetween(
  sql: Sql,
  place: Place,
  after: string | undefined,
  upTo: string | undefined,
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    query`select ${COLUMNS} from search_document where ${between(place, after, upTo)} order by id, since, key`,
  );
}

/** Without a bound, from the first and to the last. */
function between({ tenant_id, space }: Place, after: string | undefined, upTo: string | undefined): Query {
  return query`tenant_id = ${tenant_id} and space = ${space}
    ${after === undefined ? query`` : query`and id > ${after}`} ${upTo === undefined ? query`` : query`and id <= ${upTo}`}`;
}

/** All versions of some ids, as they are and as they should be. */
export interface Step {
  readonly found: readonly VersionRow[];
  readonly wanted: readonly VersionRow[];
  /** The last of the ids; undefined at the end. */
  readonly last: string | undefined;
}

/** The next ids of a space with all their versions; of `expected` nothing where it is not asked. */
export async function nextStep(
  sql: Sql,
  expected: Sql | undefined,
  place: Place,
  after: string | undefined,
): Promise<Step> {
  const nth = async (of: Sql) => (await idsAfter(of, place, after, IDS_PER_STEP))[IDS_PER_STEP - 1];
  const last = earlier(await nth(sql), expected && (await nth(expected)));
  return {
    found: await versionsBetween(sql, place, after, last),
    wanted: expected === undefined ? [] : await versionsBetween(expected, place, after, last),
    last,
  };
}

/** Both engines order text by its bytes. */
function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0 ? one : other;
}

/** The keys of a space, rising. */
export async function keysOf(sql: Sql, { tenant_id, space }: Place): Promise<number[]> {
  const rows = await sql.all<{ key: number }>(
    query`select key from search_document where tenant_id = ${tenant_id} and space = ${space} order by key`,
  );
  return rows.map(({ key }) => key);
}

/** Those of some keys that are of this space, by rising keys. */
export async function versionsOf(
  sql: Sql,
  { tenant_id, space }: Place,
  keys: readonly number[],
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(query`select ${COLUMNS} from search_document
    where key in (${list(keys)}) and tenant_id = ${tenant_id} and space = ${space} order by key`);
}

export async function insertVersions(sql: Sql, place: Place, versions: readonly VersionRow[]): Promise<number[]> {
  const keys: number[] = [];
  for (const row of versions) {
    const key = (keys.at(-1) ?? (await lastKey(sql, place.tenant_id))) + 1;
    await sql.run(query`insert into search_document
      (key, tenant_id, space, id, unit, text, group_id, position, speaker, at, filters, terms, since, until)
      values (${key}, ${place.tenant_id}, ${place.space}, ${row.id}, ${row.unit}, ${row.text}, ${row.group_id}, ${row.position},
        ${row.speaker}, ${row.at}, ${row.filters}, ${row.terms}, ${row.since}, ${row.until})`);
    keys.push(key);
  }
  return keys;
}

/** Sets all of a version but what its words and its vector are made of. */
export async function correctVersion(sql: Sql, place: Place, key: number, to: VersionRow): Promise<void> {
  await sql.run(query`update search_document set speaker = ${to.speaker}, at = ${to.at}, filters = ${to.filters},
    terms = ${to.terms}, since = ${to.since}, until = ${to.until} where ${at(place)} and key = ${key}`);
}

export async function correctTerms(sql: Sql, place: Place, key: number, terms: number): Promise<void> {
  await sql.run(query`update search_document set terms = ${terms} where ${at(place)} and key = ${key}`);
}

/** The turns that follow some others: their vectors may have been made with the words of those. */
export async function turnsAfter(sql: Sql, place: Place, turns: readonly VersionRow[]): Promise<number[]> {
  const keys: number[] = [];
  for (const some of batchesOf(turns, TURNS_PER_QUERY)) {
    const places = some.map(({ group_id, position }) => query`(group_id = ${group_id} and position = ${position + 1})`);
    const rows = await sql.all<{ key: number }>(query`select key from search_document
      where tenant_id = ${place.tenant_id} and space = ${place.space} and unit = 'turn' and vector_model is not null
      and (${places.reduce((all, one) => query`${all} or ${one}`)})`);
    for (const { key } of rows) keys.push(key);
  }
  return [...new Set(keys)];
}

/** Documents that wait for a vector again. */
export async function forgetVectors(sql: Sql, place: Place, keys: readonly number[]): Promise<void> {
  for (const some of batchesOf(keys)) {
    await sql.run(query`update search_document set vector_model = null where ${at(place)} and key in (${list(some)})`);
  }
}
