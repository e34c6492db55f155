import { type EvidenceSignals, evidenceSignals } from "../../src/kernel/search/rank/evidence.ts";
import type { EvidenceWeights, Weights } from "../../src/kernel/search/rank/weigh.ts";
import { minimise } from "./minimise.ts";
import type { Sample } from "./samples.ts";

const RIDGE = 1;

/** Learns, by logistic regression, how likely a pool with these signals holds an answer. */
export function learnEvidence(
  answerable: readonly Sample[],
  unanswerable: readonly Sample[],
  weights: Weights,
): EvidenceWeights {
  const rows = [
    ...answerable.map((sample) => ({ inputs: inputsOf(sample, weights), label: 1, share: 0.5 / answerable.length })),
    ...unanswerable.map((sample) => ({
      inputs: inputsOf(sample, weights),
      label: 0,
      share: 0.5 / unanswerable.length,
    })),
  ];
  const [bias = 0, covered = 0, close = 0, owned = 0] = minimise(4, (at, slope) => {
    let total = 0;
    for (const [index, weight] of at.entries()) {
      const ridge = index === 0 ? 0 : RIDGE / rows.length;
      slope[index] = ridge * weight;
      total += (ridge * weight * weight) / 2;
    }
    for (const { inputs, label, share } of rows) {
      const logit = inputs.reduce((sum, input, index) => sum + input * (at[index] ?? 0), 0);
      const chance = 1 / (1 + Math.exp(-logit));
      total -= share * Math.log(Math.max(1e-12, label === 1 ? chance : 1 - chance));
      for (const [index, input] of inputs.entries())
        slope[index] = (slope[index] ?? 0) + share * (chance - label) * input;
    }
    return total;
  });
  return { bias, covered, close, owned };
}

function inputsOf({ measured, pool }: Sample, weights: Weights): number[] {
  const { covered, close, owned }: EvidenceSignals = evidenceSignals(measured, pool, weights);
  return [1, covered, close, owned];
}
