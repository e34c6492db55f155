/** A passage as it was indexed. */
export interface IndexedPassage {
  readonly reference_id: string;
  readonly collection_id: string;
  readonly notebook_id: string;
  readonly path: string;
  /** The file it was cut from. */
  readonly file_sha256: string;
  readonly ordinal: number;
  readonly section: number;
  readonly part: string;
  readonly page: number | null;
  readonly timestamp_ms: number | null;
  /** Who said it, in a talk. */
  readonly speaker: string | null;
  readonly start_byte: number;
  readonly end_byte: number;
  readonly checksum: string;
  readonly text: string;
  /** 1 while the index has it, 0 when only old references lead here. */
  readonly live: number;
}

/** Where a passage stands. */
export function pointerOf(row: IndexedPassage) {
  return { notebook_id: row.notebook_id, page: row.page, timestamp: row.timestamp_ms };
}
