import type { Migration } from "../../sql.ts";

/** A row for each lane, to be locked by whoever writes in it on a cluster. One file needs none. */
export const writeLaneMigration: Migration = {
  name: "kernel-010-write-lane",
  up: (schema, { text }, dialect) =>
    dialect === "sqlite"
      ? []
      : [
          schema
            .createTable("write_lane")
            .addColumn("tenant_id", text, (column) => column.notNull())
            .addPrimaryKeyConstraint("write_lane_key", ["tenant_id"]),
        ],
};
