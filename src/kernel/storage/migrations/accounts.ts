import type { Migration } from "../../sql.ts";

/** Who may sign in, what signing in left behind, and what clients were given. No tenant of a user sees any of it. */
export const accountsMigration: Migration = {
  name: "kernel-007-accounts",
  up: (schema, { text, integer }) => [
    schema
      .createTable("account_user")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("role", text, (column) => column.notNull())
      .addColumn("state", text, (column) => column.notNull())
      .addColumn("password_hash", text)
      .addColumn("external_id", text)
      .addColumn("failures", integer, (column) => column.notNull())
      .addColumn("locked_until", integer, (column) => column.notNull())
      .addColumn("created_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("account_user_key", ["tenant_id", "name"])
      .addUniqueConstraint("account_user_external", ["tenant_id", "external_id"]),
    schema
      .createTable("account_session")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("id_hash", text, (column) => column.notNull())
      .addColumn("user_name", text, (column) => column.notNull())
      .addColumn("parent_hash", text)
      .addColumn("used_at", integer, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("account_session_key", ["tenant_id", "id_hash"]),
    schema.createIndex("account_session_user").on("account_session").columns(["tenant_id", "user_name"]),
    schema.createIndex("account_session_parent").on("account_session").columns(["tenant_id", "parent_hash"]),
    schema.createIndex("account_session_expiry").on("account_session").columns(["tenant_id", "expires_at"]),
    schema
      .createTable("account_ticket")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("id_hash", text, (column) => column.notNull())
      .addColumn("kind", text, (column) => column.notNull())
      .addColumn("payload", text, (column) => column.notNull())
      .addColumn("expires_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("account_ticket_key", ["tenant_id", "kind", "id_hash"]),
    schema.createIndex("account_ticket_expiry").on("account_ticket").columns(["tenant_id", "expires_at"]),
    schema
      .createTable("oauth_artifact")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("model", text, (column) => column.notNull())
      .addColumn("id_hash", text, (column) => column.notNull())
      .addColumn("grant_id", text)
      .addColumn("uid", text)
      .addColumn("user_name", text)
      .addColumn("client_id", text)
      .addColumn("payload", text, (column) => column.notNull())
      .addColumn("consumed_at", integer)
      .addColumn("expires_at", integer)
      .addPrimaryKeyConstraint("oauth_artifact_key", ["tenant_id", "model", "id_hash"]),
    schema.createIndex("oauth_artifact_grant").on("oauth_artifact").columns(["tenant_id", "grant_id"]),
    schema.createIndex("oauth_artifact_uid").on("oauth_artifact").columns(["tenant_id", "uid"]),
    schema.createIndex("oauth_artifact_user").on("oauth_artifact").columns(["tenant_id", "user_name"]),
    schema.createIndex("oauth_artifact_client").on("oauth_artifact").columns(["tenant_id", "client_id"]),
    schema.createIndex("oauth_artifact_expiry").on("oauth_artifact").columns(["tenant_id", "expires_at"]),
    schema
      .createTable("oauth_connection")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("id", text, (column) => column.notNull())
      .addColumn("user_name", text)
      .addColumn("client_name", text)
      .addColumn("scopes", text, (column) => column.notNull())
      .addColumn("grant_id", text)
      .addColumn("refresh_token", text)
      .addColumn("created_at", integer, (column) => column.notNull())
      .addColumn("used_at", integer)
      .addColumn("expires_at", integer)
      .addPrimaryKeyConstraint("oauth_connection_key", ["tenant_id", "id"]),
    schema.createIndex("oauth_connection_user").on("oauth_connection").columns(["tenant_id", "user_name"]),
  ],
};
