import { entityNotFound } from "../errors.ts";
import { type Entity, isDeleted } from "../model/entity.ts";
import type { Observation } from "../model/observation.ts";
import type { AsOf } from "../model/time.ts";
import type { Truth } from "../truth.ts";
import { entitiesAsOf } from "./fold-entities-at.ts";

/** The live entity that an id stands for, or the contract's refusal. */
export async function requireEntity({ entities }: Truth, id: string): Promise<Entity> {
  const entity = await entities.resolve(id);
  if (entity === undefined || isDeleted(entity)) throw entityNotFound(id);
  return entity;
}

/** The same now or at a time; of a time, with the observations that made it so. */
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
