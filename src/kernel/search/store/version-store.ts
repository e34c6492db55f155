import { batchesOf, list, query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import type { DocumentRow } from "./document-row.ts";
import type { SpaceRow } from "./text-index.ts";

/** A document as it is or was. */
export interface VersionRow extends DocumentRow {
  /** Until when it was so; null for one of now. */
  readonly until: number | null;
}

type Place = Pick<SpaceRow, "tenant_id" | "space">;

const COLUMNS = query`key, space, id, unit, text, group_id, position, speaker, at, filters, terms, since, until, vector_model`;

/** The next ids of a space, past ones too. */
export async function idsAfter(sql: Sql, { tenant_id, space }: Place, after: string, limit: number): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(query`select distinct id from search_document
    where tenant_id = ${tenant_id} and space = ${space} and id > ${after} order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Every version of the ids after one and up to another, or up to the end. */
export async function versionsBetween(
  sql: Sql,
  { tenant_id, space }: Place,
  after: string,
  upTo: string | undefined,
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(query`select ${COLUMNS} from search_document
    where tenant_id = ${tenant_id} and space = ${space} and id > ${after}
    ${upTo === undefined ? query`` : query`and id <= ${upTo}`} order by id, since, key`);
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
    const added = await sql.first<{ key: number }>(query`insert into search_document
      (tenant_id, space, id, unit, text, group_id, position, speaker, at, filters, terms, since, until)
      values (${place.tenant_id}, ${place.space}, ${row.id}, ${row.unit}, ${row.text}, ${row.group_id}, ${row.position},
        ${row.speaker}, ${row.at}, ${row.filters}, ${row.terms}, ${row.since}, ${row.until}) returning key`);
    if (added === undefined) throw new Error("an insert returned no key");
    keys.push(added.key);
  }
  return keys;
}

/** Sets all of a version but what its words and its vector are made of. */
export async function correctVersion(sql: Sql, key: number, to: VersionRow): Promise<void> {
  await sql.run(query`update search_document set speaker = ${to.speaker}, at = ${to.at}, filters = ${to.filters},
    terms = ${to.terms}, since = ${to.since}, until = ${to.until} where key = ${key}`);
}

export async function correctTerms(sql: Sql, key: number, terms: number): Promise<void> {
  await sql.run(query`update search_document set terms = ${terms} where key = ${key}`);
}

/** Documents that wait for a vector again. */
export async function forgetVectors(sql: Sql, keys: readonly number[]): Promise<void> {
  for (const some of batchesOf(keys)) {
    await sql.run(query`update search_document set vector_model = null where key in (${list(some)})`);
  }
}
