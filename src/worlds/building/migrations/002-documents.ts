import type { Migration } from "../../../kernel/index.ts";

/** What was drawn is looked up by its id, whichever branch it was drawn on. */
export const documentIndex: Migration = {
  name: "building-002-documents",
  up: (schema) => [
    schema.createIndex("building_event_by_aggregate").on("building_event").columns(["tenant_id", "aggregate_id"]),
  ],
};
