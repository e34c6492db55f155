import type { Blobs } from "./blob.ts";
import type { JsonObject } from "./json.ts";
import type { Sql } from "./sql.ts";

/** What a document is: chats are ranked with their neighbours and speakers, passages as prose. */
export type Unit = "turn" | "passage" | "entity" | "memory" | "instruction";

/** One thing that can be found. */
export interface SearchDocument {
  /** Where it is looked for: a collection, a kind of entity. Found only by queries that name the space. */
  readonly space: string;
  readonly id: string;
  readonly unit: Unit;
  readonly text: string;
  /** What it stands in: a session, a notebook, a source. Neighbours are those of the same group. */
  readonly group?: string;
  /** Its place within the group. */
  readonly position?: number;
  readonly speaker?: string;
  /** When it was said or written, in milliseconds since 1970. */
  readonly at?: number;
  /** Exact values that a query may ask for. */
  readonly filters?: Readonly<Record<string, string>>;
}

export interface SearchQuery {
  readonly space: string;
  readonly text: string;
  readonly limit: number;
  /** `text` leaves vectors out: the same words find the same documents however far the vectors are. */
  readonly mode?: "hybrid" | "text";
  /** Documents that hold every word of the query are the answer, where there are some: names are looked up like this. */
  readonly everyWordFirst?: boolean;
  /** Only documents with these exact values; applied before ranking. */
  readonly filters?: Readonly<Record<string, string>>;
  /** Only documents said or written within these times. */
  readonly from?: number;
  readonly until?: number;
  /** What was in the index at this time. */
  readonly asOf?: number;
}

export interface SearchHit {
  readonly document: SearchDocument;
  /** Between 0 and 1; the best hit of a good query is near 1. */
  readonly score: number;
  /** What the score is made of. */
  readonly parts: JsonObject;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** How many documents match at all. */
  readonly matches: number;
  /** How likely anything here answers the query, from 0 to 1; the best hit's score. Comparable from query to query. */
  readonly evidence: number;
  /** Whether that is enough to call the hits an answer. If not, they are only what comes nearest. */
  readonly isSupported: boolean;
  /** Whether vectors took part. */
  readonly mode: "hybrid" | "text";
  /** Why they did not, or what the ranking lacks; null where it lacks nothing. */
  readonly why: string | null;
  /** False where vectors that are still to come, or a model that failed, may change the answer: nothing found is no finding then. */
  readonly isFinal: boolean;
}

/** How many of a query's words a document must hold; those with all, and only where there are none, those with any. */
export type Held = "all" | "any" | "all-else-any";

/** The index, within one call's transaction. What is indexed is found by text in the next call; its vector follows. */
export interface Search {
  find(query: SearchQuery): Promise<SearchAnswer>;
  /** The groups of all documents that hold all or any words of a query, by id. What `find` ranks is only the best of them. */
  groups(query: SearchQuery, held: Held): Promise<string[]>;
  /** The words that a text is indexed and asked by, each once: stems without accents, and no stop words. */
  words(text: string): ReadonlySet<string>;
  /** Whether a long word of a text is put together of a word of a query and something else. */
  hasCompound(query: string, text: string): boolean;
  get(space: string, id: string): Promise<SearchDocument | undefined>;
  count(space: string): Promise<number>;
}

/** Vectors of length one, in the order of the texts, and the model they come from: those of two models must never meet. */
export type Embedded =
  | {
      readonly model: string;
      readonly vectors: readonly Float32Array[];
      /** Of each text, what the model made of its tokens, one after another; absent unless asked for. */
      readonly tokens?: readonly Float32Array[];
    }
  /** There is no model, and why, in words for the operator. */
  | { readonly absent: string };

export interface EmbedOptions {
  /** Also what the model makes of each token. A model behind an endpoint does not show that, and is then absent. */
  readonly tokens: boolean;
}

/** With `history`, what is replaced or removed stays visible to `asOf`. */
export interface IndexOptions {
  readonly history: boolean;
}

/** The index for whoever follows files instead of the log: it says itself when something is to be found. */
export interface WritableSearch extends Search {
  /** Adds or replaces documents. */
  index(documents: readonly SearchDocument[], options?: IndexOptions): Promise<void>;
  /** Removes documents of a space, or the whole space. */
  remove(space: string, ids?: readonly string[], options?: IndexOptions): Promise<void>;
  /** Removes every document of a space but these. */
  retain(space: string, ids: ReadonlySet<string>): Promise<void>;
}

/**
 * Where `apply` says what an entry makes findable. It only says so: the kernel gathers what the entries of a call say
 * and writes it once, in the call's transaction. Of two documents with one id, the later counts.
 * Times of history are those of the entry, so that the log alone gives the same past again.
 */
export interface IndexWriter {
  put(documents: readonly SearchDocument[], options?: IndexOptions): void;
  /** Documents whose text lies in stored files: read only where an index is written, and not by a plain replay. */
  putFromFiles(read: (files: StoredFiles) => Promise<readonly SearchDocument[]>, options?: IndexOptions): void;
  /** Removes documents of a space, or the whole space. */
  remove(space: string, ids?: readonly string[], options?: IndexOptions): void;
}

/** A document as the index holds it, past ones too. */
export interface IndexedDocument {
  readonly key: number;
  readonly id: string;
  readonly unit: string;
  readonly text: string;
  readonly group_id: string;
  readonly position: number;
  readonly speaker: string | null;
  readonly at: number | null;
  /** JSON with its keys in order; `{}` where there are none. */
  readonly filters: string;
  /** Null for one of now. */
  readonly until: number | null;
}

/** What the index holds of one tenant, for worlds that look whether theirs is right. */
export interface IndexedDocuments {
  /** The spaces in which there are documents. */
  spaces(): Promise<string[]>;
  /** Every document of a space by id, doubles and past ones too, some at a time. */
  of(space: string): AsyncIterable<readonly IndexedDocument[]>;
  /** Which of some ids have a document of now. */
  among(space: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Stored files, for reading alone. */
export type StoredFiles = Pick<Blobs, "open" | "has">;

/** What the entries of one call have said is to be found, until it is written. */
export interface GatheredIndex {
  /** For an entry of this time. */
  writer(at: number): IndexWriter;
  /** Writes what was gathered and not yet written. */
  write(sql: Sql, files: StoredFiles): Promise<void>;
}

/** For a replay that rebuilds tables alone. */
export const NO_INDEX: IndexWriter = { put() {}, putFromFiles() {}, remove() {} };
