import type { Projection } from "../../../kernel/index.ts";

function projection(table: string, key: readonly string[], columns: readonly string[]): Projection {
  const orderBy = ["tenant_id", ...key];
  return { table, orderBy, columns: [...orderBy, ...columns] };
}

/** What is known, with nothing of when it arrived; a source is its content, whatever the first to bring it called it. Merges show in `merged_to`; kept answers are no knowledge. */
export const PROJECTIONS: readonly Projection[] = [
  projection("truth_source", ["id"], ["content_hash"]),
  projection(
    "truth_observation",
    ["id"],
    [
      "origin_id",
      "entity_id",
      "entity_type",
      "fields",
      "fragments",
      "source_id",
      "kind",
      "source_priority",
      "specificity_score",
      "declared_at",
    ],
  ),
  projection(
    "truth_entity",
    ["id"],
    [
      "entity_type",
      "canonical_name",
      "merged_to",
      "live",
      "snapshot",
      "provenance",
      "fragments",
      "fragment_provenance",
      "deletion",
      "observation_count",
    ],
  ),
  projection("truth_type", ["entity_type"], ["live", "merged", "deleted", "fields"]),
  projection("truth_identifier", ["value", "kind", "origin_id"], []),
  projection(
    "truth_relationship",
    ["id"],
    [
      "relationship_type",
      "source_entity_id",
      "target_entity_id",
      "metadata",
      "provenance",
      "deleted",
      "observation_count",
    ],
  ),
  projection("truth_relationship_observation", ["id"], ["relationship_id", "kind", "metadata", "declared_at"]),
  projection(
    "truth_timeline",
    ["id"],
    ["event_type", "event_timestamp", "source_id", "entity_id", "entity_type", "field", "observation_id", "properties"],
  ),
];
