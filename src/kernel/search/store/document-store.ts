import { type Bindable, batchesOf, list, type Query, query, rows } from "../../query.ts";
import type { SearchDocument, SearchQuery, Unit } from "../../search.ts";
import type { Sql } from "../../sql.ts";
import { type DocumentRow, filtersText } from "./document-row.ts";
import type { SpaceRow } from "./text-index.ts";

const ROWS_PER_INSERT = 100;

const COLUMNS = query`d.key, d.space, d.id, d.unit, d.text, d.group_id, d.position, d.speaker, d.at, d.filters, d.terms, d.since, d.vector_model`;

const inSpace = (space: SpaceRow): Query => query`d.tenant_id = ${space.tenant_id} and d.space = ${space.space}`;

export async function liveRow(sql: Sql, space: SpaceRow, id: string): Promise<DocumentRow | undefined> {
  const [row] = await liveRows(sql, space, [id]);
  return row;
}

/** Of some ids, or of the whole space. */
export async function liveRows(sql: Sql, space: SpaceRow, ids: readonly string[] | undefined): Promise<DocumentRow[]> {
  const live = query`select ${COLUMNS} from search_document d where ${inSpace(space)} and d.until is null`;
  if (ids === undefined) return sql.all<DocumentRow>(query`${live} order by d.key`);
  const found: DocumentRow[] = [];
  for (const some of batchesOf(ids)) {
    found.push(...(await sql.all<DocumentRow>(query`${live} and d.id in (${list(some)})`)));
  }
  return found;
}

export async function liveIds(sql: Sql, space: SpaceRow): Promise<string[]> {
  const found = await sql.all<{ id: string }>(
    query`select d.id from search_document d where ${inSpace(space)} and d.until is null`,
  );
  return found.map(({ id }) => id);
}

/** A document as it is to be stored, with its terms. */
export interface NewRow {
  readonly document: SearchDocument;
  readonly found: readonly string[];
  readonly since: number;
}

/** Adds rows and answers with their keys, which rise. */
export async function insertRows(sql: Sql, space: SpaceRow, texts: readonly NewRow[]): Promise<number[]> {
  if (texts.length === 0) return [];
  const last = await lastKey(sql, space.tenant_id);
  const all = texts.map(({ document, found, since }, index): Bindable[] => [
    last + index + 1,
    space.tenant_id,
    space.space,
    document.id,
    document.unit,
    document.text,
    document.group ?? document.id,
    document.position ?? 0,
    document.speaker ?? null,
    document.at ?? null,
    filtersText(document.filters),
    found.length,
    since,
  ]);
  // A statement to a server costs a round trip; SQLite keeps a prepared one for a single row.
  for (const some of batchesOf(all, sql.dialect === "sqlite" ? 1 : ROWS_PER_INSERT)) {
    await sql.run(query`insert into search_document
      (key, tenant_id, space, id, unit, text, group_id, position, speaker, at, filters, terms, since) values ${rows(some)}`);
  }
  return all.map((_, index) => last + index + 1);
}

/**
 * After which key the next document of a tenant is numbered. Whoever writes is alone in the tenant's lane, so nobody
 * else takes the same. In SQLite the keys of all tenants are one row of numbers: it has one writer.
 */
export async function lastKey(sql: Sql, tenant: string): Promise<number> {
  const last = await sql.first<{ key: number | null }>(
    sql.dialect === "sqlite"
      ? query`select max(key) as key from search_document`
      : query`select max(key) as key from search_document where tenant_id = ${tenant}`,
  );
  return last?.key ?? 0;
}

/** Leaves rows to those who look back. */
export async function endRows(sql: Sql, space: SpaceRow, keys: readonly number[], until: number): Promise<void> {
  for (const some of batchesOf(keys)) {
    await sql.run(
      query`update search_document as d set until = ${until} where ${inSpace(space)} and d.key in (${list(some)})`,
    );
  }
}

export async function deleteRows(sql: Sql, space: SpaceRow, keys: readonly number[]): Promise<void> {
  for (const some of batchesOf(keys)) {
    await sql.run(query`delete from search_document as d where ${inSpace(space)} and d.key in (${list(some)})`);
  }
}

/** What the space holds; a space holds one kind of thing. */
export async function unitOf(sql: Sql, space: SpaceRow): Promise<Unit | undefined> {
  const row = await sql.first<{ unit: Unit }>(
    query`select d.unit from search_document d where ${inSpace(space)} limit 1`,
  );
  return row?.unit;
}

export async function allRows(sql: Sql, space: SpaceRow, condition: Query | undefined): Promise<DocumentRow[]> {
  return sql.all<DocumentRow>(
    query`select ${COLUMNS} from search_document d where ${inSpace(space)} ${condition === undefined ? query`` : query`and ${condition}`} order by d.key`,
  );
}

export async function rowsByKey(sql: Sql, space: SpaceRow, keys: readonly number[]): Promise<DocumentRow[]> {
  const found: DocumentRow[] = [];
  for (const some of batchesOf(keys)) {
    found.push(
      ...(await sql.all<DocumentRow>(
        query`select ${COLUMNS} from search_document d where ${inSpace(space)} and d.key in (${list(some)})`,
      )),
    );
  }
  return found;
}

/** The rows that stand within `reach` places of the given ones, in the same group. */
export async function neighbourRows(
  sql: Sql,
  space: SpaceRow,
  around: readonly DocumentRow[],
  reach: number,
  condition: Query | undefined,
): Promise<DocumentRow[]> {
  const places = new Set<string>();
  const wanted: Query[] = [];
  for (const row of around) {
    for (let position = row.position - reach; position <= row.position + reach; position++) {
      const place = `${position} ${row.group_id}`;
      if (position === row.position || places.has(place)) continue;
      places.add(place);
      wanted.push(query`(cast(${row.group_id} as text), cast(${position} as bigint))`);
    }
  }
  const found: DocumentRow[] = [];
  for (const some of batchesOf(wanted)) {
    found.push(
      ...(await sql.all<DocumentRow>(
        query`with place(group_id, position) as (values ${list(some)}) select ${COLUMNS} from place
          join search_document d on ${inSpace(space)} and d.unit = 'turn' and d.group_id = place.group_id and d.position = place.position
          ${condition === undefined ? query`` : query`where ${condition}`}`,
      )),
    );
  }
  return found;
}

/** What must hold for a document to be looked at, or undefined when every one of the space may be. */
export function conditionOf(space: SpaceRow, asked: SearchQuery, dialect: Sql["dialect"]): Query | undefined {
  const parts: Query[] = [];
  if (asked.asOf !== undefined)
    parts.push(query`d.since <= ${asked.asOf} and (d.until is null or d.until > ${asked.asOf})`);
  else if (space.past > 0) parts.push(query`d.until is null`);
  if (asked.from !== undefined) parts.push(query`d.at >= ${asked.from}`);
  if (asked.until !== undefined) parts.push(query`d.at <= ${asked.until}`);
  for (const [key, value] of Object.entries(asked.filters ?? {})) {
    parts.push(
      dialect === "sqlite"
        ? query`d.filters ->> ${`$."${key}"`} = ${value}`
        : query`(d.filters::jsonb ->> ${key}::text) = ${value}`,
    );
  }
  const [first, ...rest] = parts;
  return first === undefined ? undefined : rest.reduce((all, part) => query`${all} and ${part}`, first);
}
