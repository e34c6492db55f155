import type { Migration } from "../../../kernel/index.ts";

/** What the memory server keeps. All of it follows from the log; `seq` and `n` are the order in which it came. */
export const truthMemory: Migration = {
  name: "truth-004-memory",
  up: (schema, { text, integer, raw }, dialect) => {
    const withoutRowid = raw(dialect === "sqlite" ? "without rowid" : "");
    const table = (name: string) =>
      schema
        .createTable(name)
        .addColumn("tenant_id", text, (column) => column.notNull())
        // A hash of the name, or of both names and the type of a relation.
        .addColumn("key", text, (column) => column.notNull())
        // Which of several that are alike: one call may bring the same thing twice.
        .addColumn("again", integer, (column) => column.notNull())
        .addColumn("seq", integer, (column) => column.notNull())
        .addColumn("n", integer, (column) => column.notNull());
    return [
      table("truth_memory_entity")
        .addColumn("name", text, (column) => column.notNull())
        .addColumn("entity_type", text, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_memory_entity_key", ["tenant_id", "key", "again"])
        .modifyEnd(withoutRowid),
      table("truth_memory_observation")
        .addColumn("content_key", text, (column) => column.notNull())
        .addColumn("content_again", integer, (column) => column.notNull())
        .addColumn("content", text, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_memory_observation_key", [
          "tenant_id",
          "key",
          "again",
          "content_key",
          "content_again",
        ])
        .modifyEnd(withoutRowid),
      table("truth_memory_relation")
        .addColumn("from_key", text, (column) => column.notNull())
        .addColumn("to_key", text, (column) => column.notNull())
        .addColumn("from_name", text, (column) => column.notNull())
        .addColumn("to_name", text, (column) => column.notNull())
        .addColumn("relation_type", text, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_memory_relation_key", ["tenant_id", "key", "again"])
        .modifyEnd(withoutRowid),
      schema.createIndex("truth_memory_relation_from").on("truth_memory_relation").columns(["tenant_id", "from_key"]),
      schema.createIndex("truth_memory_relation_to").on("truth_memory_relation").columns(["tenant_id", "to_key"]),
    ];
  },
};
