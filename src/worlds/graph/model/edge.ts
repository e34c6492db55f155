const EDGE_TYPES = ["Semantic", "Temporal", "Causal", "Hierarchical", "Relational"] as const;
export type EdgeType = (typeof EDGE_TYPES)[number];

/** What ties two memories, from source to target. */
export interface Edge {
  readonly source: string;
  readonly target: string;
  readonly edge_type: EdgeType;
  readonly weight: number;
  readonly confidence: number;
  readonly nt_weights: { readonly excitatory: number; readonly inhibitory: number; readonly modulatory: number };
  readonly is_shortcut: boolean;
  readonly steering_reward: number;
  readonly domain: string;
  /** Of a shortcut, the memories it leads past. */
  readonly original_path: readonly string[];
}

/** What tells one edge from another. */
export type EdgeKey = Pick<Edge, "source" | "target" | "edge_type">;

/** A new edge, with nothing yet that would make it stronger or weaker than its weight. */
export function plainEdge(
  source: string,
  target: string,
  edge_type: EdgeType,
  weight: number,
  confidence: number,
): Edge {
  return {
    source,
    target,
    edge_type,
    weight,
    confidence,
    nt_weights: { excitatory: 0, inhibitory: 0, modulatory: 0 },
    is_shortcut: false,
    steering_reward: 0,
    domain: "General",
    original_path: [],
  };
}
