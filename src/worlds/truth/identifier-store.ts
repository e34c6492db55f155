import { batchesOf, list, query, type Sql } from "../../kernel/index.ts";
import type { Identifier } from "./model.ts";

/** Who carries an identifier. The origin never moves with a merge. */
export interface IdentifierRow extends Identifier {
  readonly origin_id: string;
}

/** PostgreSQL keeps index keys short: a longer value stands there by its hash, and so it is looked for. */
export async function findByIdentifiers(
  sql: Sql,
  tenant: string,
  identifiers: readonly Identifier[],
  limit: number,
): Promise<IdentifierRow[]> {
  const kinds = new Map(identifiers.map(({ kind, value }) => [`${kind} ${value}`, true]));
  const values = [...new Set(identifiers.map(({ value }) => value))];
  const found: IdentifierRow[] = [];
  for (const some of batchesOf(values)) {
    const rows = await sql.all<IdentifierRow>(
      query`select value, kind, origin_id from truth_identifier
        where tenant_id = ${tenant} and value in (${list(some)}) order by value, kind, origin_id limit ${limit}`,
    );
    found.push(...rows.filter(({ kind, value }) => kinds.has(`${kind} ${value}`)));
  }
  return found;
}

/** Names that begin with a text, by a range of the key. */
export async function namesStartingWith(
  sql: Sql,
  tenant: string,
  prefix: string,
  limit: number,
): Promise<IdentifierRow[]> {
  return sql.all<IdentifierRow>(
    query`select value, kind, origin_id from truth_identifier
      where tenant_id = ${tenant} and value >= ${prefix} and value < ${`${prefix}\u{10FFFF}`} and kind = 'name'
      order by value, origin_id limit ${limit}`,
  );
}

/** Names that hold a text anywhere: reads every identifier of the tenant, so it is asked only when nothing else was found. */
export async function namesContaining(sql: Sql, tenant: string, text: string, limit: number): Promise<IdentifierRow[]> {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql.all<IdentifierRow>(
    query`select value, kind, origin_id from truth_identifier
      where tenant_id = ${tenant} and value like ${pattern} escape '\\' and kind = 'name'
      order by value, origin_id limit ${limit}`,
  );
}

/** The identifiers of some entities, merged-in ones under the id they came with. */
export async function identifiersOf(sql: Sql, tenant: string, originIds: readonly string[]): Promise<IdentifierRow[]> {
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
