import type { Migration } from "../../../kernel/index.ts";

/** What is no longer known because its source was withdrawn, kept so that the withdrawal can be taken back. */
export const truthWithdrawn: Migration = {
  name: "truth-006-withdrawn",
  up: (schema, { text, integer, raw }, dialect) => [
    schema
      .createTable("truth_withdrawn")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("source_id", text, (column) => column.notNull())
      // None while the source is not withdrawn.
      .addColumn("content", text)
      // The last entry that stated a withdrawn source anew; 0 where none did.
      .addColumn("stated_again", integer, (column) => column.notNull())
      .addColumn("position", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("truth_withdrawn_key", ["tenant_id", "source_id"])
      .modifyEnd(raw(dialect === "sqlite" ? "without rowid" : "")),
  ],
};
