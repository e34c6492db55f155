import type { JsonObject } from "../../../kernel/index.ts";
import type { Weight } from "./observation.ts";

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

export type Direction = "inbound" | "outbound" | "both";

export interface RelationshipFilter {
  readonly direction: Direction;
  readonly types: readonly RelationshipType[];
}

export function sortedByTime(relationships: readonly Relationship[], order: "asc" | "desc" = "desc"): Relationship[] {
  const sign = order === "asc" ? 1 : -1;
  return [...relationships].sort((a, b) => sign * (a.created_at - b.created_at) || (a.id < b.id ? -1 : 1));
}
