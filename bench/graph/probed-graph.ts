import { z } from "zod";
import { defineTool, type Server, type World } from "../../src/kernel/index.ts";
import { GRAPH_SPACE } from "../../src/worlds/graph/apply/document.ts";
import type { Graph } from "../../src/worlds/graph/graph.ts";
import { graph } from "../../src/worlds/graph/index.ts";
import { maxSim } from "../../src/worlds/graph/model/similarity.ts";
import type { Tokens } from "../../src/worlds/graph/model/spaces/embedding.ts";
import { E12 } from "../../src/worlds/graph/model/spaces/names.ts";
import { fingerprintOfText } from "../../src/worlds/graph/search/given-fingerprint.ts";
import { gather } from "../../src/worlds/graph/search/retrieve.ts";

/** What the first stages measured of one that may answer. */
export interface Probed {
  readonly id: string;
  readonly index: number;
  readonly spaces: readonly (number | null)[];
  readonly tokens: number;
}

const probe = defineTool({
  name: "probe_pool",
  title: "Look into the pool",
  description: "What the first stages of retrieval measured of everything that may answer.",
  effect: "read",
  input: z.object({ query: z.string() }),
  output: z.object({ pool: z.array(z.unknown()) }),
  resultCharsMax: 100_000_000,
  async run({ query }, world: Graph) {
    const fingerprint = await fingerprintOfText(world, query);
    const pool = await gather(world, { text: query, fingerprint, limit: 10 });
    const question = fingerprint.of(E12) as Tokens;
    return {
      pool: pool.map(
        ({ memory, index, spaces, fingerprint: own }): Probed => ({
          id: memory.id,
          index,
          spaces,
          tokens: maxSim(question, own.of(E12) as Tokens),
        }),
      ),
    };
  },
});

export const probeVectors = defineTool({
  name: "probe_vectors",
  title: "Look at the index",
  description: "Whether the index has all its vectors.",
  effect: "read",
  input: z.object({}),
  output: z.object({ complete: z.boolean() }),
  async run(_input, { scope }: Graph) {
    const { mode, why } = await scope.search.find({ space: GRAPH_SPACE, text: "anything at all", limit: 1 });
    return { complete: mode === "hybrid" && why === null };
  },
});

const searchIndex = defineTool({
  name: "search_index",
  title: "Ask the index alone",
  description: "What the kernel's own hybrid search answers.",
  effect: "read",
  input: z.object({ query: z.string(), limit: z.int() }),
  output: z.object({ ids: z.array(z.string()) }),
  async run({ query, limit }, { scope }: Graph) {
    const { hits } = await scope.search.find({ space: GRAPH_SPACE, text: query, limit });
    return { ids: hits.map(({ document }) => document.id) };
  },
});

/** The graph with three tools more, for measuring what its other tools only use. */
const PROBES = [probe, probeVectors, searchIndex] as unknown as Server<unknown>["tools"];

export const probedGraph: World = {
  ...graph,
  async load() {
    const code = await graph.load();
    return { ...code, servers: code.servers.map((server) => ({ ...server, tools: [...server.tools, ...PROBES] })) };
  },
};
