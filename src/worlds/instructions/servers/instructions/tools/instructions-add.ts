import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { MUTATION } from "../../../model/mutation.ts";
import { saveEntry } from "../../../write/save-entry.ts";
import { ErrorText } from "../shapes.ts";

const EntryInput = z.looseObject({
  id: z.string().optional().describe("a-z, 0-9, - and _; it becomes the file's name"),
  body: z.string().optional(),
  title: z.string().optional(),
  rationale: z.string().optional(),
  priority: z.number().optional().describe("1 (highest) to 100 (lowest)"),
  audience: z.string().optional().describe("individual, group or all"),
  requirement: z.string().optional().describe("mandatory, critical, recommended, optional or deprecated"),
  categories: z.array(z.string()).optional(),
  deprecatedBy: z.string().optional(),
  riskScore: z.number().optional().describe("Ignored: it follows from priority and requirement"),
});

/** Writes one entry. */
export const instructionsAdd = defineTool({
  name: "instructions_add",
  title: "Add an instruction",
  description: [
    "Writes one instruction as a file. Needs mutation to be enabled; meta_tools says whether it is.",
    "Needs id, title, body, priority, audience, requirement and categories; `lax: true` fills in all but id and body.",
    "An existing id is left alone (`skipped: true`) unless `overwrite: true`, which replaces the content and keeps",
    "createdAt, version and governance where the new entry does not name them. `{error, id}` means nothing was written.",
    "For many entries use instructions_import.",
  ].join("\n"),
  effect: "write",
  requires: [MUTATION],
  ...spelledAs("instructions_add"),
  input: z.object({ entry: EntryInput, overwrite: z.boolean().optional(), lax: z.boolean().optional() }),
  output: z.object({
    id: z.string().optional(),
    hash: z.string().optional(),
    skipped: z.boolean().optional(),
    created: z.boolean().optional(),
    overwritten: z.boolean().optional(),
    error: ErrorText,
  }),
  run: ({ entry, overwrite = false, lax = false }, instructions: Instructions) =>
    saveEntry(instructions, entry, { overwrite, lax }),
});
