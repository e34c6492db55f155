import { list, type Query, query } from "../query.ts";
import type { SearchDocument, SearchQuery, Unit } from "../search.ts";
import type { Sql } from "../sql.ts";
import { type DocumentRow, filtersText } from "./document-row.ts";
import type { SpaceRow } from "./text-index.ts";

const KEYS_PER_QUERY = 500;
const COLUMNS = query`d.key, d.space, d.id, d.unit, d.text, d.group_id, d.position, d.speaker, d.at, d.filters, d.terms, d.vector_model`;

const inSpace = (space: SpaceRow): Query => query`d.tenant_id = ${space.tenant_id} and d.space = ${space.space}`;

export async function liveRow(sql: Sql, space: SpaceRow, id: string): Promise<DocumentRow | undefined> {
  return sql.first<DocumentRow>(
    query`select ${COLUMNS} from search_document d where ${inSpace(space)} and d.id = ${id} and d.until is null`,
  );
}

/** Adds a row and answers with its key. A key is never used for another text. */
export async function insertRow(
  sql: Sql,
  space: SpaceRow,
  document: SearchDocument,
  terms: number,
  since: number,
): Promise<number> {
  const row = await sql.first<{ key: number }>(query`insert into search_document
    (tenant_id, space, id, unit, text, group_id, position, speaker, at, filters, terms, since)
    values (${space.tenant_id}, ${space.space}, ${document.id}, ${document.unit}, ${document.text}, ${document.group ?? document.id},
      ${document.position ?? 0}, ${document.speaker ?? null}, ${document.at ?? null}, ${filtersText(document.filters)}, ${terms}, ${since})
    returning key`);
  if (row === undefined) throw new Error("an insert returned no key");
  return row.key;
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

export async function rowsByKey(sql: Sql, keys: readonly number[]): Promise<DocumentRow[]> {
  const rows: DocumentRow[] = [];
  for (let from = 0; from < keys.length; from += KEYS_PER_QUERY) {
    const some = list(keys.slice(from, from + KEYS_PER_QUERY));
    rows.push(
      ...(await sql.all<DocumentRow>(query`select ${COLUMNS} from search_document d where d.key in (${some})`)),
    );
  }
  return rows;
}

/** The rows that stand within `reach` places of the given ones, in the same group. */
export async function neighbourRows(
  sql: Sql,
  space: SpaceRow,
  rows: readonly DocumentRow[],
  reach: number,
  condition: Query | undefined,
): Promise<DocumentRow[]> {
  const places = new Set<string>();
  const wanted: Query[] = [];
  for (const row of rows) {
    for (let position = row.position - reach; position <= row.position + reach; position++) {
      const place = `${position} ${row.group_id}`;
      if (position === row.position || places.has(place)) continue;
      places.add(place);
      wanted.push(query`(cast(${row.group_id} as text), cast(${position} as bigint))`);
    }
  }
  const found: DocumentRow[] = [];
  for (let from = 0; from < wanted.length; from += KEYS_PER_QUERY) {
    const some = list(wanted.slice(from, from + KEYS_PER_QUERY));
    found.push(
      ...(await sql.all<DocumentRow>(
        query`with place(group_id, position) as (values ${some}) select ${COLUMNS} from place
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
