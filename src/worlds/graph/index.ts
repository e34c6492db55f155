import { defineWorld } from "../../kernel/index.ts";
import { graphTables } from "./migrations/001-graph.ts";
import { graphPredictions } from "./migrations/002-predictions.ts";

/** Memories in 13 spaces, tied to each other, and the measures of how they hang together. */
export const graph = defineWorld({
  name: "graph",
  servers: ["graph"],
  migrations: [graphTables, graphPredictions],
  load: async () => (await import("./world.ts")).graphWorld,
});
