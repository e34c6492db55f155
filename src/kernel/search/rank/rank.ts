import type { Kind, RankDocument, TermStatistics, Vectors } from "./document.ts";
import { estimateEvidence, evidenceSignals } from "./evidence.ts";
import { type Measured, measure, type Part } from "./features.ts";
import { orderOf } from "./order.ts";
import { type PreparedDocument, prepare } from "./prepare.ts";
import { sharedWords } from "./shared-words.ts";
import { explain, type Weights, weigh } from "./weigh.ts";
import { weightsFor } from "./weights-for.ts";

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

/** Orders the pool by how likely each answers the query: the same input, the same order. Ties go by id. */
export function rank(
  query: string,
  pool: readonly RankDocument[],
  statistics: TermStatistics,
  options: RankOptions,
): Ranking {
  if (pool.length === 0) return { ranked: [], evidence: 0 };
  const prepared = pool.map(options.prepare ?? prepare);
  const model = options.vectors === undefined ? "text" : "hybrid";
  const weights = weightsFor(options.kind, model, statistics.averageLength);
  const first = measure(query, prepared, statistics, options.kind, options.vectors);
  const measured = weights.shared ? withShared(first, prepared, weights, statistics.averageLength) : first;
  const scores = weigh(measured.table, weights);
  const order = orderOf(scores, prepared, measured.question, options.kind);
  // A place has the score that belongs to it: whoever sorts by scores gets the same order.
  const byPlace = Float64Array.from(scores).sort().reverse();
  const best = byPlace[0] ?? 0;
  const evidence = estimateEvidence(evidenceSignals(measured, prepared, weights), options.kind, model);
  const ranked = order.slice(0, options.limit).map((index, place) => ({
    id: pool[index]?.id ?? "",
    score: evidence * Math.exp((byPlace[place] ?? 0) - best),
    parts: explain(measured.table, weights, index),
  }));
  return { ranked, evidence };
}

function withShared(
  measured: Measured,
  pool: readonly PreparedDocument[],
  weights: Weights,
  averageLength: number,
): Measured {
  const shared = sharedWords(weigh(measured.table, weights), pool, averageLength);
  return { ...measured, table: { ...measured.table, shared } };
}
