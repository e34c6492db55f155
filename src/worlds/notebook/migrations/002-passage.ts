import type { Migration } from "../../../kernel/index.ts";

/** Passages as they were indexed. One that its file no longer has stays, so that old references keep answering. */
export const passage: Migration = {
  name: "notebook-002-passage",
  up: (schema, { text, integer }) => [
    schema
      .createTable("notebook_passage")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("reference_id", text, (column) => column.notNull())
      .addColumn("collection_id", text, (column) => column.notNull())
      .addColumn("notebook_id", text, (column) => column.notNull())
      .addColumn("path", text, (column) => column.notNull())
      .addColumn("file_sha256", text, (column) => column.notNull())
      .addColumn("ordinal", integer, (column) => column.notNull())
      .addColumn("section", integer, (column) => column.notNull())
      .addColumn("part", text, (column) => column.notNull())
      .addColumn("page", integer)
      .addColumn("timestamp_ms", integer)
      .addColumn("start_byte", integer, (column) => column.notNull())
      .addColumn("end_byte", integer, (column) => column.notNull())
      .addColumn("checksum", text, (column) => column.notNull())
      .addColumn("text", text, (column) => column.notNull())
      .addColumn("live", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("notebook_passage_key", ["tenant_id", "reference_id"]),
    schema
      .createIndex("notebook_passage_by_file")
      .on("notebook_passage")
      .columns(["tenant_id", "collection_id", "path", "live"]),
  ],
};
