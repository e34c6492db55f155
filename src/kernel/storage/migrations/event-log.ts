import type { Migration } from "../../sql.ts";

/** The log itself and, for each tenant, where it ends. */
export const eventLogMigration: Migration = {
  name: "kernel-001-event-log",
  up: (schema, { text, integer }) => [
    schema
      .createTable("event")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("seq", integer, (column) => column.notNull())
      .addColumn("id", text, (column) => column.notNull())
      .addColumn("at", integer, (column) => column.notNull())
      .addColumn("server", text, (column) => column.notNull())
      .addColumn("tool", text, (column) => column.notNull())
      .addColumn("actor", text, (column) => column.notNull())
      .addColumn("kind", text, (column) => column.notNull())
      .addColumn("payload", text, (column) => column.notNull())
      .addColumn("reasoning", text)
      .addColumn("approval_id", text)
      .addColumn("prev_hash", text, (column) => column.notNull())
      .addColumn("hash", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("event_key", ["tenant_id", "seq"])
      .addUniqueConstraint("event_id", ["tenant_id", "id"]),
    schema
      .createTable("log_head")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("seq", integer, (column) => column.notNull())
      .addColumn("hash", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("log_head_key", ["tenant_id"]),
  ],
};

/** Names the outer call where one tool called another. */
export const eventViaMigration: Migration = {
  name: "kernel-002-event-via",
  up: (schema, { text }) => [schema.alterTable("event").addColumn("via", text)],
};
