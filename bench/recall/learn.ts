import type { Feature } from "../../src/kernel/search/rank/features.ts";
import type { Weights } from "../../src/kernel/search/rank/weigh.ts";
import { minimise } from "./minimise.ts";
import type { Sample } from "./samples.ts";

/** How strongly weights are held near zero, in questions' worth of loss, for features of spread one. */
const RIDGE = 3;

interface Packed {
  /** Document by document, feature by feature. */
  readonly values: Float64Array;
  readonly documents: number;
  readonly evidence: readonly number[];
}

/**
 * Learns a weighted sum of features, listwise: for each question the evidence should take the whole of a softmax
 * over all documents, each piece of it against those that are no evidence.
 */
export function learnWeights(samples: readonly Sample[], features: readonly Feature[]): Weights {
  const answered = samples.filter(({ evidence }) => evidence.length > 0);
  const spreads = features.map((feature) => spreadOf(answered.map(({ measured }) => measured.table[feature])));
  const packed = answered.map((sample) => pack(sample, features, spreads));
  const found = minimise(features.length, (weights, slope) => loss(packed, weights, slope));
  return Object.fromEntries(features.map((feature, index) => [feature, (found[index] ?? 0) / (spreads[index] ?? 1)]));
}

function spreadOf(columns: readonly Float64Array[]): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (const column of columns) {
    count += column.length;
    for (const value of column) {
      sum += value;
      squares += value * value;
    }
  }
  const spread = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
  // What never varies can say nothing: an endless spread makes its weight zero.
  return spread > 1e-6 ? spread : Number.POSITIVE_INFINITY;
}

function pack({ measured, pool, evidence }: Sample, features: readonly Feature[], spreads: readonly number[]): Packed {
  const values = new Float64Array(pool.length * features.length);
  for (const [index, feature] of features.entries()) {
    const column = measured.table[feature];
    for (let document = 0; document < pool.length; document++) {
      values[document * features.length + index] = (column[document] ?? 0) / (spreads[index] ?? 1);
    }
  }
  return { values, documents: pool.length, evidence };
}

function loss(packed: readonly Packed[], weights: Float64Array, slope: Float64Array): number {
  const share = 1 / packed.length;
  let total = 0;
  for (const [index, weight] of weights.entries()) {
    slope[index] = RIDGE * weight * share;
    total += (RIDGE * weight * weight * share) / 2;
  }
  for (const question of packed) total += share * questionLoss(question, weights, slope, share);
  return total;
}

function questionLoss(
  { values, documents, evidence }: Packed,
  weights: Float64Array,
  slope: Float64Array,
  share: number,
): number {
  const size = weights.length;
  const scores = new Float64Array(documents);
  for (let document = 0, at = 0; document < documents; document++) {
    let score = 0;
    for (let index = 0; index < size; index++) score += (weights[index] ?? 0) * (values[at++] ?? 0);
    scores[document] = score;
  }
  const best = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const odds = scores.map((score) => Math.exp(score - best));
  const isEvidence = new Uint8Array(documents);
  for (const document of evidence) isEvidence[document] = 1;
  const rest = odds.reduce((sum, each, document) => (isEvidence[document] === 1 ? sum : sum + each), 0);

  let total = 0;
  let pushDown = 0;
  const pull = new Float64Array(documents);
  for (const document of evidence) {
    const all = rest + (odds[document] ?? 0);
    total += (Math.log(all) + best - (scores[document] ?? 0)) / evidence.length;
    pull[document] = ((odds[document] ?? 0) / all - 1) / evidence.length;
    pushDown += 1 / all / evidence.length;
  }
  for (let document = 0; document < documents; document++) {
    const force = share * (isEvidence[document] === 1 ? (pull[document] ?? 0) : pushDown * (odds[document] ?? 0));
    if (Math.abs(force) < 1e-12) continue;
    for (let index = 0, at = document * size; index < size; index++, at++) {
      slope[index] = (slope[index] ?? 0) + force * (values[at] ?? 0);
    }
  }
  return total;
}
