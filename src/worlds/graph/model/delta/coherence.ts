import type { Edge } from "../edge.ts";
import { cosine } from "../similarity.ts";
import { type Dense, dense } from "../spaces/embedding.ts";
import { clamp01 } from "../utl/learning.ts";
import { fitMixture } from "./mixture.ts";

export const WEIGHTS = { alpha_connectivity: 0.4, beta_cluster_fit: 0.4, gamma_consistency: 0.2 } as const;

/** What edges carry, as a share of what they could: 0 for what stands alone, towards 1 for what is tied in everywhere. */
export function connectivityOf(edges: readonly Pick<Edge, "weight" | "confidence">[]): number {
  const carried = edges.reduce((sum, { weight, confidence }) => sum + weight * confidence, 0);
  return carried / (1 + carried);
}

export interface ClusterFit {
  readonly fit: number;
  readonly silhouette: number | null;
  readonly intra_distance: number | null;
  readonly inter_distance: number | null;
}

const NO_CONTEXT: ClusterFit = { fit: 0.5, silhouette: null, intra_distance: null, inter_distance: null };
const MEMBERS_MIN = 2;
const CLUSTERS = 3;

/** How much nearer a meaning is to its own cluster of those around it than to the next one. */
export function clusterFitOf(point: Float32Array, around: readonly Float32Array[]): ClusterFit {
  if (around.length < 2 * MEMBERS_MIN) return NO_CONTEXT;
  const clusters = fitMixture(around, Math.min(CLUSTERS, Math.floor(around.length / MEMBERS_MIN)));
  const distances = clusters
    .map(({ members }) => {
      const sum = members.reduce((total, at) => total + apart(point, around[at] as Float32Array), 0);
      return { mean: sum / members.length, size: members.length };
    })
    .sort((a, b) => a.mean - b.mean);
  const [own, next] = distances;
  if (own === undefined || next === undefined || own.size < MEMBERS_MIN) return NO_CONTEXT;
  const silhouette = next.mean === 0 ? 0 : (next.mean - own.mean) / Math.max(next.mean, own.mean);
  return { fit: (silhouette + 1) / 2, silhouette, intra_distance: own.mean, inter_distance: next.mean };
}

function apart(one: Float32Array, other: Float32Array): number {
  return 1 - cosine(dense(one) as Dense, dense(other) as Dense);
}

const ALONE = 0.5;
/** The square of the length that each meaning has. */
const SQUARED_LENGTH = 2;

/** How little the last meanings vary: their mean squared distance from their middle, as a share of what it could be. */
export function consistencyOf(window: readonly Float32Array[]): number {
  const [first] = window;
  if (first === undefined || window.length < 2) return ALONE;
  const middle = new Float32Array(first.length);
  for (const point of window) {
    for (let at = 0; at < middle.length; at++)
      middle[at] = (middle[at] as number) + (point[at] as number) / window.length;
  }
  const squares = window.reduce((sum, point) => {
    let own = 0;
    for (let at = 0; at < middle.length; at++) own += ((point[at] as number) - (middle[at] as number)) ** 2;
    return sum + own;
  }, 0);
  return Math.exp(-5 * (squares / window.length / SQUARED_LENGTH));
}

export interface Coherence {
  readonly delta_c: number;
  /** Null where the memory is not in the graph. */
  readonly connectivity: number | null;
  readonly cluster: ClusterFit;
  readonly consistency: number;
}

/** How well something holds together with what is known; without a place in the graph, the other two parts decide. */
export function coherenceOf(connectivity: number | null, cluster: ClusterFit, consistency: number): Coherence {
  const { alpha_connectivity: a, beta_cluster_fit: b, gamma_consistency: c } = WEIGHTS;
  const rest = b * cluster.fit + c * consistency;
  const delta_c = clamp01(connectivity === null ? rest / (b + c) : a * connectivity + rest);
  return { delta_c, connectivity, cluster, consistency };
}
