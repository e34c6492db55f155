/** What a stream shows, from least to most. */
export const STREAM_STEPS = ["reference_identifiers", "passages", "dense_sections", "artifact_links"] as const;

export type StreamStep = (typeof STREAM_STEPS)[number];

/** A found passage, without its text. */
export interface StreamReference {
  readonly reference_id: string;
  readonly relevance_score: number;
  readonly source_pointer: { notebook_id: string; page: number | null; timestamp: number | null };
}

/** A section and how thick the hits stand in it. */
export interface DenseSection {
  readonly notebook_id: string;
  readonly page: number | null;
  readonly reference_ids: readonly string[];
  readonly hits: number;
  readonly hits_per_1000_chars: number;
}

export interface ArtifactLink {
  readonly artifact_set_id: string;
  readonly artifact_type: string;
  readonly status: string;
  readonly source_notebooks: readonly string[];
}

/** One chunk to come. Quotes are read when it is pulled, so that they are verified then. */
export type PlannedChunk =
  | { readonly step: "reference_identifiers"; readonly references: readonly StreamReference[] }
  | { readonly step: "passages"; readonly ids: readonly string[] }
  | { readonly step: "dense_sections"; readonly sections: readonly DenseSection[] }
  | { readonly step: "artifact_links"; readonly links: readonly ArtifactLink[] };

export interface StreamState {
  readonly token: string;
  readonly query: string;
  readonly collection_id: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly total_references: number;
  readonly chunks: readonly PlannedChunk[];
  /** The next chunk; as many as there are chunks when only the completion is left. */
  position: number;
}

/** Open streams of one connection; a new one beyond this ends the oldest. */
export const STREAMS_MAX = 20;
