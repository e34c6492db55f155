import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import { SourceId } from "../../../model/inputs.ts";
import type { Truth } from "../../../truth.ts";
import { Reason } from "../../../write/lifecycle.ts";
import { Receipt } from "../../../write/receipt.ts";
import { withdrawSource as withdraw } from "../../../write/withdraw.ts";

export const WithdrawalAnswer = z.object({
  source_id: z.string(),
  observations: z.int().describe("How many statements it had made"),
  entity_ids: z.array(z.string()).describe("The entities they were about"),
  receipt: Receipt,
});

export const withdrawSource = defineTool({
  name: "withdraw_source",
  title: "Withdraw a source",
  description: [
    "Take a source back with all it said, as if it had never been stored: nothing of it is found, shown or quoted any more, now or for any time.",
    "readmit_source takes that back; storing the same content again does too. The log keeps the words; `bailiwick erase` is for good.",
    "SOURCE_NOT_FOUND also for one that is withdrawn already. To remove one entity use delete_entity.",
  ].join("\n"),
  effect: "destructive",
  isInner: true,
  input: z.object({ source_id: SourceId, reason: Reason }),
  output: WithdrawalAnswer,
  async run({ source_id, reason }, truth: Truth) {
    const source = await truth.sources.find(source_id);
    if (source === undefined) throw refuse("SOURCE_NOT_FOUND", "There is no source with this id.", { source_id });
    return withdraw(truth, source, reason);
  },
});
