import type { Migration } from "../../sql.ts";

/** Files that are to take their places now that the transaction that names them is committed. */
export const stagedFileMigration: Migration = {
  name: "kernel-003-staged-file",
  up: (schema, { text }) => [
    schema
      .createTable("staged_file")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("root", text, (column) => column.notNull())
      .addColumn("path", text, (column) => column.notNull())
      .addColumn("call_id", text, (column) => column.notNull())
      .addColumn("aside", text, (column) => column.notNull())
      .addColumn("action", text, (column) => column.notNull())
      .addColumn("replaces", text)
      .addColumn("folder", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("staged_file_key", ["tenant_id", "root", "path", "call_id"]),
  ],
};
