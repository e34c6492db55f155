import { batchesOf, list, type Query, query, type Sql } from "../../../kernel/index.ts";

/** One entity that was merged into another. */
export interface MergeLink {
  readonly from_entity_id: string;
  readonly to_entity_id: string;
}

export interface RecordedMerge extends MergeLink {
  readonly position: number;
  readonly merged_at: number;
}

/** Why it was made, and when it was undone. */
interface Undoing {
  readonly merge_reason: string | null;
  readonly unmerged_at: number | null;
}

export type MergeStore = ReturnType<typeof createMergeStore>;

/** The only file that knows the table of merges. */
export function createMergeStore(sql: Sql, tenant: string) {
  /** What each id stood for at a time of our knowledge, or now: itself, or what it was merged into. */
  async function standsFor(ids: readonly string[], atIngested: number | undefined): Promise<Map<string, string>> {
    const next = new Map<string, string>();
    let wanted = [...new Set(ids)];
    while (wanted.length > 0) {
      const found: string[] = [];
      for (const some of batchesOf(wanted)) {
        const links = await sql.all<MergeLink>(
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

  /** Every id that stood for one of the entities, with the entity it stood for; each stands for itself too. */
  async function originsOf(entityIds: readonly string[], atIngested: number | undefined): Promise<Map<string, string>> {
    const origins = new Map(entityIds.map((id) => [id, id]));
    let wanted = [...origins.keys()];
    while (wanted.length > 0) {
      const found: string[] = [];
      for (const some of batchesOf(wanted)) {
        const links = await sql.all<MergeLink>(
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

  /** Merges made or undone since. */
  async function changedSince(time: number): Promise<MergeLink[]> {
    return sql.all<MergeLink>(
      query`select from_entity_id, to_entity_id from truth_merge
        where tenant_id = ${tenant} and (merged_at > ${time} or unmerged_at > ${time})`,
    );
  }

  /** Every merge, also an undone one, with one of the entities at an end. */
  async function linksOf(ids: readonly string[]): Promise<MergeLink[]> {
    const found: MergeLink[] = [];
    for (const end of [query`from_entity_id`, query`to_entity_id`]) {
      found.push(
        ...(await sql.all<MergeLink>(
          query`select from_entity_id, to_entity_id from truth_merge where tenant_id = ${tenant} and ${end} in (${list(ids)})`,
        )),
      );
    }
    return found;
  }

  /** The newest before a place in the log. */
  async function before(position: number, limit: number): Promise<RecordedMerge[]> {
    return sql.all<RecordedMerge>(
      query`select position, merged_at, from_entity_id, to_entity_id from truth_merge
        where tenant_id = ${tenant} and position < ${position} order by position desc limit ${limit}`,
    );
  }

  /** The merge that an entry made. */
  async function at(position: number): Promise<(RecordedMerge & Undoing) | undefined> {
    return sql.first<RecordedMerge & Undoing>(
      query`select position, merged_at, from_entity_id, to_entity_id, merge_reason, unmerged_at from truth_merge
        where tenant_id = ${tenant} and position = ${position}`,
    );
  }

  /** How many observations the merge that holds now has moved. */
  async function movedBy(fromId: string): Promise<number> {
    const row = await sql.first<{ observations_moved: number }>(
      query`select observations_moved from truth_merge
        where tenant_id = ${tenant} and from_entity_id = ${fromId} and unmerged_at is null`,
    );
    return row?.observations_moved ?? 0;
  }

  async function insert(
    { from_entity_id, to_entity_id, merged_at, position }: RecordedMerge,
    { reason, moved }: { reason: string | null; moved: number },
  ): Promise<void> {
    await sql.run(query`insert into truth_merge
      (tenant_id, from_entity_id, to_entity_id, merge_reason, observations_moved, merged_at, position)
      values (${tenant}, ${from_entity_id}, ${to_entity_id}, ${reason}, ${moved}, ${merged_at}, ${position})`);
  }

  async function undo(fromId: string, at: number): Promise<void> {
    await sql.run(query`update truth_merge set unmerged_at = ${at}
      where tenant_id = ${tenant} and from_entity_id = ${fromId} and unmerged_at is null`);
  }

  return { standsFor, originsOf, changedSince, linksOf, before, at, movedBy, insert, undo };
}

/** The merges that held at a time of our knowledge; without one, those that hold now. */
function holding(atIngested: number | undefined): Query {
  return atIngested === undefined
    ? query`unmerged_at is null`
    : query`merged_at <= ${atIngested} and (unmerged_at is null or unmerged_at > ${atIngested})`;
}

function endOf(next: ReadonlyMap<string, string>, id: string): string {
  let at = id;
  for (let to = next.get(at); to !== undefined; to = next.get(at)) at = to;
  return at;
}
