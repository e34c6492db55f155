import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { STORE_BUDGET } from "../../../model/budgets.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import type { Truth } from "../../../truth.ts";
import { ORIGINAL_FILENAME, SHARED, STRUCTURED } from "../../../write/store-inputs.ts";
import { storeRows } from "../../../write/store-rows.ts";
import { StoredAnswer } from "../../../write/stored-answer.ts";

export const storeStructured = defineTool({
  name: "store_structured",
  title: "Store entities",
  description: [
    "Store what you know as entities: from a conversation or another tool. Give every field you have, also those no schema knows.",
    "Rows about something known add to it; nothing is overwritten, and warnings say what joined what and why.",
    "VALIDATION_ERROR names the bad row, and no row was stored. RATE_LIMIT_EXCEEDED says when to go on.",
    "For a file use store_unstructured, to overrule one field use correct.",
  ].join("\n"),
  effect: "write",
  permission: "CREATE",
  idempotent: true,
  budget: STORE_BUDGET,
  input: z.object({ ...SHARED, ...STRUCTURED, original_filename: ORIGINAL_FILENAME }),
  output: StoredAnswer,
  run(input, truth: Truth) {
    requireOwnUser(truth, input.user_id);
    return storeRows(truth, {
      idempotency_key: input.idempotency_key,
      entities: input.entities,
      source_priority: input.source_priority,
      provenance: input.provenance,
      original_filename: input.original_filename,
      offset: input.offset ?? 0,
    });
  },
});
