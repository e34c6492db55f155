import { type Migration, query } from "../../../kernel/index.ts";

/** Schemas that grow: their versions, and what was recommended for them. */
export const truthSchemas: Migration = {
  name: "truth-007-schemas",
  up: (schema, { text, integer, raw }, dialect) => {
    const withoutRowid = raw(dialect === "sqlite" ? "without rowid" : "");
    const table = (name: string) =>
      schema
        .createTable(name)
        .addColumn("tenant_id", text, (column) => column.notNull())
        .addColumn("entity_type", text, (column) => column.notNull());
    return [
      table("truth_schema")
        .addColumn("scope", text, (column) => column.notNull())
        .addColumn("schema_version", text, (column) => column.notNull())
        .addColumn("active", integer, (column) => column.notNull())
        .addColumn("definition", text, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_schema_key", ["tenant_id", "entity_type", "scope", "schema_version"])
        .modifyEnd(withoutRowid),
      table("truth_recommendation")
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("status", text, (column) => column.notNull())
        .addColumn("recommendation", text, (column) => column.notNull())
        .addPrimaryKeyConstraint("truth_recommendation_key", ["tenant_id", "entity_type", "id"])
        .modifyEnd(withoutRowid),
      // Statements with fields that no schema claims, by type: few, and all that an analysis reads.
      query`create index truth_observation_unclaimed on truth_observation (tenant_id, entity_type, position)
        where fragments <> '{}'`,
    ];
  },
};
