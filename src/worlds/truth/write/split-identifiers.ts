import type { Entity } from "../model/entity.ts";
import type { Identifier } from "../model/identifier.ts";
import { identify } from "../model/identity/identify.ts";
import type { Observation } from "../model/observation.ts";
import type { SchemaBook } from "../model/schema/schema-book.ts";
import type { Truth } from "../truth.ts";

/** By what each entity is recognised once some observations have gone to a new one. */
export async function identifiersAfterSplit(
  { observations, schemas, tenant }: Truth,
  entity: Entity,
  newEntityId: string,
  moved: readonly Observation[],
): Promise<Record<string, readonly Identifier[]>> {
  const book = await schemas.book();
  const gone = new Set(moved.map(({ id }) => id));
  const after = new Map<string, Map<string, Identifier>>([[newEntityId, new Map()]]);
  for (const { origin_id } of moved) after.set(origin_id, new Map());
  for await (const observation of observations.eachAsArrived(entity.id)) {
    const of = after.get(gone.has(observation.id) ? newEntityId : observation.origin_id);
    if (of === undefined) continue;
    for (const one of identifiersIn(tenant, book, observation)) of.set(`${one.kind} ${one.value}`, one);
  }
  return Object.fromEntries([...after].map(([origin, found]) => [origin, [...found.values()]]));
}

function identifiersIn(
  tenant: string,
  book: SchemaBook,
  { entity_type, fields, fragments }: Observation,
): readonly Identifier[] {
  return identify(tenant, book.of(entity_type), { ...fragments, ...fields }).identifiers;
}
