import { list, query } from "../../query.ts";
import type { Unit } from "../../search.ts";
import type { Sql } from "../../sql.ts";

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

export async function nextPending(sql: Sql, limit: number): Promise<Pending[]> {
  return sql.all<Pending>(query`select d.key, d.tenant_id, d.space, d.unit, d.text,
      (select b.text from search_document b where b.tenant_id = d.tenant_id and b.space = d.space
        and b.group_id = d.group_id and b.position = d.position - 1 and b.until is null order by b.key limit 1) as before
    from search_document d where d.vector_model is null order by d.tenant_id, d.key limit ${limit}`);
}

/** Those that still wait. A key may stand for another document by now, and a vector must not land on that. */
export async function stillPending(sql: Sql, taken: readonly Pending[]): Promise<Pending[]> {
  const open = await sql.all<Pick<Pending, "key" | "tenant_id" | "space" | "text">>(
    query`select key, tenant_id, space, text from search_document
      where vector_model is null and key in (${list(taken.map(({ key }) => key))})`,
  );
  const waiting = new Map(open.map((row) => [row.key, row]));
  return taken.filter((document) => {
    const row = waiting.get(document.key);
    return row?.tenant_id === document.tenant_id && row.space === document.space && row.text === document.text;
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
