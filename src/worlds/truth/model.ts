import type { JsonObject } from "../../kernel/index.ts";

/** The types a schema field can have. */
export const FIELD_TYPES = ["string", "number", "date", "boolean", "array", "object"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export type Strategy = "last_write" | "highest_priority" | "most_specific" | "merge_array";

export const RELATIONSHIP_TYPES = [
  "PART_OF",
  "CORRECTS",
  "REFERS_TO",
  "SETTLES",
  "DUPLICATE_OF",
  "DEPENDS_ON",
  "SUPERSEDES",
  "EMBEDS",
] as const;
export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number];

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

/** A row of `truth_entity`, parsed. */
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

/** One relationship, as its observations make it. `id` is its key TYPE:source:target. */
export interface Relationship {
  readonly id: string;
  readonly relationship_type: RelationshipType;
  readonly source_entity_id: string;
  readonly target_entity_id: string;
  readonly metadata: JsonObject;
  readonly provenance: Readonly<Record<string, string>>;
  readonly observation_count: number;
  readonly created_at: number;
  readonly last_observed_at: number;
  readonly deleted: boolean;
}

export interface RelationshipObservation extends Weight {
  readonly relationship_id: string;
  readonly relationship_type: RelationshipType;
  /** The endpoints as they were given; merges move the relationship, not these. */
  readonly origin_source_id: string;
  readonly origin_target_id: string;
  readonly source_id: string;
  readonly metadata: JsonObject;
  readonly kind: "store" | "deletion";
  readonly declared_at: number | null;
  readonly accepted_at: number;
  readonly position: number;
}

/** Where something was learnt: a file, or the JSON of the call that stated it. */
export interface Source {
  readonly id: string;
  readonly content_hash: string;
  readonly kind: "file" | "structured" | "correction" | "relationship" | "lifecycle";
  readonly mime_type: string;
  readonly original_filename: string | null;
  readonly file_size: number;
  /** `{user_id}/{content_hash}`: what retrieve_file_url takes. */
  readonly storage_path: string;
  readonly provenance: JsonObject | null;
  readonly created_at: number;
  readonly position: number;
}

export interface TimelineEvent {
  readonly id: string;
  readonly event_type: string;
  readonly event_timestamp: number;
  readonly source_id: string;
  readonly entity_id: string;
  readonly entity_type: string;
  readonly field: string;
  readonly observation_id: string;
  readonly properties: JsonObject;
}

/** A value by which an entity can be recognised, in its normalised form. */
export interface Identifier {
  readonly kind: "name" | "email" | "phone" | "domain" | "number" | "external";
  readonly value: string;
}
