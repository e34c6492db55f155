import type { Migration } from "../../../kernel/index.ts";

export const note: Migration = {
  name: "conformance-001-note",
  up: (schema, { text, integer }) => [
    schema
      .createTable("conformance_note")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("id", text, (column) => column.notNull())
      .addColumn("text", text, (column) => column.notNull())
      .addColumn("times", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("conformance_note_key", ["tenant_id", "id"]),
  ],
};
