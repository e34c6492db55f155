import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../src/apps/usage-error.ts";
import type { Bench } from "./kit/bench.ts";
import { type BesideMemory, measureBesideMemory } from "./truth/beside-memory.ts";
import { judge, report, type TruthResult } from "./truth/report.ts";
import { measureScale } from "./truth/scale.ts";
import { measureWithModel } from "./truth/with-model.ts";

/** Of the larger product; TRUTH_BENCH_ENTITIES makes it smaller for a quick look, and is no proof then. */
const ENTITIES = 100_000;
const BESIDE = [1_000, 10_000, 50_000];

/** What the truth world costs as it grows, beside bare SQLite and beside the official memory server. */
export const bench: Bench<TruthResult> = {
  name: "truth",
  summary:
    "store, read, page, neighbourhood and search from 10 000 to 100 000 entities, and the official memory server beside",
  print: report,
  async run({ corpus, noModel, progress }) {
    if (corpus !== undefined) throw new UsageError("truth takes no --corpus");
    const large = Number(process.env.TRUTH_BENCH_ENTITIES ?? ENTITIES);
    if (!Number.isInteger(large / 10)) throw new UsageError("TRUTH_BENCH_ENTITIES must be a multiple of ten");
    const startedMs = performance.now();
    const loadBefore = loadavg()[0] ?? 0;
    const folder = await mkdtemp(join(tmpdir(), "bailiwick-bench-"));
    try {
      const besideMemory: BesideMemory[] = [];
      for (const entities of BESIDE) {
        progress(`${entities} entities beside the official memory server`);
        besideMemory.push(await measureBesideMemory(folder, entities));
      }
      const withModel = noModel ? undefined : await measureWithModel(folder);
      const scale = await measureScale(folder, { small: large / 10, large }, progress);
      return {
        node: process.version,
        cpus: availableParallelism(),
        loadBefore,
        seconds: (performance.now() - startedMs) / 1000,
        targets: judge({ scale, besideMemory }),
        scale,
        besideMemory,
        ...(withModel && { withModel }),
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
