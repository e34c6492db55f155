import { UsageError } from "../src/apps/usage-error.ts";
import type { Bench, Target } from "./kit/bench.ts";
import { type ColdResult, measureColdStart } from "./search/cold-start.ts";
import { type EmbeddingResult, measureEmbedding } from "./search/embedding.ts";
import { measureSize, type SizeResult } from "./search/scale.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const VECTORS_UP_TO = 100_000;

interface SearchResult {
  readonly sizes: readonly SizeResult[];
  readonly cold: ColdResult;
  readonly embedding: EmbeddingResult;
  readonly twoThreads: EmbeddingResult;
  readonly targets: readonly Target[];
}

/** What search costs as the corpus grows, and beside raw FTS5. */
export const bench: Bench<SearchResult> = {
  name: "search",
  summary: "text and vector search from a thousand to a million passages, against raw FTS5 in the same run",
  async run({ corpus, progress }) {
    if (corpus !== undefined) throw new UsageError("search takes no --corpus; see recall");
    progress("first answer after a cold start");
    const cold = await measureColdStart();
    progress("embedding");
    const embedding = await measureEmbedding(1);
    const twoThreads = await measureEmbedding(2);
    const sizes: SizeResult[] = [];
    for (const passages of SIZES) {
      progress(`${passages} passages`);
      sizes.push(await measureSize(passages, passages <= VECTORS_UP_TO));
    }
    return { sizes, cold, embedding, twoThreads, targets: judge(sizes, cold) };
  },
  print: ({ sizes, cold, embedding, twoThreads, targets }) => [
    "passages     index ms (raw)      text query p50/p95 (raw p50/p95)      hybrid p50/p95      check ms",
    ...sizes.map((size) =>
      [
        String(size.passages).padEnd(12),
        `${ms(size.indexMsPerPassage)} (${ms(size.rawIndexMsPerPassage)})`.padEnd(20),
        `${pair(size.queryMs)} (${pair(size.rawQueryMs)})`.padEnd(38),
        (size.vectorQueryMs === undefined ? "–" : pair(size.vectorQueryMs)).padEnd(19),
        Math.round(size.checkMs),
      ].join(" "),
    ),
    `cold start: first answer after ${Math.round(cold.firstAnswerMs)} ms, of it ${Math.round(cold.callMs)} ms in the call`,
    `embedding: ${embedding.passagesPerSecond.toFixed(1)} passages/s, query ${ms(embedding.queryMs)} ms, load ${Math.round(embedding.loadMs)} ms, ${Math.round(embedding.memoryMiB)} MiB more memory`,
    `with two threads: ${twoThreads.passagesPerSecond.toFixed(1)} passages/s, ${Math.round(twoThreads.memoryMiB)} MiB more memory`,
    ...targets.map(({ target, measured, met }) => `${met ? "PASS" : "MISS"}  ${target}: ${measured}`),
  ],
};

const ms = (value: number) => value.toFixed(value < 1 ? 3 : 1);
const pair = ({ p50, p95 }: { p50: number; p95: number }) => `${ms(p50)}/${ms(p95)}`;

function judge(sizes: readonly SizeResult[], cold: ColdResult): Target[] {
  const of = (passages: number) => sizes.find((size) => size.passages === passages);
  const [small, large] = [of(10_000), of(100_000)];
  const text = (large?.queryMs.p95 ?? Number.NaN) / (small?.queryMs.p95 ?? Number.NaN);
  const hybrid = (large?.vectorQueryMs?.p95 ?? Number.NaN) / (small?.vectorQueryMs?.p95 ?? Number.NaN);
  const against = (large?.queryMs.p50 ?? Number.NaN) / (large?.rawQueryMs.p50 ?? Number.NaN);
  return [
    { target: "text p95 at 100k at most 3× that at 10k", measured: `${text.toFixed(2)}×`, met: text <= 3 },
    { target: "hybrid p95 at 100k at most 3× that at 10k", measured: `${hybrid.toFixed(2)}×`, met: hybrid <= 3 },
    { target: "text query CPU at most 4× raw FTS5 at 100k", measured: `${against.toFixed(2)}×`, met: against <= 4 },
    {
      target: "first answer within 1.5 s of a cold start",
      measured: `${Math.round(cold.firstAnswerMs)} ms`,
      met: cold.firstAnswerMs <= 1500,
    },
  ];
}
