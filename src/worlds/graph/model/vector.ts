/** A teleological vector that was computed and kept, with the fingerprint it was computed from. */
export interface KeptVector {
  readonly id: string;
  /** The memory it was computed from, where it was one. */
  readonly memory_id: string | null;
  readonly purpose_vector: readonly number[];
  readonly cross_correlations: readonly number[];
  readonly group_alignments: readonly number[];
  readonly confidence: number;
  /** Packed, in base64. */
  readonly fingerprint: string;
}
