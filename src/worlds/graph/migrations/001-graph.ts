import type { Migration } from "../../../kernel/index.ts";

/** All of it follows from the log. JSON stands in text columns, canonical. */
export const graphTables: Migration = {
  name: "graph-001-tables",
  up: (schema, { text, integer, bytes, raw }, dialect) => {
    const real = raw("double precision");
    const withoutRowid = raw(dialect === "sqlite" ? "without rowid" : "");
    const table = (name: string) => schema.createTable(name).addColumn("tenant_id", text, (column) => column.notNull());
    return [
      table("graph_memory")
        .addColumn("position", integer, (column) => column.notNull())
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("content", text, (column) => column.notNull())
        .addColumn("content_hash", text, (column) => column.notNull())
        .addColumn("rationale", text)
        .addColumn("modality", text, (column) => column.notNull())
        .addColumn("importance", real, (column) => column.notNull())
        .addColumn("tags", text, (column) => column.notNull())
        .addColumn("session_id", text, (column) => column.notNull())
        .addColumn("session_position", integer, (column) => column.notNull())
        .addColumn("fingerprint", bytes, (column) => column.notNull())
        .addColumn("fingerprint_hash", text, (column) => column.notNull())
        .addColumn("model", text, (column) => column.notNull())
        .addColumn("learnt", text, (column) => column.notNull())
        .addColumn("scrubbed", text, (column) => column.notNull())
        .addColumn("created_at", integer, (column) => column.notNull())
        .addColumn("updated_at", integer, (column) => column.notNull())
        .addColumn("access_count", integer, (column) => column.notNull())
        .addColumn("accessed_at", integer, (column) => column.notNull())
        .addColumn("deleted_at", integer)
        .addColumn("delete_reason", text)
        .addColumn("merged_into", text)
        .addPrimaryKeyConstraint("graph_memory_key", ["tenant_id", "position"]),
      schema.createIndex("graph_memory_by_id").on("graph_memory").columns(["tenant_id", "id"]).unique(),
      schema
        .createIndex("graph_memory_by_session")
        .on("graph_memory")
        .columns(["tenant_id", "session_id", "session_position"]),
      schema.createIndex("graph_memory_by_hash").on("graph_memory").columns(["tenant_id", "content_hash"]),

      table("graph_edge")
        .addColumn("source", text, (column) => column.notNull())
        .addColumn("target", text, (column) => column.notNull())
        .addColumn("edge_type", text, (column) => column.notNull())
        .addColumn("weight", real, (column) => column.notNull())
        .addColumn("confidence", real, (column) => column.notNull())
        .addColumn("nt_weights", text, (column) => column.notNull())
        .addColumn("is_shortcut", integer, (column) => column.notNull())
        .addColumn("steering_reward", real, (column) => column.notNull())
        .addColumn("domain", text, (column) => column.notNull())
        .addColumn("original_path", text, (column) => column.notNull())
        .addColumn("created_at", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("graph_edge_key", ["tenant_id", "source", "target", "edge_type"])
        .modifyEnd(withoutRowid),
      schema.createIndex("graph_edge_by_target").on("graph_edge").columns(["tenant_id", "target"]),

      // Oscillators, modulators, thresholds, synergy, goals, dreams and the like, each one row by its name.
      table("graph_state")
        .addColumn("name", text, (column) => column.notNull())
        .addColumn("value", text, (column) => column.notNull())
        .addColumn("version", integer, (column) => column.notNull())
        .addColumn("updated_at", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("graph_state_key", ["tenant_id", "name"])
        .modifyEnd(withoutRowid),

      table("graph_vector")
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("value", text, (column) => column.notNull())
        .addColumn("created_at", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("graph_vector_key", ["tenant_id", "id"]),

      // Which memories have a word, a name or a direction of meaning: candidates come from here, never from all memories.
      table("graph_feature")
        .addColumn("feature", integer, (column) => column.notNull())
        .addColumn("position", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("graph_feature_key", ["tenant_id", "feature", "position"])
        .modifyEnd(withoutRowid),
      // How many living memories have each; the totals stand below zero.
      table("graph_feature_count")
        .addColumn("feature", integer, (column) => column.notNull())
        .addColumn("memories", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("graph_feature_count_key", ["tenant_id", "feature"])
        .modifyEnd(withoutRowid),
    ];
  },
};
