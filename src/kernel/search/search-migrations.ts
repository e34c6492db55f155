import type { Migration } from "../sql.ts";
import { searchTableMigrations } from "./migrations/search.ts";
import { cutAnew } from "./store/cut-anew.ts";
import { vectorHashes } from "./store/vector-hashes.ts";

/** The tables of the index, in the order in which they came to be. */
export const searchMigrations: readonly Migration[] = [...searchTableMigrations, vectorHashes, cutAnew];
