import type { JsonObject } from "../../../kernel/index.ts";

/** What a correction weighs: above everything a store may claim. */
export const CORRECTION_PRIORITY = 1000;
export const STORE_PRIORITY_MAX = 999;
export const STORE_PRIORITY = 100;

/** What a reducer must know of an observation besides its values. */
export interface Weight {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly observed_at: number;
  readonly source_priority: number;
  readonly specificity_score: number;
}

/** What one source said about one entity. Values stand as they were given. */
export interface Observation extends Weight {
  /** The entity that the identity rules gave, or that a split assigned. It never moves with a merge. */
  readonly origin_id: string;
  /** The entity it counts for now: its origin, or what that was merged into. */
  readonly entity_id: string;
  readonly entity_type: string;
  readonly schema_version: string;
  readonly source_id: string;
  readonly interpretation_id: string | null;
  /** Values that fit the schema. An explicit null clears a field. */
  readonly fields: JsonObject;
  /** Values that no schema field claims, or that do not fit its type. */
  readonly fragments: JsonObject;
  readonly kind: ObservationKind;
  /** The time the caller stated, if any: only that is part of what is known. */
  readonly declared_at: number | null;
  readonly accepted_at: number;
  /** Its place in the tenant's log. */
  readonly position: number;
}

export type ObservationKind = "store" | "correction" | "deletion" | "restoration";
