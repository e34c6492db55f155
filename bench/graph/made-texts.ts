import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { embedText } from "../../src/worlds/graph/model/spaces/embed.ts";
import { toLengthOne } from "../../src/worlds/graph/model/spaces/embedding.ts";
import { hash32, sequenceFrom } from "../../src/worlds/graph/model/spaces/hash.ts";

// The bundled model would read a hundred thousand texts in an hour or more, and is measured elsewhere. Here the texts are made
// up, and their vectors follow from the texts: around a few hundred topics. Everything behind the model is the product's own.

const TOPICS = 300;
const WORDS = 6000;
const TOKENS = 8;
const WIDTH = 384;

/** The text of a number: a few words are common and most are rare, as in any language; some belong to its topic. */
export function madeText(seed: number): string {
  const next = sequenceFrom(seed + 1);
  const topic = next() % TOPICS;
  const share = () => next() / 2 ** 32;
  const word = () => (share() < 0.3 ? `t${topic}x${next() % 20}` : `w${Math.floor(WORDS * share() ** 3)}`);
  return Array.from({ length: 14 }, word).join(" ");
}

/** A vector of length one that lies near those of texts on the same topic. */
function madeVector(text: string): Float32Array {
  const topic = Number(/\bt(\d+)x/.exec(text)?.[1] ?? TOPICS);
  const [centre, own] = [sequenceFrom(topic + 1_000_000), sequenceFrom(hash32(text, 7) || 1)];
  const share = () => own() / 2 ** 32;
  return toLengthOne(Float32Array.from({ length: WIDTH }, () => centre() / 2 ** 31 - 1 + (share() - 0.5)));
}

/** The fingerprint of a made text, as it is kept. */
export function madeFingerprint(text: string, session: string): Uint8Array {
  const next = sequenceFrom(hash32(text, 11) || 1);
  const tokens = Float32Array.from({ length: (TOKENS + 2) * WIDTH }, () => next() / 2 ** 32 - 0.5);
  const place = { tags: [], session, modality: "text", neighbours: [] };
  return embedText(text, "text", place, { vector: madeVector(text), tokens: [tokens] });
}

/** The same vectors behind an address, so that the kernel's index has them too. */
export interface MadeVectors {
  readonly embedder: { provider: "openai"; url: string; model: string; dimensions: number };
  close(): Promise<void>;
}

export async function serveMadeVectors(): Promise<MadeVectors> {
  const server = createServer(async (request, response) => {
    const { input } = (await json(request)) as { input: string[] };
    const data = input.map((text, index) => ({ index, embedding: [...madeVector(text)] }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    embedder: { provider: "openai", url: `http://127.0.0.1:${port}`, model: "made up", dimensions: WIDTH },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
