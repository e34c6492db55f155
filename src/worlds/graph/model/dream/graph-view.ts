/** A memory, as far as a dream sees it. */
export interface DreamNode {
  readonly id: string;
  readonly importance: number;
  readonly accesses: number;
  /** Since it was last stored or looked up. */
  readonly ageMs: number;
  /** Where it lies in the ball: see `poincare.ts`. */
  readonly position: Float64Array;
}

export interface DreamEdge {
  readonly source: string;
  readonly target: string;
  readonly edge_type: string;
  readonly weight: number;
  readonly confidence: number;
}

/** A way out of a node. */
export interface Way {
  readonly to: string;
  readonly edge: DreamEdge;
}

/** How much a memory weighs in a dream: half what it was said to be worth, half how often it was used. */
export function weightOf({ importance, accesses }: Pick<DreamNode, "importance" | "accesses">): number {
  return 0.5 * importance + 0.5 * (accesses / (accesses + 1));
}

/** The ways out of each node: causes lead to effects only, everything else both ways. Heaviest first, ties by id. */
export function waysOf(edges: readonly DreamEdge[]): Map<string, Way[]> {
  const ways = new Map<string, Way[]>();
  const add = (from: string, to: string, edge: DreamEdge) => {
    const known = ways.get(from);
    if (known === undefined) ways.set(from, [{ to, edge }]);
    else known.push({ to, edge });
  };
  for (const edge of edges) {
    add(edge.source, edge.target, edge);
    if (edge.edge_type !== "Causal") add(edge.target, edge.source, edge);
  }
  for (const list of ways.values()) {
    list.sort((one, other) => other.edge.weight - one.edge.weight || (one.to < other.to ? -1 : 1));
  }
  return ways;
}

export function edgeKey({ source, target, edge_type }: Pick<DreamEdge, "source" | "target" | "edge_type">): string {
  return `${source} ${target} ${edge_type}`;
}

/** The two ends of an edge, whichever comes first. */
export function pairKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}
