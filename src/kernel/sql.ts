import type { Compilable, RawBuilder, SchemaModule } from "kysely";
import type { Env } from "./env.ts";
import type { Query } from "./query.ts";

/**
 * One transaction's view of the database, the same on both engines. Rows hold text, numbers and bytes only.
 * Statements that are asked at once, without waiting for each other, go to a server and come back together.
 */
export interface Sql {
  readonly dialect: "sqlite" | "postgres";
  all<Row>(query: Query): Promise<Row[]>;
  first<Row>(query: Query): Promise<Row | undefined>;
  /**
   * Changes rows. Every later statement sees what it did; to a server it travels with the next one that is waited for, or
   * with the commit, and what fails it fails that.
   */
  run(query: Query): Promise<void>;
  /** The same, waited for: answers with how many rows changed. */
  change(query: Query): Promise<number>;
  /** Streams rows in order. Use nothing else of this Sql until the loop ends. */
  each<Row>(query: Query): AsyncIterable<Row>;
}

/** Column types that mean the same on both engines: text compares by byte, integers hold 53 bits. */
export interface ColumnTypes {
  readonly text: RawBuilder<unknown>;
  readonly integer: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  /** Words of one engine's own, where the two differ. */
  raw(words: string): RawBuilder<unknown>;
}

/** One step of the schema, known by its name for ever. */
export interface Migration {
  readonly name: string;
  up(schema: SchemaModule, types: ColumnTypes, dialect: Sql["dialect"]): readonly (Compilable | Query)[];
  /** What statements alone cannot do to the rows that are there; in the same transaction. */
  after?(sql: Sql, env: Env): Promise<void>;
}
