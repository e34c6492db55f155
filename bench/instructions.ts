import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../src/apps/usage-error.ts";
import { type CallTimes, measureCalls } from "./instructions/calls.ts";
import { measureColdLoad } from "./instructions/cold-load.ts";
import { measureImport } from "./instructions/import.ts";
import { REFERENCE } from "./instructions/reference.ts";
import { type InstructionsResult, judge, report } from "./instructions/report.ts";
import type { Bench } from "./kit/bench.ts";

const SIZES = [1_000, REFERENCE.entries];

/** What a large catalog of instructions costs: to load, to hold, to ask and to change. */
export const bench: Bench<InstructionsResult> = {
  name: "instructions",
  summary: "loading, asking and changing ten thousand instructions, against reading the same files and a reference",
  print: report,
  async run({ corpus, progress }) {
    if (corpus !== undefined) throw new UsageError("instructions takes no --corpus; see recall");
    const startedMs = performance.now();
    const loadBefore = loadavg()[0] ?? 0;
    const folder = await mkdtemp(join(tmpdir(), "bailiwick-bench-"));
    try {
      progress("cold load");
      const coldLoad = await measureColdLoad(folder, REFERENCE.entries);
      const sizes: CallTimes[] = [];
      for (const entries of SIZES) {
        progress(`calls at ${entries} entries`);
        sizes.push(await measureCalls(folder, entries));
      }
      progress("import");
      const measured = { coldLoad, sizes, import: await measureImport(folder, REFERENCE.entries) };
      return {
        node: process.version,
        cpus: availableParallelism(),
        loadBefore,
        seconds: (performance.now() - startedMs) / 1000,
        reference: REFERENCE,
        targets: judge(measured),
        ...measured,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
