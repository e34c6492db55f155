import { byLastObservation, type Entity } from "../model/entity.ts";
import type { AsOf } from "../model/time.ts";
import type { Truth } from "../truth.ts";
import { entitiesThen, touchedAfter, touchedThen } from "./entities-at.ts";

/** So few of a type that all are folded; of more, a page is found by walking back along the time. */
const FEW = 200;

interface Place {
  readonly id: string;
  readonly last_observed_at: number;
}

/**
 * A page of the entities of then, and exactly how many there were. It takes as long as the page is long, however much
 * was said since; only what was merged, split or ever deleted is looked at one by one.
 */
export async function pageOfEntitiesAt(
  truth: Truth,
  asOf: AsOf,
  { entityType, limit, offset }: { entityType?: string | undefined; limit: number; offset: number },
): Promise<{ entities: Entity[]; total: number }> {
  const touched = await touchedAfter(truth, asOf);
  const some = entityType === undefined ? [] : await truth.entities.idsOfType(entityType, FEW + 1);
  if (entityType !== undefined && some.length <= FEW) {
    const then = await touchedThen(truth, asOf, [...new Set([...some, ...touched])], entityType);
    const entities = byLastObservation(then.map(({ entity }) => entity));
    return { entities: entities.slice(offset, offset + limit), total: entities.length };
  }
  const all = (await truth.types.all()).map(({ entity_type }) => entity_type);
  const types = entityType === undefined ? all : [entityType];
  if (types.length === 0) return { entities: [], total: 0 };
  const apart = new Set([...touched, ...(await truth.entities.everDeleted(types))]);
  const singly = (await touchedThen(truth, asOf, [...apart], entityType)).map(({ entity }) => entity);
  const walked = await walkBack(truth, asOf, types, apart, offset + limit);
  const ids = byLastObservation([...singly, ...walked])
    .slice(offset, offset + limit)
    .map(({ id }) => id);
  return {
    entities: await entitiesThen(truth, ids, asOf),
    total: (await countOthers(truth, asOf, types, touched)) + singly.length,
  };
}

/** The latest observed by then, as many as asked for: who is met first on the way back was observed last. */
async function walkBack(
  { observations }: Truth,
  asOf: AsOf,
  types: readonly string[],
  apart: ReadonlySet<string>,
  count: number,
): Promise<Place[]> {
  const met = new Map<string, Place>();
  for await (const { entity_id: id, observed_at } of observations.saidBy(asOf, types)) {
    if (!apart.has(id) && !met.has(id)) met.set(id, { id, last_observed_at: observed_at });
    if (met.size >= count) break;
  }
  return [...met.values()];
}

async function countOthers(
  { entities, observations }: Truth,
  asOf: AsOf,
  types: readonly string[],
  touched: ReadonlySet<string>,
): Promise<number> {
  const isKnown: Parameters<typeof entities.countKnown>[3] = (id) => observations.isKnownBy(asOf, id);
  const all = await entities.countKnown(asOf, types, undefined, isKnown);
  return touched.size === 0 ? all : all - (await entities.countKnown(asOf, types, [...touched], isKnown));
}
