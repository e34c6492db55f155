import { type DreamEdge, type DreamNode, edgeKey, weightOf } from "./graph-view.ts";

/** How many memories are gone through again, and for how long: one round a second of the time it stands for. */
const REPLAYED_MAX = 64;
export const REPLAY_SECONDS = 180;
const ROUNDS_PER_PART = 20;
const RECENCY_SHARE = 0.8;
const RECENCY_MS = 24 * 3_600_000;
const FADE = 0.001;
const GAIN = 0.01;
export const WEIGHT_MIN = 0.05;
const WEIGHT_MAX = 1;
/** Memories held together by edges at least this heavy are one cluster. */
const CLUSTER_WEIGHT = 0.5;
const CLUSTER_SIZE_MIN = 3;

export interface Replay {
  readonly replayed: readonly string[];
  /** Edges that have a new weight. */
  readonly changed: readonly DreamEdge[];
  readonly pruned: readonly DreamEdge[];
  /** How many of the pruned were the only edge of one of their ends. */
  readonly deadEnds: number;
  readonly strengthened: number;
  readonly weakened: number;
  readonly clusters: number;
  /** How many memories there are to each cluster or lone memory. */
  readonly compression: number;
  readonly averageWeightDelta: number;
}

/** The newest and weightiest memories, which are gone through again. */
export function chooseReplayed(nodes: readonly DreamNode[]): DreamNode[] {
  const scored = nodes.map((node) => ({
    node,
    score: RECENCY_SHARE * Math.exp(-node.ageMs / RECENCY_MS) + (1 - RECENCY_SHARE) * weightOf(node),
  }));
  scored.sort((one, other) => other.score - one.score || (one.node.id < other.node.id ? -1 : 1));
  return scored.slice(0, REPLAYED_MAX).map(({ node }) => node);
}

/**
 * Goes through memories again: each round every edge between them fades a little and gains by how much its two ends weigh.
 * Edges between what is used grow, the others wear off, and what has worn off is pruned. It pauses between parts.
 */
export function* replay(nodes: readonly DreamNode[], edges: readonly DreamEdge[]): Generator<void, Replay> {
  const replayed = chooseReplayed(nodes);
  const weights = new Map(nodes.map((node) => [node.id, weightOf(node)]));
  const chosen = new Set(replayed.map(({ id }) => id));
  const touched = edges.filter(({ source, target }) => chosen.has(source) || chosen.has(target));
  const gains = touched.map(({ source, target }) => GAIN * (weights.get(source) ?? 0) * (weights.get(target) ?? 0));
  const now = touched.map(({ weight }) => weight);
  for (let round = 0; round < REPLAY_SECONDS; round++) {
    for (const [index, gain] of gains.entries()) {
      const weight = (now[index] ?? 0) * (1 - FADE) + gain;
      now[index] = Math.min(WEIGHT_MAX, Math.max(WEIGHT_MIN, weight));
    }
    if (round % ROUNDS_PER_PART === ROUNDS_PER_PART - 1) yield;
  }
  const changes = touched.map((edge, index) => ({
    edge,
    weight: now[index] ?? 0,
    delta: (now[index] ?? 0) - edge.weight,
  }));
  const pruned = changes.filter(({ weight }) => weight <= WEIGHT_MIN).map(({ edge }) => edge);
  const kept = changes.filter(({ weight, delta }) => weight > WEIGHT_MIN && delta !== 0);
  const lost = new Set(pruned.map(edgeKey));
  const after = new Map(kept.map(({ edge, weight }) => [edgeKey(edge), weight]));
  const standing = edges
    .filter((edge) => !lost.has(edgeKey(edge)))
    .map((edge) => ({ ...edge, weight: after.get(edgeKey(edge)) ?? edge.weight }));
  const sizes = clusterSizes(chosen, standing);
  const clusters = sizes.filter((size) => size >= CLUSTER_SIZE_MIN).length;
  return {
    replayed: replayed.map(({ id }) => id),
    changed: kept.map(({ edge, weight }) => ({ ...edge, weight })),
    pruned,
    deadEnds: deadEndsAmong(pruned, edges),
    strengthened: changes.filter(({ delta }) => delta > 0).length,
    weakened: changes.filter(({ delta }) => delta < 0).length,
    clusters,
    compression: sizes.length === 0 ? 0 : replayed.length / sizes.length,
    averageWeightDelta: changes.length === 0 ? 0 : changes.reduce((sum, { delta }) => sum + delta, 0) / changes.length,
  };
}

function deadEndsAmong(pruned: readonly DreamEdge[], edges: readonly DreamEdge[]): number {
  const ties = new Map<string, number>();
  for (const end of edges.flatMap(({ source, target }) => [source, target])) ties.set(end, (ties.get(end) ?? 0) + 1);
  return pruned.filter(({ source, target }) => ties.get(source) === 1 || ties.get(target) === 1).length;
}

/** How many of the chosen each group holds that heavy edges keep together. */
function clusterSizes(chosen: ReadonlySet<string>, edges: readonly DreamEdge[]): number[] {
  const leader = new Map([...chosen].map((id) => [id, id]));
  const find = (id: string): string => {
    let at = id;
    while (leader.get(at) !== at) at = leader.get(at) ?? at;
    return at;
  };
  for (const { source, target, weight } of edges) {
    if (weight >= CLUSTER_WEIGHT && chosen.has(source) && chosen.has(target)) leader.set(find(source), find(target));
  }
  const sizes = new Map<string, number>();
  for (const id of chosen) sizes.set(find(id), (sizes.get(find(id)) ?? 0) + 1);
  return [...sizes.values()];
}
