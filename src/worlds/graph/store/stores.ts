import type { Sql } from "../../../kernel/index.ts";
import { createEdgeStore, type EdgeStore } from "./edge-store.ts";
import { createFeatureStore, type FeatureStore } from "./feature-store.ts";
import { createMemoryStore, type MemoryStore } from "./memory-store.ts";
import { createPredictionStore, type PredictionStore } from "./prediction-store.ts";
import { createStateStore, type StateStore } from "./state-store.ts";
import { createVectorStore, type VectorStore } from "./vector-store.ts";

/** The stores of one tenant in one transaction. */
export class Stores {
  readonly tenant: string;
  readonly memories: MemoryStore;
  readonly edges: EdgeStore;
  readonly state: StateStore;
  readonly vectors: VectorStore;
  readonly features: FeatureStore;
  readonly predictions: PredictionStore;

  constructor(sql: Sql, tenant: string) {
    this.tenant = tenant;
    this.memories = createMemoryStore(sql, tenant);
    this.edges = createEdgeStore(sql, tenant);
    this.state = createStateStore(sql, tenant);
    this.vectors = createVectorStore(sql, tenant);
    this.features = createFeatureStore(sql, tenant);
    this.predictions = createPredictionStore(sql, tenant);
  }
}
