import { defineWorld } from "../../kernel/index.ts";
import { graphTables } from "./migrations/001-graph.ts";

/** Memories in 13 spaces, tied to each other, and the measures of how they hang together. */
export const graph = defineWorld({
  name: "graph",
  servers: ["graph"],
  migrations: [graphTables],
  load: async () => (await import("./world.ts")).graphWorld,
});
