import { z } from "zod";
import { defineTool, type Server, sha256, type World } from "../../src/kernel/index.ts";
import type { Graph } from "../../src/worlds/graph/graph.ts";
import { graph } from "../../src/worlds/graph/index.ts";
import { MEMORY_STORED, toPayload } from "../../src/worlds/graph/model/recorded.ts";
import { embedText } from "../../src/worlds/graph/model/spaces/embed.ts";
import { toLengthOne } from "../../src/worlds/graph/model/spaces/embedding.ts";
import { sequenceFrom } from "../../src/worlds/graph/model/spaces/hash.ts";
import { unpack } from "../../src/worlds/graph/model/spaces/pack.ts";
import { showFingerprint } from "../../src/worlds/graph/model/spaces/show-fingerprint.ts";
import { deltaScOf } from "../../src/worlds/graph/read/delta-sc.ts";
import { retrieve } from "../../src/worlds/graph/search/retrieve.ts";

// Embedding a hundred thousand texts would take an hour and is measured elsewhere. Here the texts are made up, and the
// sentence vectors drawn around a few hundred topics; everything behind the model is the product's own.

const TOPICS = 300;
const WORDS = 6000;
const TOKENS = 16;
const WIDTH = 384;

function made(seed: number): { text: string; packed: Uint8Array } {
  const next = sequenceFrom(seed + 1);
  const topic = next() % TOPICS;
  const share = () => next() / 2 ** 32;
  // A few words are common and most are rare, as in any language; some belong to the topic.
  const word = () => (share() < 0.3 ? `t${topic}x${next() % 20}` : `w${Math.floor(WORDS * share() ** 3)}`);
  const text = Array.from({ length: 14 }, word).join(" ");
  const centre = sequenceFrom(topic + 1_000_000);
  const vector = toLengthOne(Float32Array.from({ length: WIDTH }, () => centre() / 2 ** 31 - 1 + (share() - 0.5)));
  const tokens = Float32Array.from({ length: (TOKENS + 2) * WIDTH }, () => share() - 0.5);
  const place = { tags: [], session: `s${seed % 500}`, modality: "text", neighbours: [] };
  return { text, packed: embedText(text, "text", place, { vector, tokens: [tokens] }) };
}

const fingerprintAt = (seed: number, now: number) => unpack(made(seed).packed, { createdAt: now, position: 0, now });

const Seed = z.object({ seed: z.int() });
const Count = z.object({ count: z.int() });

const fill = defineTool({
  name: "fill",
  title: "Fill",
  description: "Stores made-up memories, some hundred in one call.",
  effect: "write",
  input: z.object({ from: z.int(), count: z.int() }),
  output: Count,
  async run({ from, count }, { scope }: Graph) {
    for (let seed = from; seed < from + count; seed++) {
      const { text, packed } = made(seed);
      const memory = {
        id: scope.env.id(),
        content: text,
        content_hash: sha256(text),
        rationale: null,
        modality: "text" as const,
        importance: 0.5,
        tags: [],
        session_id: `s${seed % 500}`,
        occurred_at: null,
        fingerprint: Buffer.from(packed).toString("base64"),
        model: "made up",
        learnt: { delta_s: 0.5, delta_c: 0.5, learning_score: 0.25 },
        scrubbed: {},
      };
      await scope.record({ kind: MEMORY_STORED, payload: toPayload({ memory }) });
    }
    return { count };
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
    const fingerprint = fingerprintAt(seed, world.scope.env.now());
    return { count: (await retrieve(world, { text: made(seed).text, fingerprint, limit: 10 })).length };
  },
});

const probeDelta = defineTool({
  name: "probe_delta",
  title: "Measure",
  description: "Novelty and coherence of two fingerprints given whole.",
  effect: "read",
  input: Seed,
  output: Count,
  async run({ seed }, world: Graph) {
    const [old_fingerprint, new_fingerprint] = [seed, seed + 1].map((at) =>
      showFingerprint(fingerprintAt(at, world.scope.env.now())),
    );
    const request = { old_fingerprint, new_fingerprint, include_diagnostics: true, johari_threshold: 0.5 };
    return { count: (await deltaScOf(world, request)).delta_s_per_embedder.length };
  },
});

const PROBES = [fill, probeRetrieval, probeDelta] as unknown as Server<unknown>["tools"];

/** The graph with tools that leave the model out. */
export const syntheticGraph: World = {
  ...graph,
  async load() {
    const code = await graph.load();
    return { ...code, servers: code.servers.map((server) => ({ ...server, tools: [...server.tools, ...PROBES] })) };
  },
};
