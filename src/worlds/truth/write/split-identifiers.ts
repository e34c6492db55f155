import { query } from "../../../kernel/index.ts";
import type { Entity } from "../model/entity.ts";
import type { Identifier } from "../model/identity/identifier.ts";
import { identify } from "../model/identity/identify.ts";
import type { Observation } from "../model/observation.ts";
import { schemaFor } from "../model/schema/built-in.ts";
import { type ObservationRow, toObservation } from "../store/observation-store.ts";
import type { Truth } from "../truth.ts";

/** By what each entity is recognised once some observations have gone to a new one. */
export async function identifiersAfterSplit(
  { scope, tenant }: Truth,
  entity: Entity,
  newEntityId: string,
  moved: readonly Observation[],
): Promise<Record<string, readonly Identifier[]>> {
  const gone = new Set(moved.map(({ id }) => id));
  const after = new Map<string, Map<string, Identifier>>([[newEntityId, new Map()]]);
  for (const { origin_id } of moved) after.set(origin_id, new Map());
  const rows = scope.sql.each<ObservationRow>(
    query`select * from truth_observation where tenant_id = ${tenant} and entity_id = ${entity.id} order by position`,
  );
  for await (const row of rows) {
    const of = after.get(gone.has(row.id) ? newEntityId : row.origin_id);
    if (of === undefined) continue;
    for (const one of identifiersIn(tenant, toObservation(row))) of.set(`${one.kind} ${one.value}`, one);
  }
  return Object.fromEntries([...after].map(([origin, found]) => [origin, [...found.values()]]));
}

function identifiersIn(tenant: string, { entity_type, fields, fragments }: Observation): readonly Identifier[] {
  return identify(tenant, schemaFor(entity_type), { ...fragments, ...fields }).identifiers;
}
