import { list, Query, query } from "../../query.ts";
import type { Unit } from "../../search.ts";
import type { Sql } from "../../sql.ts";
import { kindOf } from "../rank/index.ts";
import { longestUntil, type Maker, takeDocument } from "./claim-store.ts";
import type { SpaceRow } from "./text-index.ts";

/** A document whose vector is still to be made. */
export interface Pending {
  readonly key: number;
  readonly tenant_id: string;
  readonly space: string;
  readonly unit: Unit;
  readonly text: string;
  /** What stands right before it in its group. */
  readonly before: string | null;
}

/** What of a tenant is to be made next, and whether other processes are making the rest. */
export interface NextPending {
  readonly documents: readonly Pending[];
  readonly isSharedOut: boolean;
}

const COLUMNS = query`d.key, d.tenant_id, d.space, d.unit, d.text, d.group_id, d.position`;

type PendingRow = Omit<Pending, "before"> & { readonly group_id: string; readonly position: number };

/** Some documents of a tenant, the newest first; none that another process works on. */
export async function nextPending(sql: Sql, tenant: string, limit: number, maker: Maker): Promise<NextPending> {
  const rows = await sql.all<PendingRow>(query`select ${COLUMNS} from search_document d
    where d.tenant_id = ${tenant} and d.vector_model is null and not exists (select 1 from search_claim c
      where c.tenant_id = d.tenant_id and c.key = d.key and c.holder <> ${maker.holder}
      and c.until >= ${maker.nowMs} and c.until <= ${longestUntil(maker)})
    order by d.key desc limit ${limit}`);
  if (rows.length > 0) return { documents: await withBefore(sql, rows), isSharedOut: false };
  const taken = await sql.first(
    query`select 1 as found from search_document d where d.tenant_id = ${tenant} and d.vector_model is null limit 1`,
  );
  return { documents: [], isSharedOut: taken !== undefined };
}

/** Whose documents wait for vectors, or have some of another model than this one. */
export async function tenantsWaiting(sql: Sql, model: string): Promise<string[]> {
  const rows = await sql.all<{ tenant_id: string }>(query`select distinct tenant_id from search_space
    where pending > 0 or (model is not null and model <> ${model}) order by tenant_id`);
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Keeps other processes from making the same vectors for a while; answers with those that nobody else has taken. */
export async function claim(sql: Sql, tenant: string, documents: readonly Pending[], maker: Maker): Promise<Pending[]> {
  const claimed: Pending[] = [];
  for (const document of await stillPending(sql, tenant, documents))
    if (await takeDocument(sql, tenant, document.key, maker)) claimed.push(document);
  return claimed;
}

/** The newest of a space that have no vector of this model and pass the condition on `document d`. */
export async function waitingIn(
  sql: Sql,
  space: SpaceRow,
  model: string,
  condition: Query | undefined,
  limit: number,
): Promise<Pending[]> {
  const rows = await sql.all<PendingRow>(query`select ${COLUMNS} from search_document d
    where d.tenant_id = ${space.tenant_id} and d.space = ${space.space} and ${waits(space, model)}
    ${condition === undefined ? query`` : query`and ${condition}`} order by d.key desc limit ${limit}`);
  return withBefore(sql, rows);
}

/** With what stands before each in its conversation; nothing else has an order that means something. */
async function withBefore(sql: Sql, rows: readonly PendingRow[]): Promise<Pending[]> {
  const documents: Pending[] = [];
  for (const { group_id, position, ...row } of rows) {
    const before =
      kindOf(row.unit) === "turn"
        ? await sql.first<{ text: string }>(query`select text from search_document
            where tenant_id = ${row.tenant_id} and space = ${row.space} and unit = ${new Query([`'${row.unit}'`], [])}
            and group_id = ${group_id} and position = ${position - 1} and until is null limit 1`)
        : undefined;
    documents.push({ ...row, before: before?.text ?? null });
  }
  return documents;
}

/** While a space has vectors of another model, those count for nothing. */
function waits(space: SpaceRow, model: string): Query {
  return space.model === null || space.model === model
    ? query`d.vector_model is null`
    : query`(d.vector_model is null or d.vector_model <> ${model})`;
}

/** What must hold for a document that a condition lets through and that has a vector of this model. */
export function embeddedBy(model: string, condition: Query | undefined): Query {
  const isMade = query`d.vector_model = ${model}`;
  return condition === undefined ? isMade : query`${condition} and ${isMade}`;
}

/** Those of a tenant that still wait. A key may stand for another document by now, and a vector must not land on that. */
export async function stillPending(sql: Sql, tenant: string, taken: readonly Pending[]): Promise<Pending[]> {
  const open = await sql.all<Pick<Pending, "key" | "space" | "text">>(query`select key, space, text from search_document
    where tenant_id = ${tenant} and vector_model is null and key in (${list(taken.map(({ key }) => key))})`);
  const waiting = new Map(open.map((row) => [row.key, row]));
  return taken.filter((document) => {
    const row = waiting.get(document.key);
    return row?.space === document.space && row.text === document.text;
  });
}

/** Notes that a document has its vector, and from which model. */
export async function noteVector(
  sql: Sql,
  { key, tenant_id }: Pick<Pending, "key" | "tenant_id">,
  model: string,
): Promise<void> {
  await sql.run(
    query`update search_document set vector_model = ${model} where tenant_id = ${tenant_id} and key = ${key}`,
  );
}
