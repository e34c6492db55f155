import { entityNotFound } from "../errors.ts";
import { type Entity, isDeleted } from "../model/entity.ts";
import type { Observation } from "../model/observation.ts";
import type { AsOf } from "../model/time.ts";
import type { Truth } from "../truth.ts";
import { entitiesAsOf } from "./fold-entities-at.ts";

/** The entity that an id stands for, deleted or not, or the contract's refusal. */
export async function requireKnownEntity({ entities }: Truth, id: string): Promise<Entity> {
  const entity = await entities.resolve(id);
  if (entity === undefined) throw entityNotFound(id);
  return entity;
}

/** The same if it is live: to whoever asks, a deleted one is not there. */
export async function requireEntity(truth: Truth, id: string): Promise<Entity> {
  const entity = await requireKnownEntity(truth, id);
  if (isDeleted(entity)) throw entityNotFound(id);
  return entity;
}

/** The live entity now or at a time; of a time, with the observations that made it so. */
export async function requireEntityAt(
  truth: Truth,
  id: string,
  asOf: AsOf | undefined,
): Promise<{ entity: Entity; observations?: readonly Observation[] }> {
  if (asOf === undefined) return { entity: await requireEntity(truth, id) };
  const entityId = (await truth.merges.standsFor([id], asOf.atIngested)).get(id) ?? id;
  const found = (await entitiesAsOf(truth, [entityId], asOf)).get(entityId);
  if (found === undefined || isDeleted(found.entity)) throw entityNotFound(id);
  return found;
}
