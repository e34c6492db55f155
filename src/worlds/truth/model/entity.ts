import type { JsonObject } from "../../../kernel/index.ts";

/** What the observations of one entity come to. Each field's provenance is the id of the observation that won it. */
export interface Folded {
  readonly snapshot: JsonObject;
  /** Also names fields that a null has cleared: they must stay cleared against older observations. */
  readonly provenance: Readonly<Record<string, string>>;
  readonly fragments: JsonObject;
  readonly fragment_provenance: Readonly<Record<string, string>>;
  /** The observation that deleted or restored it last; null when neither happened. */
  readonly deletion: { readonly observation_id: string; readonly deleted: boolean } | null;
}

/** What is known of one thing, and how it stands. */
export interface Entity extends Folded {
  readonly id: string;
  readonly entity_type: string;
  readonly canonical_name: string;
  readonly schema_version: string;
  readonly merged_to: string | null;
  readonly observation_count: number;
  readonly first_observed_at: number;
  readonly last_observed_at: number;
  readonly first_accepted_at: number;
  readonly last_accepted_at: number;
}

export function isDeleted(entity: Pick<Entity, "deletion">): boolean {
  return entity.deletion?.deleted ?? false;
}

/** Whether it is shown: neither deleted nor merged into another. */
export function isLive(entity: Pick<Entity, "merged_to" | "deletion">): boolean {
  return entity.merged_to === null && !isDeleted(entity);
}

/** The latest observed first, of one time the lowest id. */
export function byLastObservation<Item extends Pick<Entity, "id" | "last_observed_at">>(
  items: readonly Item[],
): Item[] {
  return [...items].sort((a, b) => b.last_observed_at - a.last_observed_at || (a.id < b.id ? -1 : 1));
}
