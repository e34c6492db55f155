import type { Migration } from "../../../kernel/index.ts";

/** What entries said when they were first seen, where their files do not say it; and what the index of meaning holds. */
export const firstSeen: Migration = {
  name: "instructions-001-first-seen",
  up: (schema, { text }) => [
    schema
      .createTable("instruction_first_seen")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("id", text, (column) => column.notNull())
      .addColumn("summary", text, (column) => column.notNull())
      .addColumn("created_at", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("instruction_first_seen_key", ["tenant_id", "id"]),
    schema
      .createTable("instruction_indexed")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("id", text, (column) => column.notNull())
      .addColumn("digest", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("instruction_indexed_key", ["tenant_id", "id"]),
  ],
};
