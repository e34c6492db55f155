import type { Migration } from "../../../kernel/index.ts";

/** What was found in the folders. All of it follows from files and may be rebuilt at any time. */
export const catalog: Migration = {
  name: "notebook-001-catalog",
  up: (schema, { text, integer }) => [
    schema
      .createTable("notebook_collection")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("collection_id", text, (column) => column.notNull())
      .addColumn("digest", text, (column) => column.notNull())
      .addColumn("changed_at", integer, (column) => column.notNull())
      .addColumn("notebooks", integer, (column) => column.notNull())
      .addColumn("created_from", integer)
      .addColumn("created_until", integer)
      .addColumn("modified_at", integer, (column) => column.notNull())
      .addColumn("skipped", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("notebook_collection_key", ["tenant_id", "collection_id"]),
    schema
      .createTable("notebook_file")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("collection_id", text, (column) => column.notNull())
      .addColumn("path", text, (column) => column.notNull())
      .addColumn("stamp", text, (column) => column.notNull())
      .addColumn("modified_at", integer, (column) => column.notNull())
      .addColumn("sha256", text, (column) => column.notNull())
      .addColumn("skipped", text)
      .addColumn("wanted_id", text, (column) => column.notNull())
      .addColumn("notebook_id", text, (column) => column.notNull())
      .addColumn("format", text, (column) => column.notNull())
      .addColumn("title", text, (column) => column.notNull())
      .addColumn("author", text)
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("notes", text, (column) => column.notNull())
      .addColumn("indexed_at", integer)
      .addPrimaryKeyConstraint("notebook_file_key", ["tenant_id", "collection_id", "path"]),
    schema
      .createIndex("notebook_file_by_id")
      .on("notebook_file")
      .columns(["tenant_id", "collection_id", "notebook_id"]),
    schema
      .createIndex("notebook_file_by_wanted_id")
      .on("notebook_file")
      .columns(["tenant_id", "collection_id", "wanted_id"]),
  ],
};
