import type { Entity } from "../model/entity.ts";
import type { Stores } from "../store/stores.ts";
import type { Winner } from "../store/winners.ts";
import { addObservation, entityOf, nameOf, newDraft, winnersOf } from "./entity-draft.ts";

/** What an entity's observations come to, and who has won. */
export interface Refolded {
  readonly entity: Entity;
  readonly winners: readonly Winner[];
  winner(id: string): Winner;
}

/** Works an entity out from its observations alone, beside its row. Those of one that is merged away lie with what shows it. */
export async function refold(stores: Stores, row: Entity): Promise<Refolded> {
  const shown = row.merged_to === null ? row : await stores.entities.resolve(row.merged_to);
  const origins = row.merged_to === null ? undefined : new Set(await stores.entities.mergedInto(row.id));
  const draft = { ...newDraft(row.id, row.entity_type, await stores.schemas.book()), merged_to: row.merged_to };
  const weights = new Map<string, Winner>();
  const winner = (id: string): Winner => {
    const found = weights.get(id);
    if (found === undefined) throw new TypeError(`an entity names an observation that is not its own: ${id}`);
    return found;
  };
  for await (const observation of stores.observations.each(shown?.id ?? row.id)) {
    if (origins !== undefined && !origins.has(observation.origin_id)) continue;
    const { id, observed_at, source_priority, specificity_score, source_id } = observation;
    weights.set(id, { id, observed_at, source_priority, specificity_score, source_id });
    addObservation(draft, winner, observation);
  }
  return { entity: entityOf(draft, nameOf(draft)), winners: winnersOf(draft.folded).map(winner), winner };
}
