import type { Logger } from "../../logger.ts";
import type { Embedder } from "../embed/index.ts";

const REMEMBERED = 256;

/** Turns queries into vectors, or says why there are none. */
export interface QueryVectors {
  of(text: string): Promise<{ vector: Float32Array; model: string } | { why: string }>;
}

/** The same question is often asked twice: its vector is kept for a while. */
export function createQueryVectors(embedder: () => Promise<Embedder | { absent: string }>, log: Logger): QueryVectors {
  const known = new Map<string, Float32Array>();
  return {
    async of(text) {
      const model = await embedder();
      if ("absent" in model) return { why: model.absent };
      const kept = known.get(text);
      if (kept !== undefined) return { vector: kept, model: model.model };
      try {
        const [vector] = await model.embed([text]);
        if (vector === undefined) return { why: "the model gave no vector" };
        known.set(text, vector);
        const oldest = known.keys().next().value;
        if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
        return { vector, model: model.model };
      } catch (error) {
        log.warn({ cause: String(error) }, "the embedding model failed; searching by text alone");
        return { why: "the embedding model failed" };
      }
    },
  };
}
