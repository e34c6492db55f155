import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { firstOf } from "../../../model/paging.ts";
import { shortened } from "../../../read/drift.ts";
import { Drift, Skips, spelledAs } from "../shapes.ts";

const LIST_CHARS_MAX = 8000;

/** Whether the catalog can be relied on. */
export const healthCheck = defineTool({
  name: "health_check",
  title: "Health check",
  description: [
    'Says whether the catalog is whole: `status` is "ok", or "degraded" when files cannot be used, counts are lost, or',
    "files that should be completed cannot be written. `skipped` and `problems` say what and why; the rest keeps working.",
    "To verify the hashes of bodies use integrity_verify.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("health_check"),
  input: z.object({}),
  output: z.object({
    status: z.enum(["ok", "degraded"]),
    timestamp: z.string(),
    version: z.string(),
    count: z.int(),
    skipped: Skips,
    skippedCount: z.int(),
    cycles: z.array(z.array(z.string())),
    problems: z.array(z.string()),
    drift: Drift,
  }),
  async run(_input, deps: Instructions) {
    const entries = await deps.read();
    const skipped = entries.skipped();
    const cycles = entries.cycles();
    const drift = deps.drift();
    const problems = [
      ...entries.owners.problems.map((problem) => `owners.json: ${problem}`),
      ...[deps.usage.problem(), deps.enrichmentProblem()].filter((problem) => problem !== undefined),
    ];
    const isWhole = skipped.length === 0 && cycles.length === 0 && problems.length === 0;
    return {
      status: isWhole ? "ok" : "degraded",
      timestamp: new Date(deps.scope.env.now()).toISOString(),
      version: deps.environment.version,
      count: entries.all().length,
      skipped: firstOf(skipped, deps.whole, LIST_CHARS_MAX),
      skippedCount: skipped.length,
      cycles: firstOf(cycles, deps.whole, LIST_CHARS_MAX),
      problems: firstOf(problems, deps.whole, LIST_CHARS_MAX),
      ...(drift && { drift: shortened(drift, deps.whole) }),
    };
  },
});
