const DAY_MS = 24 * 3_600_000;
const SIMILARITY_SLACK = 0.9;
const SEMANTIC_ALIGNMENT = 0.5;
const ALIGNMENT_APART_MAX = 0.05;

export const CONSOLIDATION_STRATEGIES = ["similarity", "temporal", "semantic"] as const;
export type ConsolidationStrategy = (typeof CONSOLIDATION_STRATEGIES)[number];

/** A memory that might be one with another. */
export interface MergeView {
  readonly id: string;
  readonly created_at: number;
  readonly accesses: number;
  readonly importance: number;
  readonly alignment: number;
  readonly chars: number;
}

export interface Merge {
  readonly source_ids: readonly string[];
  readonly target_id: string;
  /** Of the least similar of the sources. */
  readonly similarity: number;
  readonly combined_alignment: number;
}

/** Whether two are looked at as a pair at all. */
export function isPair(strategy: ConsolidationStrategy, one: MergeView, other: MergeView): boolean {
  if (strategy === "temporal") return Math.abs(one.created_at - other.created_at) < DAY_MS;
  if (strategy === "semantic") return one.alignment >= SEMANTIC_ALIGNMENT && other.alignment >= SEMANTIC_ALIGNMENT;
  return true;
}

/** Whether a similarity is near enough to the limit for a pair to be counted as evaluated by it. */
export function isNear(strategy: ConsolidationStrategy, meaning: number, minSimilarity: number): boolean {
  return strategy !== "similarity" || meaning >= SIMILARITY_SLACK * minSimilarity;
}

export interface Pair {
  readonly one: MergeView;
  readonly other: MergeView;
  readonly similarity: number;
}

/**
 * What becomes of pairs that are alike enough: each memory goes into the most used of those it is alike with, the most
 * alike pairs first. Nobody goes into a memory that goes itself, so that each merge holds what was compared.
 */
export function planMerges(pairs: readonly Pair[], minSimilarity: number, mergesMax: number): Merge[] {
  const fitting = pairs
    .filter(({ one, other, similarity }) => similarity >= minSimilarity && nearAlignment(one, other))
    .sort((a, b) => b.similarity - a.similarity || (keyOf(a) < keyOf(b) ? -1 : 1));
  const gone = new Set<string>();
  const merges = new Map<string, { target: MergeView; sources: MergeView[]; similarity: number }>();
  let count = 0;
  for (const { one, other, similarity } of fitting) {
    if (count === mergesMax) break;
    if (gone.has(one.id) || gone.has(other.id)) continue;
    const [target, source] = directed(one, other, merges);
    if (merges.has(source.id)) continue;
    const merge = merges.get(target.id) ?? { target, sources: [], similarity };
    merge.sources.push(source);
    merge.similarity = Math.min(merge.similarity, similarity);
    merges.set(target.id, merge);
    gone.add(source.id);
    count += 1;
  }
  return [...merges.values()].map(({ target, sources, similarity }) => ({
    source_ids: sources.map(({ id }) => id),
    target_id: target.id,
    similarity,
    combined_alignment: combinedAlignment([target, ...sources]),
  }));
}

/** The share of memories that have another as alike as this; null where there are none. */
export function redundancyOf(
  memories: readonly string[],
  pairs: readonly Pair[],
  minSimilarity: number,
): number | null {
  if (memories.length === 0) return null;
  const there = new Set(memories);
  const doubled = new Set<string>();
  for (const { one, other, similarity } of pairs) {
    if (similarity < minSimilarity || !there.has(one.id) || !there.has(other.id)) continue;
    doubled.add(one.id);
    doubled.add(other.id);
  }
  return doubled.size / memories.length;
}

/** Who stays: a target of other merges, else the more used, the longer, the earlier. */
function directed(one: MergeView, other: MergeView, merges: ReadonlyMap<string, unknown>): [MergeView, MergeView] {
  if (merges.has(one.id) !== merges.has(other.id)) return merges.has(one.id) ? [one, other] : [other, one];
  const lead =
    one.accesses - other.accesses ||
    one.chars - other.chars ||
    other.created_at - one.created_at ||
    (one.id < other.id ? 1 : -1);
  return lead > 0 ? [one, other] : [other, one];
}

/** Weighted by itself: who is well aligned counts for more. */
function combinedAlignment(memories: readonly MergeView[]): number {
  const sum = memories.reduce((total, { alignment }) => total + alignment, 0);
  return sum === 0 ? 0 : memories.reduce((total, { alignment }) => total + alignment * alignment, 0) / sum;
}

function nearAlignment(one: MergeView, other: MergeView): boolean {
  return Math.abs(one.alignment - other.alignment) <= ALIGNMENT_APART_MAX;
}

function keyOf({ one, other }: Pair): string {
  return one.id < other.id ? `${one.id} ${other.id}` : `${other.id} ${one.id}`;
}
