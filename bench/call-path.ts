import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../src/apps/usage-error.ts";
import { measureAlias } from "./call-path/alias.ts";
import { writeNotes } from "./call-path/notes.ts";
import { type CallPathResult, judge, report } from "./call-path/report.ts";
import { compareStartUp } from "./call-path/start-up.ts";
import { compareThroughput } from "./call-path/throughput.ts";
import { measureWrites } from "./call-path/writes.ts";
import type { Bench } from "./kit/bench.ts";

/** What the whole path of a call costs beyond the SDK it stands on. */
export const bench: Bench<CallPathResult> = {
  name: "call-path",
  summary: "a tool call through the whole path, and the start, against an empty tool on the same SDK",
  print: report,
  async run({ corpus, progress }) {
    if (corpus !== undefined) throw new UsageError("call-path takes no --corpus");
    const startedMs = performance.now();
    const loadBefore = loadavg()[0] ?? 0;
    const folder = await mkdtemp(join(tmpdir(), "bailiwick-bench-"));
    try {
      const aliasNanoseconds = measureAlias();
      progress("start-up");
      const startUp = await compareStartUp(folder);
      progress("durable writes");
      const writes = await measureWrites(folder);
      const data = join(folder, "data");
      const throughput = await compareThroughput(data, await writeNotes(data), progress);
      const measured = { throughput, startUp, writes, aliasNanoseconds };
      return {
        node: process.version,
        cpus: availableParallelism(),
        loadBefore,
        seconds: (performance.now() - startedMs) / 1000,
        targets: judge(measured),
        ...measured,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
