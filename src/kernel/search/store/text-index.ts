import type { Query } from "../../query.ts";
import type { Sql } from "../../sql.ts";

/** A space as the index knows it. */
export interface SpaceRow {
  readonly tenant_id: string;
  readonly space: string;
  readonly number: number;
  /** Documents of now, and how many terms they have together. */
  readonly documents: number;
  readonly terms: number;
  /** Replaced and removed documents that are kept for looking back. */
  readonly past: number;
  /** Documents whose vector is still to be made. */
  readonly pending: number;
  /** The model its vectors come from; null while there are none. */
  readonly model: string | null;
}

export interface Candidate {
  readonly key: number;
  /** BM25, higher is better. */
  readonly score: number;
}

/** The inverted index of one engine. Terms come from our own tokenizer, so both engines hold the same ones. */
export interface TextIndex {
  prepareSpace(sql: Sql, space: SpaceRow): Promise<void>;
  add(sql: Sql, space: SpaceRow, key: number, terms: readonly string[]): Promise<void>;
  remove(sql: Sql, space: SpaceRow, keys: readonly number[]): Promise<void>;
  /** The best documents that hold any of the terms and pass the condition on `document d`, ties by key. */
  candidates(
    sql: Sql,
    space: SpaceRow,
    terms: readonly string[],
    condition: Query | undefined,
    limit: number,
  ): Promise<Candidate[]>;
  /** Keys of documents that hold all of the terms and pass the condition, by key, up to a limit. Costs no more than the rarest. */
  holdingAll(
    sql: Sql,
    space: SpaceRow,
    terms: readonly string[],
    condition: Query | undefined,
    limit: number,
  ): Promise<number[]>;
  /** The groups of documents that hold all or any of the terms and pass the condition, each once, by id. */
  groups(
    sql: Sql,
    space: SpaceRow,
    terms: readonly string[],
    held: "all" | "any",
    condition: Query | undefined,
  ): Promise<string[]>;
  /** How many documents hold any of the terms and pass the condition. */
  matches(sql: Sql, space: SpaceRow, terms: readonly string[], condition: Query | undefined): Promise<number>;
  /** In how many documents each term stands. */
  frequencies(sql: Sql, space: SpaceRow, terms: readonly string[]): Promise<Map<string, number>>;
}
