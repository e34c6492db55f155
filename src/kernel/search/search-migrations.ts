import type { Migration } from "../sql.ts";
import { searchTableMigrations } from "./migrations/search.ts";
import { cutAnew, cutEndings, cutSpellings } from "./store/cut-anew.ts";
import { tenantKeys } from "./store/tenant-keys.ts";
import { vectorHashes } from "./store/vector-hashes.ts";
import { wordRows } from "./store/word-rows.ts";

/** The tables of the index. Those who cut words anew need the table of words as it is now, so it comes before them. */
export const searchMigrations: readonly Migration[] = [
  ...searchTableMigrations,
  vectorHashes,
  tenantKeys,
  wordRows,
  cutAnew,
  cutEndings,
  cutSpellings,
];
