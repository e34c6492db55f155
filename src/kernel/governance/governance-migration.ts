import { GOVERNANCE_SERVER } from "../event.ts";
import type { Migration } from "../sql.ts";

/** What the operator allows, what waits for a person, and what was used of the limits. */
export const governanceMigration: Migration = {
  name: "kernel-006-governance",
  up: (schema, { text, integer }) => [
    schema
      .createTable("permission")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("agent", text, (column) => column.notNull())
      .addColumn("for_user", text, (column) => column.notNull())
      .addColumn("record", text, (column) => column.notNull())
      .addColumn("version", integer, (column) => column.notNull())
      .addColumn("changed_at", integer, (column) => column.notNull())
      .addColumn("source", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("permission_key", ["tenant_id", "agent", "for_user"]),
    // By this one number every process sees whether what it knows still holds.
    schema
      .createTable("permission_version")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("version", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("permission_version_key", ["tenant_id", "name"]),
    schema
      .createTable("approval")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("id", text, (column) => column.notNull())
      .addColumn("state", text, (column) => column.notNull())
      .addColumn("server", text, (column) => column.notNull())
      .addColumn("tool", text, (column) => column.notNull())
      .addColumn("agent", text, (column) => column.notNull())
      .addColumn("arguments_hash", text, (column) => column.notNull())
      .addColumn("request", text, (column) => column.notNull())
      .addColumn("arguments", text)
      .addColumn("requested_at", integer, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .addColumn("declined_at", integer)
      .addColumn("decided_at", integer)
      .addColumn("decided_by", text)
      .addColumn("decided_in", text)
      .addColumn("reason", text)
      .addColumn("used_at", integer)
      .addPrimaryKeyConstraint("approval_key", ["tenant_id", "id"]),
    schema.createIndex("approval_of_call").on("approval").columns(["tenant_id", "arguments_hash", "agent"]),
    schema.createIndex("approval_by_time").on("approval").columns(["tenant_id", "requested_at", "id"]),
    schema.createIndex("approval_by_state").on("approval").columns(["tenant_id", "state", "requested_at"]),
    schema
      .createTable("usage_window")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("counter", text, (column) => column.notNull())
      .addColumn("started_at", integer, (column) => column.notNull())
      .addColumn("used", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("usage_window_key", ["tenant_id", "counter"]),
  ],
};

/** Finds the entries of one approval, which every use of it looks up. Only entries of governance are in it. */
export const approvalEntriesMigration: Migration = {
  name: "kernel-011-approval-entries",
  up: (schema, { raw }) => [
    schema
      .createIndex("event_of_approval")
      .on("event")
      .columns(["tenant_id", "approval_id", "seq"])
      .where(raw("server"), "=", raw(`'${GOVERNANCE_SERVER}'`)),
  ],
};
