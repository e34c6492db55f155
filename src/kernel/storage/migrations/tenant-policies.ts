import type { Migration } from "../../sql.ts";

/** Tables made before there were policies get theirs as every migration ends; this one brings such an end about. */
export const tenantPoliciesMigration: Migration = { name: "kernel-006-tenant-policies", up: () => [] };
