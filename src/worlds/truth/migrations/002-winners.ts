import type { Migration } from "../../../kernel/index.ts";

/** What a store need not read any more, what was regrouped, and who is deleted. */
export const truthWinners: Migration = {
  name: "truth-002-winners",
  up: (schema, { text, integer, raw }, dialect) => [
    // What decides whether a statement beats those who have won a field. Rows from before get theirs when they change next.
    schema.alterTable("truth_entity").addColumn("winners", text, (column) => column.notNull().defaultTo("[]")),
    // Few are deleted; who lists relationships leaves theirs out.
    schema
      .createIndex("truth_entity_deleted")
      .on("truth_entity")
      // SQLite takes an index for the better one by which it can look up more columns: so `live` stands here too.
      .columns(["tenant_id", "live", "id"])
      .where(raw("live"), "=", raw("0"))
      .where(raw("merged_to"), "is", null),
    // Merges undone and entities split, for whoever asks what was done last.
    schema
      .createTable("truth_regrouping")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("position", integer, (column) => column.notNull())
      .addColumn("change", text, (column) => column.notNull())
      .addColumn("entity_id", text, (column) => column.notNull())
      .addColumn("other_entity_id", text, (column) => column.notNull())
      .addColumn("accepted_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("truth_regrouping_key", ["tenant_id", "position"])
      .modifyEnd(raw(dialect === "sqlite" ? "without rowid" : "")),
  ],
};
