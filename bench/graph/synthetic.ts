import { z } from "zod";
import { defineTool, type Server, sha256, type World } from "../../src/kernel/index.ts";
import type { Graph } from "../../src/worlds/graph/graph.ts";
import { graph } from "../../src/worlds/graph/index.ts";
import { MEMORY_STORED, toPayload } from "../../src/worlds/graph/model/recorded.ts";
import { unpack } from "../../src/worlds/graph/model/spaces/pack.ts";
import { retrieve } from "../../src/worlds/graph/search/retrieve.ts";
import { madeFingerprint, madeText } from "./made-texts.ts";
import { probeVectors } from "./probed-graph.ts";

const Seed = z.object({ seed: z.int() });
const Count = z.object({ count: z.int() });

const fill = defineTool({
  name: "fill",
  title: "Fill",
  description: "Stores made-up memories, some hundred in one call, without edges.",
  effect: "write",
  input: z.object({ from: z.int(), count: z.int() }),
  output: z.object({ ids: z.array(z.string()) }),
  async run({ from, count }, { scope }: Graph) {
    const ids: string[] = [];
    for (let seed = from; seed < from + count; seed++) {
      const [text, session] = [madeText(seed), `s${seed % 500}`];
      const memory = {
        id: scope.env.id(),
        content: text,
        content_hash: sha256(text),
        rationale: null,
        modality: "text" as const,
        importance: 0.5,
        tags: [],
        session_id: session,
        occurred_at: null,
        fingerprint: Buffer.from(madeFingerprint(text, session)).toString("base64"),
        model: "made up",
        learnt: { delta_s: 0.5, delta_c: 0.5, learning_score: 0.25 },
        scrubbed: {},
      };
      await scope.record({ kind: MEMORY_STORED, payload: toPayload({ memory }) });
      ids.push(memory.id);
    }
    return { ids };
  },
});

const probeRetrieval = defineTool({
  name: "probe_retrieval",
  title: "Retrieve",
  description: "Retrieval without embedding the question.",
  effect: "read",
  input: Seed,
  output: Count,
  async run({ seed }, world: Graph) {
    const now = world.scope.env.now();
    const fingerprint = unpack(madeFingerprint(madeText(seed), ""), { createdAt: now, position: 0, now });
    return { count: (await retrieve(world, { text: madeText(seed), fingerprint, limit: 10 })).length };
  },
});

const PROBES = [fill, probeRetrieval, probeVectors] as unknown as Server<unknown>["tools"];

/** The graph with tools that leave the model out. */
export const syntheticGraph: World = {
  ...graph,
  async load() {
    const code = await graph.load();
    return { ...code, servers: code.servers.map((server) => ({ ...server, tools: [...server.tools, ...PROBES] })) };
  },
};
