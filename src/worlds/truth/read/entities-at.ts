import { batchesOf } from "../../../kernel/index.ts";
import { type Entity, isDeleted, isLive } from "../model/entity.ts";
import type { Observation } from "../model/observation.ts";
import type { AsOf } from "../model/time.ts";
import type { Truth } from "../truth.ts";
import { type EntityAt, entitiesAsOf } from "./fold-entities-at.ts";
import { touchedSince } from "./merges-at.ts";

const ROWS_PER_QUERY = 500;

/** An entity at a time, with the observations it was folded from; without any it is as its row says. */
export interface EntityThen {
  readonly entity: Entity;
  readonly observations?: readonly Observation[];
}

/**
 * Every entity that was live then, a batch at a time, in order of ids.
 * Only entities that changed since are folded again; the others are their rows.
 */
export async function* walkEntitiesAt(
  truth: Truth,
  asOf: AsOf,
  entityType: string | undefined,
): AsyncIterable<EntityThen[]> {
  const touched = await touchedAfter(truth, asOf);
  let after = "";
  for (;;) {
    const known = await truth.entities.knownAfter(after, asOf, entityType, ROWS_PER_QUERY);
    yield await liveThen(
      truth,
      asOf,
      known.filter(({ id }) => !touched.has(id)),
    );
    if (known.length < ROWS_PER_QUERY) break;
    after = known.at(-1)?.id ?? "";
  }
  if (touched.size > 0) yield await touchedThen(truth, asOf, [...touched], entityType);
}

async function liveThen(truth: Truth, asOf: AsOf, entities: readonly Entity[]): Promise<EntityThen[]> {
  // Merged long before: it stood for another already.
  const standing = entities.filter(({ merged_to }) => merged_to === null);
  const changed = standing.filter((entity) => hasChanged(entity, asOf)).map(({ id }) => id);
  const folded = await entitiesAsOf(truth, changed, asOf);
  const changedIds = new Set(changed);
  return standing.flatMap((entity): EntityThen[] => {
    if (!changedIds.has(entity.id)) return isDeleted(entity) ? [] : [{ entity }];
    const then = folded.get(entity.id);
    return then === undefined || isDeleted(then.entity) ? [] : [then];
  });
}

/** Deletions and restorations are observations too, so the times of the last one tell. */
function hasChanged(entity: Pick<Entity, "last_observed_at" | "last_accepted_at">, { at, atIngested }: AsOf): boolean {
  return (
    (at !== undefined && entity.last_observed_at > at) ||
    (atIngested !== undefined && entity.last_accepted_at > atIngested)
  );
}

/** The named ones that stood for themselves then and were live, folded anew. */
export async function touchedThen(
  truth: Truth,
  asOf: AsOf,
  ids: readonly string[],
  entityType: string | undefined,
): Promise<EntityAt[]> {
  const stoodFor = await truth.merges.standsFor(ids, asOf.atIngested);
  const own = ids.filter((id) => stoodFor.get(id) === id);
  const folded = await entitiesAsOf(truth, own, asOf);
  return [...folded.values()].filter(
    ({ entity }) => !isDeleted(entity) && (entityType === undefined || entity.entity_type === entityType),
  );
}

/** What merges and splits have changed since then; read once for all that is asked of one time. */
export async function touchedAfter(truth: Truth, { atIngested }: AsOf): Promise<ReadonlySet<string>> {
  return new Set(atIngested === undefined ? [] : await touchedSince(truth, atIngested));
}

/** An entity that was live then; with its state of then if it has changed since. */
export interface StoodThen extends Pick<Entity, "id" | "entity_type"> {
  readonly changed?: EntityAt;
}

/** The named ones of the entities that were live then, a batch at a time. Of those that have not changed, no state is read. */
export async function* someEntitiesAt(
  truth: Truth,
  asOf: AsOf,
  touched: ReadonlySet<string>,
  ids: readonly string[],
): AsyncIterable<StoodThen[]> {
  for (const some of batchesOf(ids, ROWS_PER_QUERY)) {
    const rows = await truth.entities.standing(some);
    const own = rows.filter(({ id, merged_to }) => merged_to === null && !touched.has(id));
    const same = own.filter((row) => row.live === 1 && !hasChanged(row, asOf));
    const changedIds = own.filter((row) => hasChanged(row, asOf)).map(({ id }) => id);
    changedIds.push(...some.filter((id) => touched.has(id)));
    const folded = await touchedThen(truth, asOf, changedIds, undefined);
    yield [
      ...same.map(({ id, entity_type }) => ({ id, entity_type })),
      ...folded.map((changed) => ({ id: changed.entity.id, entity_type: changed.entity.entity_type, changed })),
    ];
  }
}

/** The named entities as they stood then, in the given order; those not known then are left out. */
export async function entitiesThen(truth: Truth, ids: readonly string[], asOf: AsOf): Promise<Entity[]> {
  const folded = await entitiesAsOf(truth, ids, asOf);
  return ids.flatMap((id) => {
    const entity = folded.get(id)?.entity;
    return entity === undefined || isDeleted(entity) ? [] : [entity];
  });
}

/** The named entities, now or then. */
export async function entitiesNowOrThen(
  truth: Truth,
  ids: readonly string[],
  asOf: AsOf | undefined,
): Promise<Entity[]> {
  if (asOf !== undefined) return entitiesThen(truth, ids, asOf);
  const found = await truth.entities.asStored(ids);
  return ids.flatMap((id) => {
    const entity = found.get(id);
    return entity === undefined || !isLive(entity) ? [] : [entity];
  });
}
