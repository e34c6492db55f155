/** A passage that answers a query. */
export interface VectorHit {
  readonly referenceId: string;
  /** From 0 to 1. */
  readonly score: number;
}

export interface VectorAnswer {
  /** Best first; equal scores by reference id. */
  readonly hits: readonly VectorHit[];
  readonly totalMatches: number;
  /** What a reader must know to trust the ranking, such as that vectors are still missing; null when nothing. */
  readonly note: string | null;
  /** True where the same question may find more in a moment: then an empty answer does not say that nothing is there. */
  readonly isProvisional?: boolean;
  /** False where the hits are only what comes nearest and answer nothing. */
  readonly isSupported?: boolean;
}

/** What is indexed of a passage. */
export interface VectorDocument {
  readonly referenceId: string;
  readonly notebookId: string;
  readonly ordinal: number;
  readonly page: number | null;
  readonly timestamp: number | null;
  /** Who said it, where it is a turn of a talk. */
  readonly speaker: string | null;
  readonly text: string;
}

/**
 * The contract's vector search interface, and the two methods that keep it in step with the files.
 * `search` must be repeatable: the same query on the same documents gives the same hits.
 * `index` and `remove` may be repeated after a failure, so they replace and forget by reference id.
 */
export interface VectorSearchAdapter {
  search(query: string, collectionId: string, k: number): Promise<VectorAnswer>;
  index(collectionId: string, documents: readonly VectorDocument[]): Promise<void>;
  remove(collectionId: string, referenceIds: readonly string[]): Promise<void>;
}

/** Adapters of an installation's own, by the name the configuration gives them: `pinecone`, `weaviate`. */
export type VectorAdapters = Readonly<Record<string, (connection: string) => VectorSearchAdapter>>;
