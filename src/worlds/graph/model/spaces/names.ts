/** The 13 spaces in the order that every list of 13 follows: the field, the label, how wide, and of what form. */
export const SPACES = [
  { field: "e1_semantic", label: "E1_semantic", role: "meaning", dimensions: 1024, form: "dense" },
  { field: "e2_temporal_recent", label: "E2_temporal_recent", role: "freshness", dimensions: 512, form: "dense" },
  { field: "e3_temporal_periodic", label: "E3_temporal_periodic", role: "periodicity", dimensions: 512, form: "dense" },
  {
    field: "e4_temporal_positional",
    label: "E4_temporal_positional",
    role: "ordering",
    dimensions: 512,
    form: "dense",
  },
  { field: "e5_causal", label: "E5_causal", role: "causality", dimensions: 768, form: "dense" },
  { field: "e6_sparse", label: "E6_sparse", role: "selectivity", dimensions: 30522, form: "sparse" },
  { field: "e7_code", label: "E7_code", role: "correctness", dimensions: 1536, form: "dense" },
  { field: "e8_graph", label: "E8_graph", role: "connectivity", dimensions: 384, form: "dense" },
  { field: "e9_hdc", label: "E9_hdc", role: "robustness", dimensions: 1024, form: "dense" },
  { field: "e10_multimodal", label: "E10_multimodal", role: "multimodality", dimensions: 768, form: "dense" },
  { field: "e11_entity", label: "E11_entity", role: "factuality", dimensions: 384, form: "dense" },
  { field: "e12_late_interaction", label: "E12_late_interaction", role: "precision", dimensions: 128, form: "tokens" },
  { field: "e13_splade", label: "E13_splade", role: "keyword precision", dimensions: 30522, form: "sparse" },
] as const satisfies readonly SpaceShape[];

export interface SpaceShape {
  readonly field: string;
  readonly label: string;
  /** What a match here says about two memories. */
  readonly role: string;
  readonly dimensions: number;
  readonly form: "dense" | "sparse" | "tokens";
}

export const SPACE_COUNT = SPACES.length;

/** The places of the spaces in every list of 13. */
export const [E1, E2, E3, E4, E5, E6, E7, E8, E9, E10, E11, E12, E13] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
] as const;

/** One value for each space, in order. */
export function eachSpace<Value>(value: (space: number) => Value): Value[] {
  return SPACES.map((_, space) => value(space));
}
