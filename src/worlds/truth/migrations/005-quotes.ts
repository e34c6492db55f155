import type { Migration } from "../../../kernel/index.ts";

/** Where the words behind each value stand in its source. */
export const truthQuotes: Migration = {
  name: "truth-005-quotes",
  up: (schema, { text, raw }, dialect) => [
    schema
      .createTable("truth_quote")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("observation_id", text, (column) => column.notNull())
      .addColumn("quotes", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("truth_quote_key", ["tenant_id", "observation_id"])
      .modifyEnd(raw(dialect === "sqlite" ? "without rowid" : "")),
  ],
};
