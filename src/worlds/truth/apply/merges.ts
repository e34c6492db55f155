import { batchesOf, type Event, list, query, type Sql } from "../../../kernel/index.ts";
import type { Observation } from "../model/observation.ts";
import { type Merge, payloadOf, positionIn, type Split, type Unmerge } from "../model/recorded.ts";
import { type ObservationRow, toObservation } from "../store/observation-store.ts";
import { createEntityBoard, type EntityBoard } from "./entity-board.ts";
import type { EntityDraft } from "./entity-draft.ts";
import { insertIdentifiers, insertRegrouping } from "./insert-rows.ts";
import { moveRelationships } from "./relationships.ts";

/** One entity becomes another: what is known of it counts there, and its id leads there. */
export async function applyMerge(event: Event, sql: Sql): Promise<void> {
  const { tenant } = event;
  const { from_entity_id: fromId, to_entity_id: toId, merge_reason } = payloadOf<Merge>(event);
  const board = createEntityBoard(sql, event);
  await board.open([fromId, toId]);
  const [from, to] = [board.draft(fromId), board.draft(toId)];
  const moved = await sql.run(
    query`update truth_observation set entity_id = ${toId} where tenant_id = ${tenant} and entity_id = ${fromId}`,
  );
  from.merged_to = toId;
  board.touch(from);
  await board.rebuild(to, observationsOf(sql, tenant, to, undefined));
  await board.save();
  await moveRelationships(sql, tenant, fromId);
  await sql.run(query`insert into truth_merge
    (tenant_id, from_entity_id, to_entity_id, merge_reason, observations_moved, merged_at, position)
    values (${tenant}, ${fromId}, ${toId}, ${merge_reason}, ${moved}, ${event.at}, ${positionIn(event, 0)})`);
}

/** Takes a merge back: the entity stands again as if it had never been merged. */
export async function applyUnmerge(event: Event, sql: Sql): Promise<void> {
  const { tenant } = event;
  const { from_entity_id: fromId } = payloadOf<Unmerge>(event);
  const board = createEntityBoard(sql, event);
  await board.open([fromId]);
  const from = board.draft(fromId);
  const above = board.chainOf(fromId).slice(1);
  const shown = above.at(-1) ?? from;
  from.merged_to = null;
  board.touch(from);
  for (const some of batchesOf(await mergedInto(sql, tenant, fromId))) {
    await sql.run(query`update truth_observation set entity_id = ${fromId}
      where tenant_id = ${tenant} and entity_id = ${shown.id} and origin_id in (${list(some)})`);
  }
  await rebuildChain(sql, tenant, board, above, fromId);
  await board.save();
  await sql.run(query`update truth_merge set unmerged_at = ${event.at}
    where tenant_id = ${tenant} and from_entity_id = ${fromId} and unmerged_at is null`);
  await insertRegrouping(sql, event, "unmerge", fromId, shown.id);
  await moveRelationships(sql, tenant, shown.id);
}

/** Some observations get an entity of their own. */
export async function applySplit(event: Event, sql: Sql): Promise<void> {
  const { tenant } = event;
  const split = payloadOf<Split>(event);
  const board = createEntityBoard(sql, event);
  await board.open(Object.keys(split.identifiers).concat(split.entity_id));
  const shown = board.draft(split.entity_id);
  const [fresh] = board.chainOf(split.new_entity_id, shown.entity_type);
  if (fresh === undefined) return;
  for (const some of batchesOf(split.observation_ids)) {
    await sql.run(query`update truth_observation
      set origin_id = ${fresh.id}, entity_id = ${fresh.id}, assigned_at = ${event.at}
      where tenant_id = ${tenant} and id in (${list(some)})`);
  }
  for (const [originId, identifiers] of Object.entries(split.identifiers)) {
    await sql.run(query`delete from truth_identifier where tenant_id = ${tenant} and origin_id = ${originId}`);
    await insertIdentifiers(sql, tenant, originId, identifiers);
  }
  await board.rebuild(fresh, observationsOf(sql, tenant, fresh, undefined));
  // Those merged into the shown entity lose what was taken from under them as well.
  const losers = new Set(Object.keys(split.identifiers).flatMap((id) => board.chainOf(id)));
  losers.delete(fresh);
  await rebuildChain(sql, tenant, board, [...losers], undefined);
  await board.save();
  await insertRegrouping(sql, event, "split", split.entity_id, fresh.id);
}

/** Works out anew what several merged entities come to, leaving out one that no longer belongs. */
async function rebuildChain(
  sql: Sql,
  tenant: string,
  board: EntityBoard,
  chain: readonly EntityDraft[],
  without: string | undefined,
): Promise<void> {
  for (const draft of chain) {
    const own = draft.merged_to === null ? undefined : await mergedInto(sql, tenant, draft.id, without);
    const shown = board.chainOf(draft.id).at(-1) ?? draft;
    await board.rebuild(draft, observationsOf(sql, tenant, shown, own));
  }
}

/** The observations that count for an entity, or those of them with one of some origins. */
async function* observationsOf(
  sql: Sql,
  tenant: string,
  { id }: EntityDraft,
  origins: readonly string[] | undefined,
): AsyncIterable<Observation> {
  const wanted = origins && new Set(origins);
  const rows = sql.each<ObservationRow>(
    query`select * from truth_observation where tenant_id = ${tenant} and entity_id = ${id} order by observed_at, id`,
  );
  for await (const row of rows) if (wanted === undefined || wanted.has(row.origin_id)) yield toObservation(row);
}

/** An entity and everything that was merged into it, at any remove. */
async function mergedInto(sql: Sql, tenant: string, id: string, without?: string): Promise<string[]> {
  const found = [id];
  for (let wanted = [id]; wanted.length > 0; ) {
    const next: string[] = [];
    for (const some of batchesOf(wanted)) {
      const rows = await sql.all<{ id: string }>(
        query`select id from truth_entity where tenant_id = ${tenant} and merged_to in (${list(some)}) order by id`,
      );
      next.push(...rows.map((row) => row.id).filter((merged) => merged !== without));
    }
    found.push(...next);
    wanted = next;
  }
  return found;
}
