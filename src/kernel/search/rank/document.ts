/** What can be ranked: one turn of a conversation, or one passage of prose. */
export interface RankDocument {
  readonly id: string;
  readonly text: string;
  readonly speaker?: string;
  /** What it stands in: a session, a notebook, a batch. */
  readonly group: string;
  /** Its place; neighbours are of one group and stand next to each other. */
  readonly position: number;
  /** When it was said, in milliseconds since 1970. */
  readonly at?: number;
  /** What a picture that came with it shows. */
  readonly caption?: string;
}

/** How common terms are in the whole space, of which the pool may be a part. */
export interface TermStatistics {
  readonly documents: number;
  /** Mean number of terms in a document. */
  readonly averageLength: number;
  documentFrequency(term: string): number;
}

/** Vectors of length one, all from one model. */
export interface Vectors {
  /** Of `withoutNames(query, speakers)`. */
  readonly query: Float32Array;
  /** Of `embeddedText(document, the one before it)`. */
  of(id: string): Float32Array | undefined;
}

/** Chats are ranked with their neighbours, speakers and dates; passages as prose. */
export type Kind = "turn" | "passage";
