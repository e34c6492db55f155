import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { evaluateGates } from "../../../model/gates/evaluate-gates.ts";
import { spelledAs } from "../../../model/methods.ts";
import { GATES_FILE } from "../../../model/names.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { ErrorText } from "../shapes.ts";

/** Holds the catalog against the gates of its folder. */
export const gatesEvaluate = defineTool({
  name: "gates_evaluate",
  title: "Evaluate policy gates",
  description: [
    "Counts entries against the gates in gates.json of the instructions folder: each says how many entries of a kind there",
    "must or may be. `summary.errors` above 0 means the catalog breaks a rule. A gate that is not understood has failed,",
    "and its note says why. `notConfigured: true` means there are no gates. To see entries use instructions_list.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("gates_evaluate"),
  input: z.object({}),
  output: z.object({
    generatedAt: z.string().optional(),
    results: z
      .array(
        z.object({
          id: z.string(),
          passed: z.boolean(),
          count: z.int().nullable(),
          op: z.string(),
          value: z.number().nullable(),
          severity: z.string(),
          note: z.string().optional(),
        }),
      )
      .optional(),
    summary: z.object({ errors: z.int(), warnings: z.int(), total: z.int() }).optional(),
    notConfigured: z.literal(true).optional(),
    error: ErrorText,
  }),
  async run(_input, instructions: Instructions) {
    const entries = await readEntries(instructions);
    const gates = instructions.catalog.read(GATES_FILE);
    if (gates !== undefined && "reason" in gates) return { error: `${GATES_FILE}: ${gates.reason}` };
    return evaluateGates(gates, entries.all(), instructions.scope.env.now());
  },
});
