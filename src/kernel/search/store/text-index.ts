import type { Query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import type { Places } from "./posting-chunks.ts";

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

/** A term in a document, and how often it stands there. */
export interface Posting {
  readonly term: string;
  readonly key: number;
  readonly times: number;
}

/** A document with its terms. */
export interface AddedText {
  readonly key: number;
  readonly found: readonly string[];
}

/** A document that goes. Whoever knows its terms says them: then they need not be looked for. */
export interface GoneText {
  readonly key: number;
  readonly found?: readonly string[];
}

/** What a space holds of some terms. */
export interface FoundTerms {
  /** In how many documents each stands; of none, nothing. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** The best documents that hold any of the telling ones and pass the condition on `document d`, ties by key. */
  candidates(telling: readonly string[], condition: Query | undefined, limit: number): Promise<Candidate[]>;
  /** How many documents hold any of the telling ones and pass the condition. */
  matches(telling: readonly string[], condition: Query | undefined): Promise<number>;
}

/** All places of all terms of a query. */
export type Ahead = readonly Places[];

export interface TextTotals {
  readonly documents: number;
  readonly words: number;
}

/** The inverted index of one engine. Terms come from our own tokenizer, so both engines hold the same ones. */
export interface TextIndex {
  prepareSpace(sql: Sql, space: SpaceRow): Promise<void>;
  /** By rising keys. */
  add(sql: Sql, space: SpaceRow, documents: readonly AddedText[]): Promise<void>;
  remove(sql: Sql, space: SpaceRow, gone: readonly GoneText[]): Promise<void>;
  /**
   * What can be asked for before anything is known of the space: of a server it is, so that it comes with the space's row.
   * Whoever has it gives it along to those below.
   */
  ahead(sql: Sql, place: Pick<SpaceRow, "tenant_id" | "space">, terms: readonly string[]): Promise<Ahead | undefined>;
  /** Looks the terms of a query up. */
  look(sql: Sql, space: SpaceRow, terms: readonly string[], ahead: Ahead | undefined): Promise<FoundTerms>;
  /** Keys of documents that hold all of the terms and pass the condition, by key, up to a limit. Costs no more than the rarest. */
  holdingAll(
    sql: Sql,
    space: SpaceRow,
    terms: readonly string[],
    condition: Query | undefined,
    limit: number,
    ahead: Ahead | undefined,
  ): Promise<number[]>;
  /** The groups of documents that hold all or any of the terms and pass the condition, each once, by id. */
  groups(
    sql: Sql,
    space: SpaceRow,
    terms: readonly string[],
    held: "all" | "any",
    condition: Query | undefined,
    ahead: Ahead | undefined,
  ): Promise<string[]>;
  /** All that a space holds. */
  postings(sql: Sql, space: SpaceRow): AsyncIterable<Posting>;
  /** What the engine makes of terms; for most, just those. */
  cutter(): (sql: Sql, terms: readonly string[]) => Promise<readonly string[]>;
  /** What is wrong with the engine's own tables of a space; undefined where nothing is. */
  damage(sql: Sql, space: SpaceRow): Promise<string | undefined>;
  /** How many words the engine has counted in each document, where it counts them itself. */
  lengths(sql: Sql, space: SpaceRow, keys: readonly number[]): Promise<ReadonlyMap<number, number> | undefined>;
  /** How much the engine was given, where it keeps count itself. What is deleted need not be taken off. */
  totals(sql: Sql, space: SpaceRow): Promise<TextTotals | undefined>;
  /** Empties the index of a space. */
  clear(sql: Sql, space: SpaceRow): Promise<void>;
  /** Makes sure that nothing is left, in the engine's tables either, of words that no document of a space has. */
  purge(sql: Sql, space: SpaceRow): Promise<void>;
  /** Removes words of a tenant's spaces that are no longer there. */
  sweep(sql: Sql, tenant: string): Promise<void>;
  /** Removes what the engine keeps of a space that is no more. */
  drop(sql: Sql, space: SpaceRow): Promise<void>;
}
