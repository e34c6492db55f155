export type { Database } from "./database.ts";
export type { Distributed } from "./distribute.ts";
export { enterInstallationLane } from "./lane.ts";
export { sweepLeftovers } from "./leftovers.ts";
export { databaseIsThere, openDatabase, openScratchDatabase, type StorageOptions } from "./open.ts";
export { createPlaces, type Places } from "./places.ts";
export type { Patience } from "./postgres-lines.ts";
export { bindTable } from "./postgres-tenants.ts";
