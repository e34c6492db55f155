import type { Entity } from "../model/entity.ts";
import type { Truth } from "../truth.ts";

/** What stands for each id now, the entity itself or what it was merged into, and the rows of the ids themselves. */
export async function entitiesByOrigin(
  { entities }: Truth,
  ids: readonly string[],
): Promise<{ shown: Map<string, Entity>; origins: ReadonlyMap<string, Entity> }> {
  const found = await entities.findMany(ids);
  let wanted = mergedAway(found);
  while (wanted.length > 0) {
    for (const [id, entity] of await entities.findMany(wanted)) found.set(id, entity);
    wanted = mergedAway(found);
  }
  const end = (entity: Entity): Entity => {
    const next = entity.merged_to === null ? undefined : found.get(entity.merged_to);
    return next === undefined ? entity : end(next);
  };
  const shown = ids.flatMap((id) => (found.has(id) ? [[id, end(found.get(id) as Entity)] as const] : []));
  return { shown: new Map(shown), origins: found };
}

function mergedAway(found: ReadonlyMap<string, Entity>): string[] {
  return [...found.values()].flatMap(({ merged_to: to }) => (to === null || found.has(to) ? [] : [to]));
}
