import { z } from "zod";
import { AnsweredRefusal, defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { MUTATION } from "../../../model/mutation.ts";
import { firstOf } from "../../../model/paging.ts";
import { importEntries } from "../../../write/import-entries.ts";
import { ErrorText } from "../shapes.ts";

const ERRORS_CHARS_MAX = 30_000;

/** Writes many entries at once. */
export const instructionsImport = defineTool({
  name: "instructions_import",
  title: "Import instructions",
  description: [
    "Writes many instructions as files, in one go. Needs mutation to be enabled; meta_tools says whether it is.",
    'Existing ids are skipped, or replaced with `mode: "overwrite"`, keeping createdAt, version and governance where the',
    "new entry does not name them. Entries that cannot be used are listed in `errors` with the reason; the others are",
    "written. For one entry with defaults filled in use instructions_add.",
  ].join("\n"),
  effect: "write",
  requires: [MUTATION],
  ...spelledAs("instructions_import"),
  input: z.object({
    entries: z.array(z.looseObject({})).max(100_000).describe("Whole entries, as instructions_export gives them"),
    mode: z.enum(["skip", "overwrite"]).optional().describe("skip unless said otherwise"),
  }),
  output: z.object({
    hash: z.string().optional(),
    imported: z.int().optional(),
    skipped: z.int().optional(),
    overwritten: z.int().optional(),
    total: z.int().optional(),
    errors: z.array(z.object({ id: z.string(), error: z.string() })).optional(),
    errorCount: z.int().optional().describe("How many errors there are, where not all are listed"),
    error: ErrorText,
  }),
  async run({ entries, mode = "skip" }, instructions: Instructions) {
    const done = await importEntries(instructions, entries, mode);
    const { imported, skipped, overwritten, errors } = done.plan;
    const listed = firstOf(errors, instructions.whole, ERRORS_CHARS_MAX);
    const answer = {
      hash: done.hash,
      imported,
      skipped,
      overwritten,
      total: entries.length,
      errors: listed,
      ...(listed.length < errors.length && { errorCount: errors.length }),
    };
    if (errors.length < entries.length) return answer;
    throw new AnsweredRefusal("invalid_arguments", "None of the entries can be used", answer);
  },
});
