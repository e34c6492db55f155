import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { type Ablation, ablate } from "./graph/ablate.ts";
import { type FreshResult, measureFresh } from "./graph/fresh.ts";
import { askConversations } from "./graph/recall.ts";
import { measureScale, type ScaleResult } from "./graph/scale.ts";
import type { Bench, Target } from "./kit/bench.ts";
import { table } from "./kit/table.ts";
import type { Cost } from "./truth/quantiles.ts";

/** GRAPH_BENCH_SIZES and GRAPH_BENCH_TURNS make it smaller for a quick look, and are no proof then. */
const SIZES = "1000,10000,100000";

interface GraphResult {
  readonly loadBefore: number;
  readonly sizes: readonly ScaleResult[];
  readonly fresh?: FreshResult;
  readonly recall?: readonly Ablation[];
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
      progress("with the bundled model");
      const fresh = await measureFresh(folder);
      return { loadBefore, sizes, fresh, targets: judge(sizes, fresh) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  print: ({ sizes, fresh, recall, targets }) => [
    ...(sizes.length === 0 ? [] : printSizes(sizes)),
    ...(fresh === undefined ? [] : printFresh(fresh)),
    ...(recall ?? []).flatMap(printRecall),
    ...targets.map(({ target, measured, met }) => `${met ? "PASS" : "MISS"}  ${target}: ${measured}`),
  ],
};

const pair = ({ p50, p95 }: { p50: number; p95: number }) => `${p50.toFixed(1)}/${p95.toFixed(1)}`;
const percent = (share: number) => (100 * share).toFixed(1);

function printRecall({ corpus, questions, graph, index, leftOut, withoutIndex, spaces }: Ablation): string[] {
  return [
    ...table(
      [`${corpus}, ${questions} questions`, "recall@10 in %"],
      [
        ["kernel's hybrid search", percent(index)],
        ["search_graph", percent(graph)],
        ["its powers chosen without the conversation that is asked", percent(leftOut)],
        ["search_graph without the index", percent(withoutIndex)],
      ],
    ),
    ...table(
      ["space", "without it", "the index and it", "it alone"],
      spaces.map(({ space, without, besideIndex, alone }) => [
        space,
        ...[without, besideIndex, alone].map((recall) => percent(recall)),
      ]),
    ),
  ];
}

function judgeRecall(corpora: readonly Ablation[]): Target[] {
  return corpora.map(({ corpus, graph, index }) => ({
    target: `search_graph finds at least what the kernel's hybrid search finds in ${corpus}`,
    measured: `${percent(graph)} against ${percent(index)}`,
    met: graph >= index,
  }));
}

function printSizes(sizes: readonly ScaleResult[]): string[] {
  return [
    "Made-up texts whose vectors follow from the texts, stored without edges: the sentence model is left out here.",
    ...table(
      [
        "memories",
        "fill, CPU ms each",
        ...["search", "delta of stored", "delta of given"].map((what) => `${what}, ${UNIT}`),
      ],
      sizes.map(({ memories, fillMsEach, search, deltaStored, deltaGiven }) => [
        String(memories),
        fillMsEach.toFixed(1),
        ...[search, deltaStored, deltaGiven].map(cost),
      ]),
    ),
  ];
}

function printFresh({ memories, store, deltaOfTexts, foundAtOnce, asked }: FreshResult): string[] {
  return [
    `With the bundled model, at ${memories} memories, ${UNIT}: store_memory ${cost(store)}, compute_delta_sc of two new texts ${cost(deltaOfTexts)}`,
    `Found first by its own words in the call after it was stored: ${foundAtOnce} of ${asked}`,
  ];
}

const UNIT = "CPU ms p50/p95 (wall)";
const cost = ({ cpu, wall }: Cost) => `${pair(cpu)} (${pair(wall)})`;

function judge(sizes: readonly ScaleResult[], { deltaOfTexts, foundAtOnce, asked }: FreshResult): Target[] {
  const [small, large] = [sizes.at(-2), sizes.at(-1)];
  const growth = (large?.search.cpu.p95 ?? Number.NaN) / (small?.search.cpu.p95 ?? Number.NaN);
  const p95 = (which: (size: ScaleResult) => Cost) => Math.max(...sizes.map((size) => which(size).cpu.p95));
  const delta = (of: string, ms: number): Target => ({
    target: `compute_delta_sc of ${of}, p95 under 25 ms of CPU`,
    measured: `${ms.toFixed(1)} ms`,
    met: ms < 25,
  });
  return [
    delta(
      "stored memories",
      p95(({ deltaStored }) => deltaStored),
    ),
    delta(
      "fingerprints given whole",
      p95(({ deltaGiven }) => deltaGiven),
    ),
    delta("two new texts, which the model reads", deltaOfTexts.cpu.p95),
    {
      target: "search_graph grows at most 3× over the last tenfold",
      measured: `${growth.toFixed(2)}×`,
      met: growth <= 3,
    },
    {
      target: "a memory is found by its words in the next call",
      measured: `${foundAtOnce} of ${asked}`,
      met: foundAtOnce === asked,
    },
  ];
}
