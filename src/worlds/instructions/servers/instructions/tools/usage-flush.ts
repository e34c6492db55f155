import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { MUTATION } from "../../../model/mutation.ts";

/** Writes counts now. */
export const usageFlush = defineTool({
  name: "usage_flush",
  title: "Flush usage counts",
  description: [
    "Writes the usage counts that are still in memory to usage-snapshot.json at once. They are written by themselves half a",
    "second after the last use and at shutdown, so this is for before a backup. Needs mutation to be enabled.",
  ].join("\n"),
  effect: "write",
  requires: [MUTATION],
  idempotent: true,
  ...spelledAs("usage_flush"),
  input: z.object({}),
  output: z.object({ flushed: z.literal(true) }),
  async run(_input, { usage, scope }: Instructions) {
    if (!scope.dryRun) await usage.flush(scope.env);
    return { flushed: true };
  },
});
