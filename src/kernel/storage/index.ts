export { type CopyOptions, copyTables } from "./copy-tables.ts";
export { finishCopying } from "./copying.ts";
export type { Database } from "./database.ts";
export { enterInstallationLane } from "./lane.ts";
export { sweepLeftovers } from "./leftovers.ts";
export { databaseIsThere, openDatabase, openScratchDatabase, type StorageOptions } from "./open.ts";
export { createPlaces, type Places } from "./places.ts";
export type { Patience } from "./postgres-lines.ts";
export { tenantPolicies } from "./postgres-tenants.ts";
