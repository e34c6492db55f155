import { type EvidenceSignals, SIGNALS } from "../../src/kernel/search/rank/evidence.ts";
import type { Kind } from "../../src/kernel/search/rank/index.ts";
import type { EvidenceWeights } from "../../src/kernel/search/rank/weigh.ts";
import { minimise } from "../recall/minimise.ts";
import type { Case } from "./cases.ts";

const RIDGE = 1;
/** Of the questions that have an answer, this share may be told that there is none. */
export const FALSE_REFUSALS = 0.05;
/**
 * Where the border is drawn, as the share of the learned questions that lie below. Chats differ little from each other;
 * notes that nobody has seen do: drawn at 5 % of the guides, 11 % of three other collections lay below.
 */
export const BORDER: Readonly<Record<Kind, number>> = { turn: FALSE_REFUSALS, passage: 0.02 };
/** The hard ones count most: those that look answerable and are not. */
const SHARES: Readonly<Record<Case["asks"], number>> = {
  answerable: 1,
  unanswerable: 2,
  foreign: 0.5,
  gibberish: 0.15,
};

/**
 * Learns, by logistic regression, how likely a pool with these signals holds an answer. The scale is set so that one half
 * is the border: the given share of answerable questions lies below.
 */
export function learnEvidence(cases: readonly Case[], falseRefusals: number): EvidenceWeights {
  const answerable = cases.filter(({ asks }) => asks === "answerable").length;
  const rows = cases.map(({ asks, signals }) => ({
    inputs: [1, ...SIGNALS.map((signal) => signals[signal])],
    label: asks === "answerable" ? 1 : 0,
    share: SHARES[asks] * (asks === "answerable" ? 0.5 / answerable : 0.5 / (cases.length - answerable)),
  }));
  const at = minimise(1 + SIGNALS.length, (weights, slope) => {
    let total = 0;
    for (const [index, weight] of weights.entries()) {
      const ridge = index === 0 ? 0 : RIDGE / rows.length;
      slope[index] = ridge * weight;
      total += (ridge * weight * weight) / 2;
    }
    for (const { inputs, label, share } of rows) {
      const logit = inputs.reduce((sum, input, index) => sum + input * (weights[index] ?? 0), 0);
      const chance = 1 / (1 + Math.exp(-logit));
      total -= share * Math.log(Math.max(1e-12, label === 1 ? chance : 1 - chance));
      for (const [index, input] of inputs.entries())
        slope[index] = (slope[index] ?? 0) + share * (chance - label) * input;
    }
    return total;
  });
  const [, covered = 0, close = 0, owned = 0, absent = 0, told = 0] = at;
  const weights = { bias: 0, covered, close, owned, absent, told };
  const sums = cases.flatMap((each) => (each.asks === "answerable" ? [sumOf(each.signals, weights)] : []));
  return { ...weights, bias: -quantile(sums, falseRefusals) };
}

/** Above zero, the evidence is above one half. */
export function sumOf(signals: EvidenceSignals, weights: EvidenceWeights): number {
  return SIGNALS.reduce((sum, signal) => sum + weights[signal] * signals[signal], weights.bias);
}

/** Half-way between the last below and the first above: where there are few, one of them must not be the border itself. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.floor(share * sorted.length);
  const above = sorted[at] ?? 0;
  return (above + (sorted[at - 1] ?? above)) / 2;
}
