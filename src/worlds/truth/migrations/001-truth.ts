import type { Migration } from "../../../kernel/index.ts";

/** All of it but `truth_request` and `truth_merge` follows from the log. JSON stands in text columns, canonical where it is hashed. */
export const truthTables: Migration = {
  name: "truth-001-tables",
  up: (schema, { text, integer, raw }, dialect) => {
    const real = raw("double precision");
    // A row lies in its key's own tree: one page less to write at each store.
    const withoutRowid = raw(dialect === "sqlite" ? "without rowid" : "");
    const table = (name: string) => schema.createTable(name).addColumn("tenant_id", text, (column) => column.notNull());
    return [
      table("truth_source")
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("content_hash", text, (column) => column.notNull())
        .addColumn("kind", text, (column) => column.notNull())
        .addColumn("mime_type", text, (column) => column.notNull())
        .addColumn("original_filename", text)
        .addColumn("file_size", integer, (column) => column.notNull())
        .addColumn("provenance", text)
        .addColumn("created_at", integer, (column) => column.notNull())
        .addColumn("position", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_source_key", ["tenant_id", "position"])
        .modifyEnd(withoutRowid),
      schema.createIndex("truth_source_by_id").on("truth_source").columns(["tenant_id", "id"]).unique(),

      table("truth_observation")
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("rule_id", text, (column) => column.notNull())
        .addColumn("origin_id", text, (column) => column.notNull())
        .addColumn("entity_id", text, (column) => column.notNull())
        .addColumn("entity_type", text, (column) => column.notNull())
        .addColumn("schema_version", text, (column) => column.notNull())
        .addColumn("source_id", text, (column) => column.notNull())
        .addColumn("interpretation_id", text)
        .addColumn("kind", text, (column) => column.notNull())
        .addColumn("fields", text, (column) => column.notNull())
        .addColumn("fragments", text, (column) => column.notNull())
        .addColumn("source_priority", integer, (column) => column.notNull())
        .addColumn("specificity_score", real, (column) => column.notNull())
        .addColumn("observed_at", integer, (column) => column.notNull())
        .addColumn("declared_at", integer)
        .addColumn("accepted_at", integer, (column) => column.notNull())
        .addColumn("assigned_at", integer)
        // Where its row begins in the JSON of a structured store, in bytes: a quote needs no other row then.
        .addColumn("row_start", integer)
        .addColumn("position", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_observation_key", ["tenant_id", "position"])
        .modifyEnd(withoutRowid),
      schema.createIndex("truth_observation_by_id").on("truth_observation").columns(["tenant_id", "id"]).unique(),
      schema
        .createIndex("truth_observation_by_entity")
        .on("truth_observation")
        .columns(["tenant_id", "entity_id", "observed_at"]),
      schema.createIndex("truth_observation_by_source").on("truth_observation").columns(["tenant_id", "source_id"]),
      // Few are ever moved by a split; questions about the past look for them.
      schema
        .createIndex("truth_observation_split")
        .on("truth_observation")
        .columns(["tenant_id", "rule_id", "assigned_at"])
        .where("assigned_at", "is not", null),

      table("truth_entity")
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("entity_type", text, (column) => column.notNull())
        .addColumn("canonical_name", text, (column) => column.notNull())
        .addColumn("schema_version", text, (column) => column.notNull())
        .addColumn("merged_to", text)
        // 1 where it is neither merged away nor deleted.
        .addColumn("live", integer, (column) => column.notNull())
        .addColumn("snapshot", text, (column) => column.notNull())
        .addColumn("provenance", text, (column) => column.notNull())
        .addColumn("fragments", text, (column) => column.notNull())
        .addColumn("fragment_provenance", text, (column) => column.notNull())
        .addColumn("deletion", text)
        .addColumn("observation_count", integer, (column) => column.notNull())
        .addColumn("first_observed_at", integer, (column) => column.notNull())
        .addColumn("last_observed_at", integer, (column) => column.notNull())
        .addColumn("first_accepted_at", integer, (column) => column.notNull())
        .addColumn("last_accepted_at", integer, (column) => column.notNull())
        .addColumn("position", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_entity_key", ["tenant_id", "id"]),
      schema
        .createIndex("truth_entity_by_type")
        .on("truth_entity")
        .columns(["tenant_id", "entity_type", "live", "last_observed_at", "id"]),
      schema
        .createIndex("truth_entity_by_time")
        .on("truth_entity")
        .columns(["tenant_id", "live", "last_observed_at", "id"]),
      schema
        .createIndex("truth_entity_by_merge")
        .on("truth_entity")
        .columns(["tenant_id", "merged_to"])
        .where("merged_to", "is not", null),

      // How many there are, so that a page of many need not count them.
      table("truth_type")
        .addColumn("entity_type", text, (column) => column.notNull())
        .addColumn("live", integer, (column) => column.notNull())
        .addColumn("merged", integer, (column) => column.notNull())
        .addColumn("deleted", integer, (column) => column.notNull())
        // Field names and types seen, for types that have no schema.
        .addColumn("fields", text, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_type_key", ["tenant_id", "entity_type"])
        .modifyEnd(withoutRowid),

      table("truth_identifier")
        .addColumn("value", text, (column) => column.notNull())
        .addColumn("kind", text, (column) => column.notNull())
        .addColumn("origin_id", text, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_identifier_key", ["tenant_id", "value", "kind", "origin_id"])
        .modifyEnd(withoutRowid),
      schema
        .createIndex("truth_identifier_by_origin")
        .on("truth_identifier")
        .columns(["tenant_id", "origin_id", "kind", "value"]),

      table("truth_relationship")
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("relationship_type", text, (column) => column.notNull())
        .addColumn("source_entity_id", text, (column) => column.notNull())
        .addColumn("target_entity_id", text, (column) => column.notNull())
        .addColumn("metadata", text, (column) => column.notNull())
        .addColumn("provenance", text, (column) => column.notNull())
        .addColumn("deleted", integer, (column) => column.notNull())
        .addColumn("observation_count", integer, (column) => column.notNull())
        .addColumn("created_at", integer, (column) => column.notNull())
        .addColumn("last_observed_at", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_relationship_key", ["tenant_id", "id"]),
      schema
        .createIndex("truth_relationship_by_source")
        .on("truth_relationship")
        .columns(["tenant_id", "source_entity_id", "relationship_type"]),
      schema
        .createIndex("truth_relationship_by_target")
        .on("truth_relationship")
        .columns(["tenant_id", "target_entity_id", "relationship_type"]),
      schema
        .createIndex("truth_relationship_by_time")
        .on("truth_relationship")
        .columns(["tenant_id", "relationship_type", "created_at", "id"]),

      table("truth_relationship_observation")
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("relationship_id", text, (column) => column.notNull())
        .addColumn("relationship_type", text, (column) => column.notNull())
        .addColumn("origin_source_id", text, (column) => column.notNull())
        .addColumn("origin_target_id", text, (column) => column.notNull())
        .addColumn("source_id", text, (column) => column.notNull())
        .addColumn("kind", text, (column) => column.notNull())
        .addColumn("metadata", text, (column) => column.notNull())
        .addColumn("source_priority", integer, (column) => column.notNull())
        .addColumn("specificity_score", real, (column) => column.notNull())
        .addColumn("observed_at", integer, (column) => column.notNull())
        .addColumn("declared_at", integer)
        .addColumn("accepted_at", integer, (column) => column.notNull())
        .addColumn("position", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_relationship_observation_key", ["tenant_id", "position"])
        .modifyEnd(withoutRowid),
      schema
        .createIndex("truth_relationship_observation_by_id")
        .on("truth_relationship_observation")
        .columns(["tenant_id", "id"])
        .unique(),
      schema
        .createIndex("truth_relationship_observation_by_key")
        .on("truth_relationship_observation")
        .columns(["tenant_id", "relationship_id"]),

      table("truth_timeline")
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("event_type", text, (column) => column.notNull())
        .addColumn("event_timestamp", integer, (column) => column.notNull())
        .addColumn("source_id", text, (column) => column.notNull())
        .addColumn("entity_id", text, (column) => column.notNull())
        .addColumn("entity_type", text, (column) => column.notNull())
        .addColumn("field", text, (column) => column.notNull())
        .addColumn("observation_id", text, (column) => column.notNull())
        .addColumn("properties", text, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_timeline_key", ["tenant_id", "id"])
        .modifyEnd(withoutRowid),
      schema.createIndex("truth_timeline_by_time").on("truth_timeline").columns(["tenant_id", "event_timestamp", "id"]),
      schema.createIndex("truth_timeline_by_entity").on("truth_timeline").columns(["tenant_id", "entity_id"]),
      schema
        .createIndex("truth_timeline_by_source")
        .on("truth_timeline")
        .columns(["tenant_id", "source_id", "event_timestamp"]),

      // Who was merged into whom, and when; an undone merge keeps its row for questions about that time.
      table("truth_merge")
        .addColumn("from_entity_id", text, (column) => column.notNull())
        .addColumn("to_entity_id", text, (column) => column.notNull())
        .addColumn("merge_reason", text)
        .addColumn("observations_moved", integer, (column) => column.notNull())
        .addColumn("merged_at", integer, (column) => column.notNull())
        .addColumn("unmerged_at", integer)
        .addColumn("position", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_merge_key", ["tenant_id", "position"]),
      schema.createIndex("truth_merge_by_from").on("truth_merge").columns(["tenant_id", "from_entity_id"]),
      schema.createIndex("truth_merge_by_to").on("truth_merge").columns(["tenant_id", "to_entity_id"]),

      // What was answered under each idempotency key, kept in the transaction that did the work.
      table("truth_request")
        .addColumn("idempotency_key", text, (column) => column.notNull())
        .addColumn("payload_hash", text, (column) => column.notNull())
        .addColumn("answer", text, (column) => column.notNull())
        .addColumn("accepted_at", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_request_key", ["tenant_id", "idempotency_key"])
        .modifyEnd(withoutRowid),
    ];
  },
};
