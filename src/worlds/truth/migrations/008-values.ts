import { type Migration, query, type Sql } from "../../../kernel/index.ts";

/** The values of live entities in their order, by which lists are filtered and sorted, and what a list of then walks along. */
export const truthValues = (fill: (sql: Sql) => Promise<void>): Migration => ({
  name: "truth-008-values",
  up: (schema, { text, raw }, dialect) => [
    schema
      .createTable("truth_value")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("entity_id", text, (column) => column.notNull())
      .addColumn("field", text, (column) => column.notNull())
      .addColumn("value", text, (column) => column.notNull())
      .addColumn("entity_type", text, (column) => column.notNull())
      .addPrimaryKeyConstraint("truth_value_key", ["tenant_id", "entity_id", "field", "value"])
      .modifyEnd(raw(dialect === "sqlite" ? "without rowid" : "")),
    schema
      .createIndex("truth_value_by_type")
      .on("truth_value")
      .columns(["tenant_id", "entity_type", "field", "value", "entity_id"]),
    // A list of then: what was said last by then, latest first, however much was said since.
    query`create index truth_observation_by_time on truth_observation
      (tenant_id, observed_at desc, entity_id, accepted_at)`,
    // How many there were then; those that were ever deleted are few and looked at one by one.
    query`create index truth_entity_by_first on truth_entity
      (tenant_id, entity_type, first_observed_at, first_accepted_at) where merged_to is null and deletion is null`,
    query`create index truth_entity_ever_deleted on truth_entity (tenant_id, entity_type, id) where deletion is not null`,
  ],
  async after(sql) {
    const row = await sql.first(query`select 1 as found from truth_type limit 1`);
    if (row !== undefined) await fill(sql);
  },
});
