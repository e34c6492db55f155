import type { Format, SkipReason } from "./parsed.ts";

/** A file of a collection, as last looked at. */
export interface CatalogFile {
  readonly path: string;
  readonly stamp: string;
  readonly modified_at: number;
  readonly sha256: string;
  /** Why it is not a notebook; null when it is one. */
  readonly skipped: SkipReason | null;
  /** The id it asks for. */
  readonly wanted_id: string;
  readonly notebook_id: string;
  readonly format: Format;
  readonly title: string;
  readonly author: string | null;
  readonly created_at: number;
  /** JSON list of sentences. */
  readonly notes: string;
  /** When its passages were cut; null while they are not those of this file. */
  readonly indexed_at: number | null;
}

/** What the files of a collection come to. */
export interface CollectionSum {
  readonly notebooks: number;
  readonly created_from: number | null;
  readonly created_until: number | null;
  readonly modified_at: number;
  /** JSON: how many files are no notebooks, by reason. */
  readonly skipped: string;
}

/** What list_collections says of a collection. */
export interface CatalogCollection extends CollectionSum {
  readonly digest: string;
  /** When a look last found something new. */
  readonly changed_at: number;
}
