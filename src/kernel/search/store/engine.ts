import type { Sql } from "../../sql.ts";
import type { TextIndex } from "./text-index.ts";
import { postgresTextIndex } from "./text-index-postgres.ts";
import { sqliteTextIndex } from "./text-index-sqlite.ts";
import type { VectorIndex } from "./vector-index.ts";
import { postgresVectorIndex } from "./vector-index-postgres.ts";
import { sqliteVectorIndex } from "./vector-index-sqlite.ts";

/** The two indexes of one database. */
export interface Engine {
  readonly text: TextIndex;
  readonly vectors: VectorIndex;
}

export function engineFor(dialect: Sql["dialect"]): Engine {
  return dialect === "sqlite"
    ? { text: sqliteTextIndex, vectors: sqliteVectorIndex }
    : { text: postgresTextIndex, vectors: postgresVectorIndex };
}
