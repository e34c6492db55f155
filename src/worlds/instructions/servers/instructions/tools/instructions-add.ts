import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { type Change, hashAfter, recordChanges } from "../../../model/changes.ts";
import { fileOf } from "../../../model/names.ts";
import { prepareSaving } from "../../../model/prepare-saving.ts";
import { ErrorText, spelledAs } from "../shapes.ts";

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
  async run({ entry, overwrite = false, lax = false }, deps: Instructions) {
    const entries = await deps.beginWrite();
    const id = (entry.id ?? "").slice(0, 200);
    if (!entry.id || !entry.body) return { error: "missing required id/body", id };
    const saving = prepareSaving(lax ? { ...laxDefaults(entry.id), ...entry } : entry, entries, deps.scope.env.now());
    if ("error" in saving) return { error: saving.error, id };
    const known = entries.files.get(fileOf(saving.id));
    if (known !== undefined && !overwrite) {
      return { id, hash: entries.hash(), skipped: true, created: false, overwritten: false };
    }
    const changes: Change[] = [{ id, before: known?.entry?.sourceHash ?? null, after: saving.sourceHash }];
    const rehearsed = deps.scope.dryRun ? hashAfter(entries, changes) : undefined;
    await recordChanges(deps.scope, changes);
    await deps.write([saving.edit]);
    return {
      id,
      hash: rehearsed ?? entries.hash(),
      skipped: false,
      created: known === undefined,
      overwritten: known !== undefined,
    };
  },
});

function laxDefaults(id: string) {
  return { title: id, priority: 50, audience: "all", requirement: "optional", categories: [] };
}
