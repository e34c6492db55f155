/** A stage of the graph's life: how much novelty and coherence weigh, and when it acts. */
export interface Stage {
  readonly phase: "Infancy" | "Growth" | "Maturity";
  readonly stance: string;
  readonly lambda_s: number;
  readonly lambda_c: number;
  readonly thresholds: {
    readonly entropy_trigger: number;
    readonly coherence_trigger: number;
    readonly min_importance_store: number;
    readonly consolidation_threshold: number;
  };
}

/** Each with the number of interactions it begins at. */
const STAGES: readonly (Stage & { readonly from: number })[] = [
  {
    from: 500,
    phase: "Maturity",
    stance: "curation-coherence",
    lambda_s: 0.3,
    lambda_c: 0.7,
    thresholds: {
      entropy_trigger: 0.5,
      coherence_trigger: 0.7,
      min_importance_store: 0.5,
      consolidation_threshold: 0.7,
    },
  },
  {
    from: 50,
    phase: "Growth",
    stance: "balanced",
    lambda_s: 0.5,
    lambda_c: 0.5,
    thresholds: {
      entropy_trigger: 0.7,
      coherence_trigger: 0.5,
      min_importance_store: 0.3,
      consolidation_threshold: 0.5,
    },
  },
  {
    from: 0,
    phase: "Infancy",
    stance: "capture-novelty",
    lambda_s: 0.7,
    lambda_c: 0.3,
    thresholds: {
      entropy_trigger: 0.9,
      coherence_trigger: 0.2,
      min_importance_store: 0.1,
      consolidation_threshold: 0.3,
    },
  },
];

/** The stage after so many interactions. */
export function stageAt(interactions: number): Stage {
  return STAGES.find(({ from }) => interactions >= from) as Stage;
}
