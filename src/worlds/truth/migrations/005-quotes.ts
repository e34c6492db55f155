import type { Migration } from "../../../kernel/index.ts";

/** Where the words behind each value stand in its source, and which models read which sources. */
export const truthQuotes: Migration = {
  name: "truth-005-quotes",
  up: (schema, { text, integer, raw }, dialect) => [
    schema
      .createTable("truth_quote")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("observation_id", text, (column) => column.notNull())
      .addColumn("quotes", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("truth_quote_key", ["tenant_id", "observation_id"])
      .modifyEnd(raw(dialect === "sqlite" ? "without rowid" : "")),
    schema
      .createTable("truth_run")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("run_id", text, (column) => column.notNull())
      .addColumn("source_id", text, (column) => column.notNull())
      .addColumn("config", text, (column) => column.notNull())
      .addColumn("accepted_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("truth_run_key", ["tenant_id", "run_id"])
      .modifyEnd(raw(dialect === "sqlite" ? "without rowid" : "")),
    schema.createIndex("truth_run_by_time").on("truth_run").columns(["tenant_id", "accepted_at"]),
  ],
};
