import { batchesOf, list, type Query, query, type Sql } from "../../../kernel/index.ts";

interface Link {
  readonly from_entity_id: string;
  readonly to_entity_id: string;
}

/** The merges that held at a time of our knowledge; without one, those that hold now. */
function holding(atIngested: number | undefined): Query {
  return atIngested === undefined
    ? query`unmerged_at is null`
    : query`merged_at <= ${atIngested} and (unmerged_at is null or unmerged_at > ${atIngested})`;
}

/** What each id stood for: itself, or what it was merged into. */
export async function resolveAt(
  sql: Sql,
  tenant: string,
  ids: readonly string[],
  atIngested: number | undefined,
): Promise<Map<string, string>> {
  const next = new Map<string, string>();
  let wanted = [...new Set(ids)];
  while (wanted.length > 0) {
    const found: string[] = [];
    for (const some of batchesOf(wanted)) {
      const links = await sql.all<Link>(
        query`select from_entity_id, to_entity_id from truth_merge
          where tenant_id = ${tenant} and from_entity_id in (${list(some)}) and ${holding(atIngested)}`,
      );
      for (const { from_entity_id, to_entity_id } of links) {
        if (next.has(from_entity_id)) continue;
        next.set(from_entity_id, to_entity_id);
        found.push(to_entity_id);
      }
    }
    wanted = [...new Set(found)].filter((id) => !next.has(id));
  }
  return new Map(ids.map((id) => [id, endOf(next, id)]));
}

function endOf(next: ReadonlyMap<string, string>, id: string): string {
  let at = id;
  for (let to = next.get(at); to !== undefined; to = next.get(at)) at = to;
  return at;
}

/** Every id that stood for one of the entities, with the entity it stood for; each stands for itself too. */
export async function originsAt(
  sql: Sql,
  tenant: string,
  entityIds: readonly string[],
  atIngested: number | undefined,
): Promise<Map<string, string>> {
  const origins = new Map(entityIds.map((id) => [id, id]));
  let wanted = [...origins.keys()];
  while (wanted.length > 0) {
    const found: string[] = [];
    for (const some of batchesOf(wanted)) {
      const links = await sql.all<Link>(
        query`select from_entity_id, to_entity_id from truth_merge
          where tenant_id = ${tenant} and to_entity_id in (${list(some)}) and ${holding(atIngested)}`,
      );
      for (const { from_entity_id, to_entity_id } of links) {
        const stoodFor = origins.get(to_entity_id);
        if (stoodFor === undefined || origins.has(from_entity_id)) continue;
        origins.set(from_entity_id, stoodFor);
        found.push(from_entity_id);
      }
    }
    wanted = found;
  }
  return origins;
}

/** Entities that a merge, its undoing or a split has touched since: their rows say nothing about that time. */
export async function touchedSince(sql: Sql, tenant: string, atIngested: number): Promise<string[]> {
  const merged = await sql.all<Link>(
    query`select from_entity_id, to_entity_id from truth_merge
      where tenant_id = ${tenant} and (merged_at > ${atIngested} or unmerged_at > ${atIngested})`,
  );
  const split = await sql.all<{ rule_id: string; origin_id: string }>(
    query`select distinct rule_id, origin_id from truth_observation
      where tenant_id = ${tenant} and assigned_at is not null and assigned_at > ${atIngested}`,
  );
  const ids = [
    ...merged.flatMap(({ from_entity_id, to_entity_id }) => [from_entity_id, to_entity_id]),
    ...split.flatMap(({ rule_id, origin_id }) => [rule_id, origin_id]),
  ];
  const now = await resolveAt(sql, tenant, ids, undefined);
  const then = await resolveAt(sql, tenant, ids, atIngested);
  return [...new Set([...ids, ...now.values(), ...then.values()])].sort();
}

/** Every id that ever stood for one of these, or that one of these ever stood for: what is known of one may count for the other. */
export async function everLinked(sql: Sql, tenant: string, ids: readonly string[]): Promise<Map<string, string>> {
  const linked = new Map(ids.map((id) => [id, id]));
  let wanted = [...linked.keys()];
  while (wanted.length > 0) {
    const found: string[] = [];
    const add = (from: string, to: string) => {
      const first = linked.get(from);
      if (first === undefined || linked.has(to)) return;
      linked.set(to, first);
      found.push(to);
    };
    for (const some of batchesOf(wanted)) {
      for (const end of [query`from_entity_id`, query`to_entity_id`]) {
        const links = await sql.all<Link>(
          query`select from_entity_id, to_entity_id from truth_merge where tenant_id = ${tenant} and ${end} in (${list(some)})`,
        );
        for (const { from_entity_id, to_entity_id } of links) {
          add(from_entity_id, to_entity_id);
          add(to_entity_id, from_entity_id);
        }
      }
      const split = await sql.all<{ rule_id: string; origin_id: string }>(
        query`select distinct rule_id, origin_id from truth_observation
          where tenant_id = ${tenant} and assigned_at is not null and rule_id in (${list(some)})`,
      );
      for (const { rule_id, origin_id } of split) add(rule_id, origin_id);
    }
    wanted = found;
  }
  return linked;
}
