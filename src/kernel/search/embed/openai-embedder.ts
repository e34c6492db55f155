import { z } from "zod";
import { cancelled } from "../../cancel.ts";
import type { Env } from "../../env.ts";
import type { Embedder, EmbedderChoice } from "./embedder.ts";
import { EmbedderError } from "./embedder-error.ts";

type OpenAiChoice = Extract<EmbedderChoice, { provider: "openai" }>;

const BATCH_TEXTS_MAX = 64;
const TEXT_CHARS_MAX = 8192;
const TIMEOUT_MS = 30_000;
/** A number in JSON takes at most 25 characters; the rest of an answer is small. */
const NUMBER_BYTES_MAX = 32;
const ENVELOPE_BYTES_MAX = 65_536;

const Answer = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()) })),
});

/** Vectors from an endpoint that speaks OpenAI's embeddings protocol, such as Ollama, vLLM or OpenAI itself. */
export function createOpenAiEmbedder(choice: OpenAiChoice, sleep: Env["sleep"]): Embedder {
  const { model, dimensions, apiKey } = choice;
  const url = `${choice.url.replace(/\/+$/, "")}/embeddings`;
  const headers = {
    "content-type": "application/json",
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const closing = new AbortController();

  async function embedBatch(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const timeout = new AbortController();
    const done = new AbortController();
    void sleep(TIMEOUT_MS, done.signal).then(() => {
      if (!done.signal.aborted) timeout.abort();
    });
    const signals = [timeout.signal, closing.signal, ...(signal === undefined ? [] : [signal])];
    try {
      // Some servers refuse an empty input; a space has no meaning either.
      const input = texts.map((text) => text.slice(0, TEXT_CHARS_MAX) || " ");
      const body = JSON.stringify({ model, input, encoding_format: "float" });
      // A redirect is refused: it would carry the key to another address.
      const options = { method: "POST", headers, body, redirect: "error", signal: AbortSignal.any(signals) } as const;
      const response = await fetch(url, options);
      if (!response.ok) throw refusal(response.status);
      const bytesMax = texts.length * dimensions * NUMBER_BYTES_MAX + ENVELOPE_BYTES_MAX;
      return readVectors(await readText(response, bytesMax), texts.length, dimensions);
    } catch (error) {
      if (signal?.aborted) throw cancelled();
      if (closing.signal.aborted) throw closed();
      if (timeout.signal.aborted) throw new EmbedderError("endpoint_timeout", "The embedding endpoint took too long");
      if (error instanceof EmbedderError) throw error;
      throw new EmbedderError("endpoint_unreachable", "The embedding endpoint cannot be reached", { cause: error });
    } finally {
      done.abort();
    }
  }

  return {
    model: `openai:${model}:${dimensions}`,
    dimensions,
    async embed(texts, signal) {
      if (closing.signal.aborted) throw closed();
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += BATCH_TEXTS_MAX) {
        vectors.push(...(await embedBatch(texts.slice(start, start + BATCH_TEXTS_MAX), signal)));
      }
      return vectors;
    },
    async close() {
      closing.abort();
    },
  };
}

const closed = (): EmbedderError => new EmbedderError("embedder_closed", "The embedding endpoint was closed");

function refusal(status: number): EmbedderError {
  const code = status === 429 || status >= 500 ? "endpoint_busy" : "endpoint_refused";
  return new EmbedderError(code, `The embedding endpoint answered with status ${status}`);
}

const unusable = (what: string): EmbedderError =>
  new EmbedderError("endpoint_answer_unusable", `The embedding endpoint ${what}`);

async function readText(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw unusable("sent more than the vectors it was asked for");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readVectors(text: string, count: number, dimensions: number): Float32Array[] {
  const answer = Answer.safeParse(parseJson(text));
  if (!answer.success) throw unusable("did not answer with embeddings");
  const byIndex = new Map(answer.data.data.map(({ index, embedding }) => [index, embedding]));
  return Array.from({ length: count }, (_, index) => {
    const embedding = byIndex.get(index);
    if (embedding === undefined) throw unusable("left out a text");
    if (embedding.length !== dimensions) throw unusable(`sent ${embedding.length} dimensions instead of ${dimensions}`);
    const length = Math.hypot(...embedding);
    if (!(length > 0 && length < Number.POSITIVE_INFINITY)) throw unusable("sent a vector without a direction");
    return Float32Array.from(embedding, (x) => x / length);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
