import type { Derivation, Projection } from "../../../kernel/index.ts";
import { EDGES } from "./edge-store.ts";
import { FEATURE_COUNTS } from "./feature-store.ts";
import { MEMORIES } from "./memory-store.ts";
import { PREDICTIONS } from "./prediction-store.ts";
import { STATE } from "./state-store.ts";
import { VECTORS } from "./vector-store.ts";

/** What is known, with nothing of when it arrived. Which memories have a feature follows from their fingerprints. */
export const PROJECTIONS: readonly Projection[] = [MEMORIES, EDGES, STATE, VECTORS, FEATURE_COUNTS, PREDICTIONS].map(
  (projection) => ({ ...projection, isLater: true }),
);

/** Every table of this world, to the last column. */
export const DERIVATIONS: readonly Derivation[] = [
  { table: "graph_memory", key: ["id"] },
  { table: "graph_edge", key: ["source", "target", "edge_type"] },
  { table: "graph_state", key: ["name"] },
  { table: "graph_vector", key: ["id"] },
  { table: "graph_feature", key: ["feature", "position"] },
  { table: "graph_feature_count", key: ["feature"] },
  { table: "graph_prediction", key: ["id"] },
];
