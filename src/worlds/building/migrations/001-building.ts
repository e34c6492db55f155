import type { Migration } from "../../../kernel/index.ts";

/** All of it follows from the log. JSON stands in text columns, canonical. */
export const buildingTables: Migration = {
  name: "building-001-tables",
  up: (schema, { text, integer, raw }, dialect) => {
    const withoutRowid = raw(dialect === "sqlite" ? "without rowid" : "");
    const table = (name: string) => schema.createTable(name).addColumn("tenant_id", text, (column) => column.notNull());
    return [
      table("building_project")
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("name", text, (column) => column.notNull())
        .addColumn("description", text)
        .addColumn("main_branch_id", text, (column) => column.notNull())
        .addColumn("created_at", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("building_project_key", ["tenant_id", "id"])
        .modifyEnd(withoutRowid),

      table("building_branch")
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("project_id", text, (column) => column.notNull())
        .addColumn("name", text, (column) => column.notNull())
        .addColumn("parent_id", text)
        // The last event of the parent that it shares.
        .addColumn("fork_seq", integer)
        .addColumn("fork_event_id", text)
        .addColumn("created_at", integer, (column) => column.notNull())
        .addColumn("head_seq", integer, (column) => column.notNull())
        .addColumn("head_event_id", text, (column) => column.notNull())
        .addPrimaryKeyConstraint("building_branch_key", ["tenant_id", "id"])
        .modifyEnd(withoutRowid),
      schema
        .createIndex("building_branch_by_name")
        .on("building_branch")
        .columns(["tenant_id", "project_id", "name"])
        .unique(),

      // The branch that an agent works on; a person has the empty name.
      table("building_active_branch")
        .addColumn("project_id", text, (column) => column.notNull())
        .addColumn("agent", text, (column) => column.notNull())
        .addColumn("branch_id", text, (column) => column.notNull())
        .addPrimaryKeyConstraint("building_active_branch_key", ["tenant_id", "project_id", "agent"])
        .modifyEnd(withoutRowid),

      table("building_event")
        .addColumn("branch_id", text, (column) => column.notNull())
        .addColumn("seq", integer, (column) => column.notNull())
        .addColumn("event_id", text, (column) => column.notNull())
        .addColumn("kind", text, (column) => column.notNull())
        .addColumn("aggregate_id", text, (column) => column.notNull())
        // All events of one call carry the same.
        .addColumn("command_id", text, (column) => column.notNull())
        .addColumn("tool", text, (column) => column.notNull())
        .addColumn("at", integer, (column) => column.notNull())
        .addColumn("user_name", text, (column) => column.notNull())
        .addColumn("agent", text)
        .addColumn("reasoning", text)
        .addColumn("approval_id", text)
        .addColumn("payload", text, (column) => column.notNull())
        .addColumn("undone_by", text)
        .addPrimaryKeyConstraint("building_event_key", ["tenant_id", "branch_id", "seq"])
        .modifyEnd(withoutRowid),
      schema.createIndex("building_event_by_id").on("building_event").columns(["tenant_id", "event_id"]).unique(),
      schema
        .createIndex("building_event_by_command")
        .on("building_event")
        .columns(["tenant_id", "branch_id", "command_id"]),

      // What each branch holds now.
      table("building_element")
        .addColumn("branch_id", text, (column) => column.notNull())
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("type", text, (column) => column.notNull())
        .addColumn("parameters", text, (column) => column.notNull())
        .addColumn("row_hash", text, (column) => column.notNull())
        .addPrimaryKeyConstraint("building_element_key", ["tenant_id", "branch_id", "id"])
        .modifyEnd(withoutRowid),
      schema.createIndex("building_element_by_id").on("building_element").columns(["tenant_id", "id"]),

      // What an element became at each event of its branch; no body where it went.
      table("building_version")
        .addColumn("branch_id", text, (column) => column.notNull())
        .addColumn("element_id", text, (column) => column.notNull())
        .addColumn("seq", integer, (column) => column.notNull())
        .addColumn("body", text)
        .addPrimaryKeyConstraint("building_version_key", ["tenant_id", "branch_id", "element_id", "seq"])
        .modifyEnd(withoutRowid),
      schema.createIndex("building_version_by_seq").on("building_version").columns(["tenant_id", "branch_id", "seq"]),
    ];
  },
};
