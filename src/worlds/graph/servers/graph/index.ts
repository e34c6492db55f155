import { defineServer } from "../../../../kernel/index.ts";
import { graphEnvelope } from "../../envelope.ts";
import type { Graph } from "../../graph.ts";
import { readPulse } from "../../read/pulse.ts";
import { computeDeltaSc } from "./tools/compute-delta-sc.ts";
import { computeTeleologicalVector } from "./tools/compute-teleological-vector.ts";
import { fuseEmbeddings } from "./tools/fuse-embeddings.ts";
import { getGraphManifest } from "./tools/get-graph-manifest.ts";
import { getJohariClassification } from "./tools/get-johari-classification.ts";
import { getMemeticStatus } from "./tools/get-memetic-status.ts";
import { injectContext } from "./tools/inject-context.ts";
import { searchGraph } from "./tools/search-graph.ts";
import { searchTeleological } from "./tools/search-teleological.ts";
import { storeMemory } from "./tools/store-memory.ts";
import { utlStatus } from "./tools/utl-status.ts";

/** The associative memory, behind one MCP endpoint. */
export const graphServer = defineServer<Graph>({
  name: "graph",
  title: "Graph",
  instructions: [
    "An associative memory: each text is kept in 13 spaces (meaning, words, time, causes, names, code and others) and tied to what it is close to.",
    "store_memory keeps a text; inject_context keeps one with the reason it matters and tells what was new about it; search_graph finds.",
    "Every answer carries _cognitive_pulse: how new the last memories were (entropy), how well they hold together (coherence), what was learnt, the quadrant of both and what to do next.",
    "Keys, passwords, tokens, card and social-security numbers are taken out before anything is kept, and the answer says so.",
  ].join("\n"),
  envelope: graphEnvelope,
  listsAliases: true,
  state: readPulse,
  tools: [
    injectContext,
    storeMemory,
    searchGraph,
    getMemeticStatus,
    getGraphManifest,
    utlStatus,
    getJohariClassification,
    computeDeltaSc,
    searchTeleological,
    computeTeleologicalVector,
    fuseEmbeddings,
  ],
});
