import { z } from "zod";
import { defineTool, type JsonObject } from "../../../../../kernel/index.ts";
import { STORE_BUDGET } from "../../../model/budgets.ts";
import { SourceId } from "../../../model/inputs.ts";
import type { Truth } from "../../../truth.ts";
import { type PreparedReading, prepareReading, recordReading } from "../../../write/reinterpret.ts";
import { InterpretationConfig } from "../../../write/store-inputs.ts";
import { WarningAnswer } from "../../../write/warnings.ts";
import { clientAnswer, questionOf } from "../ask-client.ts";

export const reinterpret = defineTool({
  name: "reinterpret",
  title: "Read a file again",
  description: [
    "Read a stored file again, by newer rules or by a model. What it says is added; nothing that was said before changes.",
    "provider: rules; openai, the model the operator set up; client, your own model where you offer sampling. The same file read the same way again adds nothing.",
    "SOURCE_NOT_FOUND: no such file. QUOTA_EXCEEDED: no more models this month. ANALYSIS_FAILED: the model gave nothing that could be used.",
    "To overrule a single value use correct.",
  ].join("\n"),
  effect: "write",
  permission: "CREATE",
  idempotent: true,
  budget: STORE_BUDGET,
  input: z.object({ source_id: SourceId, interpretation_config: InterpretationConfig }),
  output: z.object({
    run_id: z.string(),
    entities_created: z.int(),
    observations_created: z.int(),
    source_id: z.string(),
    warnings: z.array(WarningAnswer).optional(),
  }),
  prepare(input, truth: Truth): Promise<PreparedReading> {
    return prepareReading(truth, input.source_id, input.interpretation_config as JsonObject, clientAnswer(truth));
  },
  run: (_input, truth: Truth, prepared) => questionOf(prepared.interpretation) ?? recordReading(truth, prepared),
});
