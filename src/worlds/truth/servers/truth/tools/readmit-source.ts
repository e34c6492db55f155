import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { SourceId } from "../../../model/inputs.ts";
import type { Truth } from "../../../truth.ts";
import { Reason } from "../../../write/lifecycle.ts";
import { readmitSource as readmit } from "../../../write/withdraw.ts";
import { WithdrawalAnswer } from "./withdraw-source.ts";

export const readmitSource = defineTool({
  name: "readmit_source",
  title: "Take a withdrawal back",
  description: [
    "Bring a withdrawn source back: its words, its statements and what they came to stand as they stood.",
    "SOURCE_NOT_FOUND: no such source is withdrawn, or it was stored again since.",
  ].join("\n"),
  effect: "write",
  isInner: true,
  permission: "MODIFY",
  input: z.object({ source_id: SourceId, reason: Reason }),
  output: WithdrawalAnswer,
  run: ({ source_id, reason }, truth: Truth) => readmit(truth, source_id, reason),
});
