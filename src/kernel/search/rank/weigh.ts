import { FEATURES, type Feature, type FeatureTable, type Part } from "./features.ts";

export type Weights = Readonly<Partial<Record<Feature, number>>>;

/** How much each signal of evidence counts. */
export interface EvidenceWeights {
  readonly bias: number;
  readonly covered: number;
  readonly close: number;
  readonly owned: number;
  readonly absent: number;
  readonly told: number;
}

/** The weighted sum of each document's features. */
export function weigh(table: FeatureTable, weights: Weights): Float64Array {
  const scores = new Float64Array(table.words.length);
  for (const [feature, weight] of Object.entries(weights) as [Feature, number][]) {
    const column = table[feature];
    for (let index = 0; index < scores.length; index++) {
      scores[index] = (scores[index] ?? 0) + weight * (column[index] ?? 0);
    }
  }
  return scores;
}

/** What the score of one document is made of. */
export function explain(table: FeatureTable, weights: Weights, index: number): Partial<Record<Part, number>> {
  const parts: Partial<Record<Part, number>> = {};
  for (const [feature, weight] of Object.entries(weights) as [Feature, number][]) {
    const part = FEATURES[feature];
    parts[part] = (parts[part] ?? 0) + weight * (table[feature][index] ?? 0);
  }
  return parts;
}
