import type { Kind, RankDocument, TermStatistics, Vectors } from "./document.ts";
import { estimateEvidence } from "./evidence.ts";
import { FEATURES, type Feature, type FeatureTable, measure, type Part } from "./features.ts";
import { type PreparedDocument, prepare } from "./prepare.ts";
import { WEIGHTS, type Weights } from "./weights.ts";

export interface RankOptions {
  readonly kind: Kind;
  readonly limit: number;
  readonly vectors?: Vectors;
  /** Where the caller keeps prepared documents. */
  readonly prepare?: (document: RankDocument) => PreparedDocument;
}

export interface RankedDocument {
  readonly id: string;
  /** 0 to 1; that of the best is the evidence. */
  readonly score: number;
  /** What the score is made of, before it is brought between 0 and 1. */
  readonly parts: Readonly<Partial<Record<Part, number>>>;
}

export interface Ranking {
  readonly ranked: readonly RankedDocument[];
  /** How likely anything here answers the query, 0 to 1. */
  readonly evidence: number;
}

/** Orders the pool by how likely each answers the query. The same input gives the same order on every machine. */
export function rank(
  query: string,
  pool: readonly RankDocument[],
  statistics: TermStatistics,
  options: RankOptions,
): Ranking {
  if (pool.length === 0) return { ranked: [], evidence: 0 };
  const prepared = pool.map(options.prepare ?? prepare);
  const measured = measure(query, prepared, statistics, options.kind, options.vectors);
  const weights = WEIGHTS[options.kind][options.vectors === undefined ? "text" : "hybrid"];
  const scores = weigh(measured.table, weights);
  const order = [...scores.keys()].sort(
    (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || byId(pool[a]?.id ?? "", pool[b]?.id ?? ""),
  );
  const best = scores[order[0] ?? 0] ?? 0;
  const evidence = estimateEvidence(measured, prepared, scores, options.kind);
  const ranked = order.slice(0, options.limit).map((index) => ({
    id: pool[index]?.id ?? "",
    score: evidence * Math.exp((scores[index] ?? 0) - best),
    parts: partsOf(measured.table, weights, index),
  }));
  return { ranked, evidence };
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

function partsOf(table: FeatureTable, weights: Weights, index: number): Partial<Record<Part, number>> {
  const parts: Partial<Record<Part, number>> = {};
  for (const [feature, weight] of Object.entries(weights) as [Feature, number][]) {
    const part = FEATURES[feature];
    parts[part] = (parts[part] ?? 0) + weight * (table[feature][index] ?? 0);
  }
  return parts;
}

function byId(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
