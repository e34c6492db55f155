const ITERATIONS_MAX = 100;
export const CLUSTER_SIZE_MIN = 3;

/** How alike two of n things are: symmetric, 1 with itself. */
export type Likeness = (one: number, other: number) => number;

export interface Cluster {
  /** Places in the list, rising. */
  readonly members: readonly number[];
  /** How alike its members are on average, each with all of them. */
  readonly coherence: number;
  /** The member that is most like all others. */
  readonly medoid: number;
}

/** How many clusters are looked for among n things. */
export function clusterCount(n: number): number {
  return Math.min(Math.max(2, Math.ceil(Math.sqrt(n / 2))), Math.floor(n / 3));
}

/**
 * Groups what is alike: begins with things that stand for many others, puts each to the group it is most like, and again until
 * nothing moves. How like a group something is, is how like its members it is on average.
 */
export function clusterBy(n: number, likeness: Likeness, k = clusterCount(n)): Cluster[] {
  if (n < CLUSTER_SIZE_MIN || k < 1) return [];
  let groups = startsOf(n, likeness, k).map((start) => [start]);
  let placed = new Int32Array(n).fill(-1);
  for (let round = 0; round < ITERATIONS_MAX; round++) {
    const next = new Int32Array(n);
    for (let item = 0; item < n; item++) next[item] = nearestGroup(item, groups, likeness);
    const settled = next.every((group, item) => group === placed[item]);
    placed = next;
    if (settled) break;
    groups = groups.map((_, group) => [...placed.keys()].filter((item) => placed[item] === group));
  }
  return groups
    .filter((members) => members.length > 0)
    .map((members) => clusterOf(members, likeness))
    .sort((one, other) => other.members.length - one.members.length || (one.members[0] ?? 0) - (other.members[0] ?? 0));
}

export function clusterOf(members: readonly number[], likeness: Likeness): Cluster {
  const means = members.map((member) => meanLikeness(member, members, likeness));
  const best = means.reduce((top, mean, index) => (mean > (means[top] ?? 0) ? index : top), 0);
  return {
    members,
    coherence: means.reduce((sum, mean) => sum + mean, 0) / means.length,
    medoid: members[best] ?? 0,
  };
}

/** How like a group a thing is, itself left out: a group of one is like itself. */
function meanLikeness(item: number, group: readonly number[], likeness: Likeness): number {
  const others = group.filter((other) => other !== item);
  if (others.length === 0) return group.length === 0 ? Number.NEGATIVE_INFINITY : 1;
  return others.reduce((sum, other) => sum + likeness(item, other), 0) / others.length;
}

/** The thing most like all others, then always the one that brings the most of them nearer: lone things start no group. */
function startsOf(n: number, likeness: Likeness, k: number): number[] {
  const starts: number[] = [];
  const nearest = new Float64Array(n);
  while (starts.length < k) {
    let [best, next] = [-1, 0];
    for (let item = 0; item < n; item++) {
      if (starts.includes(item)) continue;
      let gain = 0;
      for (let other = 0; other < n; other++) gain += Math.max(0, likeness(item, other) - (nearest[other] ?? 0));
      if (gain > best) [best, next] = [gain, item];
    }
    starts.push(next);
    for (let other = 0; other < n; other++) nearest[other] = Math.max(nearest[other] ?? 0, likeness(next, other));
  }
  return starts;
}

function nearestGroup(item: number, groups: readonly (readonly number[])[], likeness: Likeness): number {
  let [best, at] = [Number.NEGATIVE_INFINITY, 0];
  for (const [index, group] of groups.entries()) {
    const mean = meanLikeness(item, group, likeness);
    if (mean > best) [best, at] = [mean, index];
  }
  return at;
}
