import type { Entity, Folded } from "../model/entity.ts";
import { canonicalName } from "../model/identity/canonical-name.ts";
import type { Observation, Weight } from "../model/observation.ts";
import { fold, NOTHING } from "../model/reduce/fold.ts";
import { laterVersion, type SchemaBook } from "../model/schema/schema-book.ts";
import type { EntitySchema } from "../model/schema/types/entity-schema.ts";

/**
 * One entity while an entry is applied to it. It holds what its own observations and those of all that was merged
 * into it come to, also while it is merged away itself: so an undone merge finds it as if there had been none.
 */
export interface EntityDraft {
  readonly id: string;
  readonly entity_type: string;
  readonly schema: EntitySchema;
  /** As it stood before the entry; undefined when the entry brings it. */
  readonly before: Entity | undefined;
  /** By which its row was made, where that is another. */
  schema_before?: EntitySchema;
  merged_to: string | null;
  folded: Folded;
  /** The latest that one of its observations was read by. */
  schema_version: string;
  observation_count: number;
  first_observed_at: number;
  last_observed_at: number;
  first_accepted_at: number;
  last_accepted_at: number;
}

export function draftOf(before: Entity, book: SchemaBook): EntityDraft {
  const { snapshot, provenance, fragments, fragment_provenance, deletion } = before;
  return {
    id: before.id,
    entity_type: before.entity_type,
    schema: book.of(before.entity_type),
    before,
    merged_to: before.merged_to,
    schema_version: before.schema_version,
    folded: { snapshot, provenance, fragments, fragment_provenance, deletion },
    observation_count: before.observation_count,
    ...(before.observation_count === 0 ? NO_TIMES : timesOf(before)),
  };
}

export function newDraft(id: string, entityType: string, book: SchemaBook): EntityDraft {
  return {
    id,
    entity_type: entityType,
    schema: book.of(entityType),
    before: undefined,
    merged_to: null,
    ...emptied(),
  };
}

/** When nothing was observed: the first to come is the first. */
const NO_TIMES = {
  first_observed_at: Number.MAX_SAFE_INTEGER,
  last_observed_at: 0,
  first_accepted_at: Number.MAX_SAFE_INTEGER,
  last_accepted_at: 0,
};

function timesOf({ first_observed_at, last_observed_at, first_accepted_at, last_accepted_at }: Entity) {
  return { first_observed_at, last_observed_at, first_accepted_at, last_accepted_at };
}

/** Nothing observed yet. */
export function emptied() {
  return { folded: NOTHING, schema_version: "", observation_count: 0, ...NO_TIMES };
}

export function addObservation(draft: EntityDraft, weightOf: (id: string) => Weight, observation: Observation): void {
  draft.folded = fold(draft.schema, draft.folded, weightOf, observation);
  draft.schema_version = laterVersion(draft.schema_version, observation.schema_version);
  draft.observation_count += 1;
  draft.first_observed_at = Math.min(draft.first_observed_at, observation.observed_at);
  draft.last_observed_at = Math.max(draft.last_observed_at, observation.observed_at);
  draft.first_accepted_at = Math.min(draft.first_accepted_at, observation.accepted_at);
  draft.last_accepted_at = Math.max(draft.last_accepted_at, observation.accepted_at);
}

/** Whose weights decide what comes next. Of those who made a merged array together any one speaks for all. */
export function winnersOf({ provenance, fragment_provenance, deletion }: Folded): string[] {
  const named = [...Object.values(provenance), ...Object.values(fragment_provenance)];
  return [
    ...new Set(named.flatMap((ids) => ids.split(",", 1))),
    ...(deletion === null ? [] : [deletion.observation_id]),
  ];
}

/** What decides whether a draft is shown, counted and on the timeline. */
export function stateOf(draft: EntityDraft): Pick<Entity, "merged_to" | "deletion"> {
  return { merged_to: draft.merged_to, deletion: draft.folded.deletion };
}

/** Worked out from what is known now, not from what came first, so that the order of arrival cannot show. */
export function nameOf({ schema, folded }: EntityDraft): string {
  return canonicalName(schema, folded.snapshot, folded.fragments, "");
}

/** The entity that a draft has come to. */
export function entityOf(draft: EntityDraft, name: string): Entity {
  const first = (at: number) => (draft.observation_count === 0 ? 0 : at);
  return {
    ...draft.folded,
    id: draft.id,
    entity_type: draft.entity_type,
    canonical_name: name,
    schema_version: draft.schema_version || draft.schema.schema_version,
    merged_to: draft.merged_to,
    observation_count: draft.observation_count,
    first_observed_at: first(draft.first_observed_at),
    last_observed_at: draft.last_observed_at,
    first_accepted_at: first(draft.first_accepted_at),
    last_accepted_at: draft.last_accepted_at,
  };
}
