import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { MUTATION } from "../../../model/mutation.ts";
import { firstOf } from "../../../model/paging.ts";
import { diffOf } from "../../../read/diff.ts";
import { beginWrite } from "../../../write/make-changes.ts";
import { repairHashes } from "../../../write/repair-hashes.ts";
import { Entry, Known, PageInput, PageOutput } from "../shapes.ts";

const IDS_CHARS_MAX = 40_000;

/** Accepts bodies as they are, or tells a client what it lacks. */
export const instructionsRepair = defineTool({
  name: "instructions_repair",
  title: "Repair hashes",
  description: [
    "Writes the right sourceHash into every file whose stored one does not fit its body, and names those entries. Look at",
    "integrity_verify first: a wrong hash may be a tampered body, and repairing accepts it. Needs mutation to be enabled.",
    "With `clientHash` or `known` it repairs nothing and answers like instructions_diff, which also works read-only.",
  ].join("\n"),
  effect: "write",
  requires: [MUTATION],
  idempotent: true,
  ...spelledAs("instructions_repair"),
  input: z.object({ clientHash: z.string().optional(), known: Known, ...PageInput }),
  output: z.object({
    repaired: z.int().optional(),
    updated: z.array(z.union([z.string(), Entry])).optional(),
    hash: z.string().optional(),
    upToDate: z.literal(true).optional(),
    added: z.array(Entry).optional(),
    removed: z.array(z.string()).optional(),
    changed: z.array(Entry).optional(),
    ...PageOutput,
  }),
  async run({ clientHash, known, ...page }, instructions: Instructions) {
    const entries = await beginWrite(instructions);
    if (clientHash !== undefined || known !== undefined)
      return diffOf(instructions, entries, { clientHash, known }, page);
    const ids = await repairHashes(instructions, entries);
    const updated = firstOf(ids, instructions.whole, IDS_CHARS_MAX);
    return { repaired: ids.length, updated, ...(updated.length < ids.length && { truncated: true }) };
  },
});
