import { createRealEnv } from "../../src/apps/real-env.ts";
import { createEmbedder } from "../../src/kernel/search/index.ts";
import { createRandom, createWords } from "./corpus.ts";

const PASSAGES = 40;
const WORDS = 75;
const QUERIES = 20;

export interface EmbeddingResult {
  readonly model: string;
  readonly loadMs: number;
  readonly queryMs: number;
  readonly passagesPerSecond: number;
  readonly memoryMiB: number;
}

/** The bundled model on passages of about a hundred tokens and on short questions; once with each number of threads. */
export async function measureEmbedding(threads: number): Promise<EmbeddingResult> {
  const memory = process.memoryUsage().rss;
  const started = performance.now();
  const embedder = await createEmbedder({ provider: "bundled" }, { env: createRealEnv(), threads });
  if ("absent" in embedder) throw new Error(`no model: ${embedder.absent}`);
  await embedder.embed(["the first text loads the model"]);
  const loadMs = performance.now() - started;
  const word = createWords(createRandom(5));
  const texts = Array.from({ length: PASSAGES }, () =>
    Array.from({ length: WORDS }, word).join(" ").replaceAll(/[wx]/g, ""),
  );
  // All threads are started by more texts than there are threads.
  await embedder.embed(Array.from({ length: 2 * threads }, (_, n) => `starts thread ${n}`));
  const passagesMs = await timeOf(() => embedder.embed(texts));
  let queriesMs = 0;
  for (let n = 0; n < QUERIES; n++)
    queriesMs += await timeOf(() => embedder.embed([`what did she say about the garden ${n}`]));
  const memoryMiB = (process.memoryUsage().rss - memory) / 2 ** 20;
  await embedder.close();
  return {
    model: embedder.model,
    loadMs,
    queryMs: queriesMs / QUERIES,
    passagesPerSecond: (PASSAGES * 1000) / passagesMs,
    memoryMiB,
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
