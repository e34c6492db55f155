import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { firstOf } from "../../../model/paging.ts";
import { driftOf } from "../../../read/drift.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { Drift, Skips } from "../shapes.ts";

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
  async run(_input, instructions: Instructions) {
    const entries = await readEntries(instructions);
    const skipped = entries.skipped();
    const cycles = entries.cycles();
    const drift = driftOf(instructions);
    const problems = [
      ...entries.owners.problems.map((problem) => `owners.json: ${problem}`),
      ...[instructions.usage.problem(), instructions.state.enrichmentProblem].filter(
        (problem) => problem !== undefined,
      ),
    ];
    const isWhole = skipped.length === 0 && cycles.length === 0 && problems.length === 0;
    return {
      status: isWhole ? "ok" : "degraded",
      timestamp: new Date(instructions.scope.env.now()).toISOString(),
      version: instructions.environment.version,
      count: entries.all().length,
      skipped: firstOf(skipped, instructions.whole, LIST_CHARS_MAX),
      skippedCount: skipped.length,
      cycles: firstOf(cycles, instructions.whole, LIST_CHARS_MAX),
      problems: firstOf(problems, instructions.whole, LIST_CHARS_MAX),
      ...(drift && { drift }),
    };
  },
});
