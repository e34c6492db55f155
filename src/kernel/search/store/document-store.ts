import { arrayText, type Bindable, batchesOf, list, type Query, query } from "../../query.ts";
import type { SearchDocument, SearchQuery } from "../../search.ts";
import type { Sql } from "../../sql.ts";
import { type DocumentRow, filtersText } from "./document-row.ts";
import type { SpaceRow } from "./text-index.ts";

const ROWS_PER_INSERT = 500;

const COLUMNS = query`d.key, d.space, d.id, d.unit, d.text, d.group_id, d.position, d.speaker, d.at, d.filters, d.terms, d.since, d.vector_model`;

type Place = Pick<SpaceRow, "tenant_id" | "space">;

const inSpace = (space: Place): Query => query`d.tenant_id = ${space.tenant_id} and d.space = ${space.space}`;

export async function liveRow(sql: Sql, space: SpaceRow, id: string): Promise<DocumentRow | undefined> {
  const [row] = await liveRows(sql, space, [id]);
  return row;
}

/** Of some ids, or of the whole space. */
export async function liveRows(sql: Sql, space: Place, ids: readonly string[] | undefined): Promise<DocumentRow[]> {
  const live = query`select ${COLUMNS} from search_document d where ${inSpace(space)} and d.until is null`;
  if (ids === undefined) return sql.all<DocumentRow>(query`${live} order by d.key`);
  const found = await Promise.all(
    [...batchesOf(ids)].map((some) => sql.all<DocumentRow>(query`${live} and d.id in (${list(some)})`)),
  );
  return found.flat();
}

export async function liveIds(sql: Sql, space: SpaceRow): Promise<string[]> {
  const found = await sql.all<{ id: string }>(
    query`select d.id from search_document d where ${inSpace(space)} and d.until is null`,
  );
  return found.map(({ id }) => id);
}

/** A document as it is to be stored, with its terms, which are looked for when they are first asked for. */
export interface NewRow {
  readonly document: SearchDocument;
  readonly found: readonly string[];
  readonly since: number;
}

/** Adds rows behind the tenant's last key and answers with theirs, which rise. */
export async function insertRows(sql: Sql, space: Place, texts: readonly NewRow[], last: number): Promise<number[]> {
  const keyed = texts.map((row, index) => ({ row, key: last + index + 1 }));
  if (sql.dialect === "sqlite") for (const one of keyed) await sql.run(insertOne(space, columnsOf(one)));
  else for (const some of batchesOf(keyed, ROWS_PER_INSERT)) await sql.run(insertMany(space, some.map(columnsOf)));
  return keyed.map(({ key }) => key);
}

function columnsOf({ row: { document, found, since }, key }: { row: NewRow; key: number }): Bindable[] {
  return [
    key,
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
  ];
}

const INSERT = query`insert into search_document
  (tenant_id, space, key, id, unit, text, group_id, position, speaker, at, filters, terms, since)`;

/** SQLite keeps a prepared statement for a single row. */
function insertOne({ tenant_id, space }: Place, row: readonly Bindable[]): Query {
  return query`${INSERT} values (${tenant_id}, ${space}, ${list(row)})`;
}

/**
 * A column to a value: the text is the same for any number of rows, so a server reads and plans it once. From the space's
 * own row, so that it goes where that row lies.
 */
function insertMany({ tenant_id, space }: Place, some: readonly (readonly Bindable[])[]): Query {
  const columns = INSERTED.map((type, at) =>
    type === "text"
      ? query`${arrayText(some.map((row) => row[at] ?? null))}::text[]`
      : query`${arrayText(some.map((row) => row[at] ?? null))}::bigint[]`,
  );
  return query`${INSERT} select s.tenant_id, s.space, x.key, x.id, x.unit, x.text, x.group_id, x.position, x.speaker, x.at,
      x.filters, x.terms, x.since
    from search_space s cross join unnest(${list(columns)})
      as x(key, id, unit, text, group_id, position, speaker, at, filters, terms, since)
    where s.tenant_id = ${tenant_id} and s.space = ${space}`;
}

/** The types of what is inserted beside the place, in order. */
const INSERTED = [
  "bigint", // key
  "text", // id
  "text", // unit
  "text", // text
  "text", // group_id
  "bigint", // position
  "text", // speaker
  "bigint", // at
  "text", // filters
  "bigint", // terms
  "bigint", // since
] as const;

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

export async function allRows(sql: Sql, space: SpaceRow, condition: Query | undefined): Promise<DocumentRow[]> {
  return sql.all<DocumentRow>(
    query`select ${COLUMNS} from search_document d where ${inSpace(space)} ${condition === undefined ? query`` : query`and ${condition}`} order by d.key`,
  );
}

/** The rows that were said or written last. */
export async function newestRows(sql: Sql, space: SpaceRow, condition: Query, limit: number): Promise<DocumentRow[]> {
  return sql.all<DocumentRow>(
    query`select ${COLUMNS} from search_document d where ${inSpace(space)} and ${condition} order by d.at desc, d.key desc limit ${limit}`,
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
