import type { Query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import type { SpaceRow } from "./text-index.ts";
import type { Embeddable } from "./vector-hash.ts";

/** `beside` is what follows from the whole vector. */
export interface VectorFault {
  readonly key: number;
  readonly fault: "missing" | "changed" | "beside";
}

/** The vectors of one engine. All vectors of a database come from one model; another model means indexing anew. */
export interface VectorIndex {
  /** Why vectors cannot be used here, or undefined when they can. */
  missing(sql: Sql): Promise<string | undefined>;
  put(sql: Sql, space: SpaceRow, document: Embeddable, vector: Float32Array): Promise<void>;
  remove(sql: Sql, space: SpaceRow, keys: readonly number[]): Promise<void>;
  /** Keys of the nearest documents that pass the condition on `document d`, nearest first, ties by key. */
  nearest(
    sql: Sql,
    space: SpaceRow,
    vector: Float32Array,
    condition: Query | undefined,
    limit: number,
  ): Promise<number[]>;
  /** What is wrong with the vectors of documents that should have one. */
  faults(sql: Sql, space: SpaceRow, documents: readonly Embeddable[]): Promise<VectorFault[]>;
  /** Puts right what is kept beside whole vectors, and answers with the keys that need a new one. */
  mend(sql: Sql, space: SpaceRow, documents: readonly Embeddable[]): Promise<number[]>;
  /** The key of a vector, or of what is kept beside it, that belongs to no document; undefined where all do. */
  stray(sql: Sql): Promise<number | undefined>;
  /** Removes vectors that belong to no document; answers with how many. */
  sweep(sql: Sql): Promise<number>;
  of(
    sql: Sql,
    space: Pick<SpaceRow, "tenant_id" | "space">,
    keys: readonly number[],
  ): Promise<Map<number, Float32Array>>;
}
