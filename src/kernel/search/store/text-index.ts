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

/** Where a term stands: how often, and sums over the keys of the places, which no wrong set of keys gives by chance. */
export interface TermSum {
  readonly term: string;
  readonly times: number;
  readonly keys: number;
  readonly squares: number;
}

/** Keys are brought below this before they are squared, so that sums stay exact. */
export const KEY_MODULUS = 65_521;

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
  /** Every term of a space. */
  sums(sql: Sql, space: SpaceRow): AsyncIterable<TermSum>;
  /** Empties the index of a space. */
  clear(sql: Sql, space: SpaceRow): Promise<void>;
  /** In how many documents each term stands. */
  frequencies(sql: Sql, space: SpaceRow, terms: readonly string[]): Promise<Map<string, number>>;
}
