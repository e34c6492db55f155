import type { Query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import type { SpaceRow } from "./text-index.ts";

/** The vectors of one engine. All vectors of a database come from one model; another model means indexing anew. */
export interface VectorIndex {
  /** Why vectors cannot be used here, or undefined when they can. */
  missing(sql: Sql): Promise<string | undefined>;
  put(sql: Sql, space: SpaceRow, key: number, vector: Float32Array): Promise<void>;
  remove(sql: Sql, space: SpaceRow, keys: readonly number[]): Promise<void>;
  /** Keys of the nearest documents that pass the condition on `document d`, nearest first, ties by key. */
  nearest(
    sql: Sql,
    space: SpaceRow,
    vector: Float32Array,
    condition: Query | undefined,
    limit: number,
  ): Promise<number[]>;
  /** Puts right what is kept beside whole vectors, and answers with the keys that have no vector. */
  mend(sql: Sql, space: SpaceRow, keys: readonly number[]): Promise<number[]>;
  /** Removes vectors that belong to no document; answers with how many. */
  sweep(sql: Sql): Promise<number>;
  of(sql: Sql, keys: readonly number[]): Promise<Map<number, Float32Array>>;
}
