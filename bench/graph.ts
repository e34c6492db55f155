import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { type Ablation, ablate } from "./graph/ablate.ts";
import { askConversations } from "./graph/recall.ts";
import { measureScale, type ScaleResult } from "./graph/scale.ts";
import type { Bench, Target } from "./kit/bench.ts";
import { table } from "./kit/table.ts";

/** GRAPH_BENCH_SIZES and GRAPH_BENCH_TURNS make it smaller for a quick look, and are no proof then. */
const SIZES = "1000,10000,100000";

interface GraphResult {
  readonly loadBefore: number;
  readonly sizes: readonly ScaleResult[];
  readonly recall?: Ablation;
  readonly targets: readonly Target[];
}

/** What the graph costs as it grows; with --corpus, what it finds in conversations and what each space adds. */
export const bench: Bench<GraphResult> = {
  name: "graph",
  summary:
    "search_graph and compute_delta_sc from 1 000 to 100 000 memories; with --corpus, recall and what each space adds",
  async run({ corpus, progress }) {
    const loadBefore = loadavg()[0] ?? 0;
    if (corpus !== undefined) {
      const turns = Number(process.env.GRAPH_BENCH_TURNS ?? Number.POSITIVE_INFINITY);
      const recall = ablate(await askConversations(corpus, turns, progress));
      return { loadBefore, sizes: [], recall, targets: judgeRecall(recall) };
    }
    const folder = await mkdtemp(join(tmpdir(), "bailiwick-bench-"));
    try {
      const sizes = await measureScale(
        folder,
        (process.env.GRAPH_BENCH_SIZES ?? SIZES).split(",").map(Number),
        progress,
      );
      return { loadBefore, sizes, targets: judge(sizes) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  print: ({ sizes, recall, targets }) => [
    ...(sizes.length === 0
      ? []
      : table(
          ["memories", "store CPU ms p50/p95", "search CPU ms p50/p95", "delta CPU ms p50/p95"],
          sizes.map(({ memories, store, search, delta }) => [String(memories), pair(store), pair(search), pair(delta)]),
        )),
    ...(recall === undefined
      ? []
      : table(
          ["recall@10 in %", "questions", "found", "without it"],
          [
            ["kernel's hybrid search", String(recall.questions), percent(recall.index), ""],
            ["search_graph", String(recall.questions), percent(recall.graph), ""],
            ...recall.without.map(({ part, recall: left }) => [`  ${part}`, "", "", percent(left)]),
          ],
        )),
    ...targets.map(({ target, measured, met }) => `${met ? "PASS" : "MISS"}  ${target}: ${measured}`),
  ],
};

const pair = ({ p50, p95 }: { p50: number; p95: number }) => `${p50.toFixed(1)}/${p95.toFixed(1)}`;
const percent = (share: number) => (100 * share).toFixed(1);

function judgeRecall({ graph, index }: Ablation): Target[] {
  const measured = `${percent(graph)} against ${percent(index)}`;
  return [
    { target: "search_graph finds at least what the kernel's hybrid search finds", measured, met: graph >= index },
  ];
}

function judge(sizes: readonly ScaleResult[]): Target[] {
  const [small, large] = [sizes.at(-2), sizes.at(-1)];
  const growth = (large?.search.p95 ?? Number.NaN) / (small?.search.p95 ?? Number.NaN);
  const delta = Math.max(...sizes.map(({ delta: { p95 } }) => p95));
  return [
    { target: "compute_delta_sc p95 under 25 ms", measured: `${delta.toFixed(1)} ms`, met: delta < 25 },
    {
      target: "search_graph grows at most 3× over the last tenfold",
      measured: `${growth.toFixed(2)}×`,
      met: growth <= 3,
    },
  ];
}
