import { batchesOf, list, type Query, query, type Sql } from "../../../kernel/index.ts";
import type { Identifier } from "../model/identity/identifier.ts";

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

/** Where in a name a text is looked for. Anywhere reads every identifier of the tenant: asked only when nothing else was found. */
export type PlaceInName = "start" | "anywhere";

/** Who ever had a name with this text. */
export async function everNamed(sql: Sql, tenant: string, text: string, place: PlaceInName): Promise<string[]> {
  const rows = await sql.all<{ origin_id: string }>(query`${names(tenant, text, place)} order by value, origin_id`);
  return [...new Set(rows.map(({ origin_id }) => origin_id))];
}

/** Who has a name: a live entity, or one that was merged away and stands for another now. */
export interface NamedEntity {
  readonly origin_id: string;
  readonly entity_type: string;
  readonly merged_to: string | null;
}

/** The same for now, in order of names. The type is that of live entities; what a merged one stands for is left to see. */
export async function nowNamed(
  sql: Sql,
  tenant: string,
  text: string,
  place: PlaceInName,
  entityType: string | undefined,
  limit?: number,
): Promise<NamedEntity[]> {
  const type = entityType === undefined ? query`` : query`and e.entity_type = ${entityType}`;
  // SQLite takes a cross join in the order it is written in: from the names to their entities.
  return sql.all<NamedEntity>(
    query`select n.origin_id, e.entity_type, e.merged_to from (${names(tenant, text, place)}) n cross join truth_entity e
      where e.tenant_id = ${tenant} and e.id = n.origin_id and ((e.live = 1 ${type}) or e.merged_to is not null)
      order by n.value, n.origin_id ${limit === undefined ? query`` : query`limit ${limit}`}`,
  );
}

function names(tenant: string, text: string, place: PlaceInName): Query {
  const holds =
    place === "start"
      ? query`value >= ${text} and value < ${`${text}\u{10FFFF}`}`
      : query`value like ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
  return query`select value, origin_id from truth_identifier where tenant_id = ${tenant} and ${holds} and kind = 'name'`;
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
