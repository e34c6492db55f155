import { terms } from "./terms.ts";

const K1 = 1.2;
const B = 0.75;

export interface RankDocument {
  readonly id: string;
  readonly text: string;
  readonly speaker?: string;
  readonly group: string;
  readonly position: number;
  readonly at?: number;
  readonly caption?: string;
}

export interface TermStatistics {
  readonly documents: number;
  readonly averageLength: number;
  documentFrequency(term: string): number;
}

export interface Vectors {
  readonly query: Float32Array;
  of(id: string): Float32Array | undefined;
}

export interface RankOptions {
  readonly kind: "turn" | "passage";
  readonly limit: number;
  readonly vectors?: Vectors;
}

export interface Ranking {
  readonly ranked: { id: string; score: number; parts: Record<string, number> }[];
  readonly evidence: number;
}

/** Orders a pool of documents by words and, where there are vectors, by meaning. */
export function rank(
  query: string,
  pool: readonly RankDocument[],
  statistics: TermStatistics,
  options: RankOptions,
): Ranking {
  const asked = [...new Set(terms(query))];
  const scored = pool.map((document) => ({
    id: document.id,
    words: bm25(asked, terms(`${document.speaker ?? ""} ${document.text}`), statistics),
    meaning: cosine(options.vectors, document.id),
  }));
  const best = Math.max(1e-9, ...scored.map(({ words }) => words));
  const share = options.vectors === undefined ? 0 : 0.5;
  const ranked = scored
    .map(({ id, words, meaning }) => ({
      id,
      score: (1 - share) * (words / best) + share * Math.max(0, meaning),
      parts: { words: words / best, meaning },
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, options.limit);
  return { ranked, evidence: ranked[0]?.score ?? 0 };
}

function bm25(asked: readonly string[], found: readonly string[], statistics: TermStatistics): number {
  return asked.reduce((sum, term) => {
    const times = found.filter((word) => word === term).length;
    const n = statistics.documentFrequency(term);
    const idf = Math.log(1 + (statistics.documents - n + 0.5) / (n + 0.5));
    const length = 1 - B + (B * found.length) / Math.max(1, statistics.averageLength);
    return sum + (idf * times * (K1 + 1)) / (times + K1 * length);
  }, 0);
}

function cosine(vectors: Vectors | undefined, id: string): number {
  const vector = vectors?.of(id);
  if (vectors === undefined || vector === undefined) return 0;
  return vectors.query.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0);
}
