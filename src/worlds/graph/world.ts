import type { WorldCode } from "../../kernel/index.ts";
import { applyGraph } from "./apply/apply.ts";
import { makeDemo } from "./demo/make-demo.ts";
import { type Graph, type Lifetime, openGraph } from "./graph.ts";
import { inspectGraph } from "./read/inspect.ts";
import { explainPage } from "./servers/graph/explain-page.ts";
import { graphServer } from "./servers/graph/index.ts";
import { countEdges } from "./store/edge-store.ts";
import { countMemories, showMemory } from "./store/memory-store.ts";
import { DERIVATIONS, PROJECTIONS } from "./store/projections.ts";
import { eraseMemory } from "./write/erase-memory.ts";

/** What runs of this world. */
export const graphWorld: WorldCode<Graph, Lifetime> = {
  servers: [graphServer],
  projections: PROJECTIONS,
  start: () => ({ dreaming: new Map(), asked: new Map() }),
  open: openGraph,
  apply: applyGraph,
  follows: DERIVATIONS,
  inspect: (_lifetime, host) => inspectGraph(host),
  erases: { memory: eraseMemory },
  counts: async (_lifetime, sql) => ({ memories: await countMemories(sql), edges: await countEdges(sql) }),
  shows: { memory: showMemory },
  pages: { graph_explain: explainPage },
  demo: (_lifetime, host) => makeDemo(host),
};
