import type { Migration } from "../../../kernel/index.ts";

/** What was returned for what, how similar it was, and how relevant it turned out to be. It follows from the log. */
export const graphPredictions: Migration = {
  name: "graph-002-predictions",
  up: (schema, { text, integer, raw }) => {
    const real = raw("double precision");
    return [
      schema
        .createTable("graph_prediction")
        .addColumn("tenant_id", text, (column) => column.notNull())
        .addColumn("id", text, (column) => column.notNull())
        .addColumn("query_id", text, (column) => column.notNull())
        .addColumn("result_id", text, (column) => column.notNull())
        .addColumn("domain", text, (column) => column.notNull())
        .addColumn("similarity", real, (column) => column.notNull())
        .addColumn("spaces", text, (column) => column.notNull())
        .addColumn("outcome", real, (column) => column.notNull())
        .addColumn("judged_at", integer, (column) => column.notNull())
        .addColumn("position", integer, (column) => column.notNull())
        .addPrimaryKeyConstraint("graph_prediction_key", ["tenant_id", "position"]),
      schema.createIndex("graph_prediction_by_id").on("graph_prediction").columns(["tenant_id", "id"]).unique(),
      schema
        .createIndex("graph_prediction_by_pair")
        .on("graph_prediction")
        .columns(["tenant_id", "query_id", "result_id"]),
    ];
  },
};
