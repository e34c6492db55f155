import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { recordChanges } from "../../../model/changes.ts";
import { fileOf, isWritableId } from "../../../model/names.ts";
import { firstOf } from "../../../model/paging.ts";
import { spelledAs } from "../shapes.ts";

const IDS_CHARS_MAX = 18_000;
const ID_CHARS_SHOWN = 200;
const NOT_A_FILE = new Set(["a directory", "not a regular file"]);

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
  async run({ ids }, deps: Instructions) {
    const entries = await deps.beginWrite();
    const asked = [...new Set(ids)];
    const fileFor = (id: string) => (isWritableId(id) ? entries.files.get(fileOf(id)) : undefined);
    const missing = asked.filter((id) => fileFor(id) === undefined);
    const errors = asked
      .filter((id) => NOT_A_FILE.has(fileFor(id)?.reason ?? ""))
      .map((id) => ({ id, error: `its file is ${fileFor(id)?.reason}` }));
    const failed = new Set([...missing, ...errors.map(({ id }) => id)]);
    const removed = asked.filter((id) => !failed.has(id));
    await recordChanges(
      deps.scope,
      removed.map((id) => ({ id, before: entries.get(id)?.sourceHash ?? null, after: null })),
    );
    await deps.write(removed.map((id) => ({ file: fileOf(id), make: () => null })));
    const removedIds = firstOf(removed, deps.whole, IDS_CHARS_MAX);
    const shown = missing.map((id) => id.slice(0, ID_CHARS_SHOWN));
    const missingIds = firstOf(shown, deps.whole, IDS_CHARS_MAX);
    const isCut = removedIds.length < removed.length || missingIds.length < missing.length;
    return {
      removed: removed.length,
      removedIds,
      missing: missingIds,
      errorCount: errors.length,
      errors: firstOf(errors, deps.whole, 5000),
      ...(isCut && { truncated: true }),
    };
  },
});
