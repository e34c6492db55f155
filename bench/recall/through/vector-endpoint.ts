import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Embedder } from "../../../src/kernel/search/embed/index.ts";

/** The bundled model behind an address, so that a text whose vector was made before costs nothing again. */
export interface VectorEndpoint {
  /** What stands under `embedder` in the configuration of the product. */
  readonly embedder: { provider: "openai"; url: string; model: string; dimensions: number };
  /** How many texts were asked for that the function was not. */
  strangers(): number;
  close(): Promise<void>;
}

export async function openVectorEndpoint(
  embedder: Embedder,
  known: Map<string, Float32Array>,
): Promise<VectorEndpoint> {
  let strangers = 0;
  const server = createServer(async (request, response) => {
    const { input } = (await json(request)) as { input: string[] };
    const unknown = [...new Set(input.filter((text) => !known.has(text)))];
    strangers += unknown.length;
    for (const [index, vector] of (await embedder.embed(unknown)).entries()) known.set(unknown[index] ?? "", vector);
    const data = input.map((text, index) => ({ index, embedding: [...(known.get(text) ?? [])] }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    embedder: {
      provider: "openai",
      url: `http://127.0.0.1:${port}`,
      model: "bundled",
      dimensions: embedder.dimensions,
    },
    strangers: () => strangers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
