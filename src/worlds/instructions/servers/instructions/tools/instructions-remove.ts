import { z } from "zod";
import { AnsweredRefusal, defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { MUTATION } from "../../../model/mutation.ts";
import { firstOf } from "../../../model/paging.ts";
import { removeEntries } from "../../../write/remove-entries.ts";

const IDS_CHARS_MAX = 18_000;
const ID_CHARS_SHOWN = 200;

/** Deletes entries for good. */
export const instructionsRemove = defineTool({
  name: "instructions_remove",
  title: "Remove instructions",
  description: [
    "Deletes the files of these ids for good. Needs mutation to be enabled; export first what may be needed again.",
    "Ids without a file are listed in `missing`, which is no failure; ids whose file cannot be deleted in `errors`.",
    "To retire an entry and keep it readable, overwrite it with requirement deprecated and deprecatedBy instead.",
  ].join("\n"),
  effect: "destructive",
  requires: [MUTATION],
  ...spelledAs("instructions_remove"),
  input: z.object({
    ids: z.array(z.string()).min(1).max(100_000),
    missingOk: z.boolean().optional().describe("Accepted for older clients: missing ids are never a failure"),
  }),
  output: z.object({
    removed: z.int(),
    removedIds: z.array(z.string()),
    missing: z.array(z.string()),
    errorCount: z.int(),
    errors: z.array(z.object({ id: z.string(), error: z.string() })),
    truncated: z.literal(true).optional().describe("The lists are not whole; the numbers are"),
  }),
  async run({ ids }, instructions: Instructions) {
    const { removed, missing, errors } = await removeEntries(instructions, ids);
    const removedIds = firstOf(removed, instructions.whole, IDS_CHARS_MAX);
    const shown = missing.map((id) => id.slice(0, ID_CHARS_SHOWN));
    const missingIds = firstOf(shown, instructions.whole, IDS_CHARS_MAX);
    const isCut = removedIds.length < removed.length || missingIds.length < missing.length;
    const answer = {
      removed: removed.length,
      removedIds,
      missing: missingIds,
      errorCount: errors.length,
      errors: firstOf(errors, instructions.whole, 5000),
      ...(isCut && { truncated: true as const }),
    };
    if (removed.length > 0 || errors.length === 0) return answer;
    throw new AnsweredRefusal("conflict", "None of the files can be deleted", answer);
  },
});
