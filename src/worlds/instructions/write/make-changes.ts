import type { Json } from "../../../kernel/index.ts";
import { writeFiles } from "../files/write-files.ts";
import type { Instructions } from "../instructions.ts";
import { CHANGED, type Change, hashAfter } from "../model/changes.ts";
import type { Entries } from "../model/entries.ts";
import type { Edit } from "../model/entry-file.ts";
import { fileOf, INSTRUCTIONS_ROOT } from "../model/names.ts";
import { currentEntries, recall } from "../read/recall.ts";

/** The entries for who changes files. From here on no other call writes in the folder until this one ends. */
export async function beginWrite(instructions: Instructions): Promise<Entries> {
  await instructions.scope.files.begin(INSTRUCTIONS_ROOT);
  const entries = await currentEntries(instructions);
  await recall(instructions);
  return entries;
}

/**
 * Records what a call changes and sets the files ready for it; a rehearsal leaves them. No change leaves no event.
 * Answers with the catalog hash as it is once the call has committed; for a rehearsal, as it would be.
 */
export async function makeChanges(
  { scope, catalog }: Instructions,
  changes: readonly Change[],
  edits: readonly Edit[],
): Promise<string> {
  if (changes.length > 0) await scope.record({ kind: CHANGED, payload: { changes: changes as unknown as Json } });
  if (scope.dryRun) return hashAfter(catalog.entries.all(), changes);
  const { env, files, signal, client } = scope;
  const progress = (done: number, total: number) => void client.progress(done, total, "files written");
  const written = new Set(
    await writeFiles({ folder: catalog.folder, files, nowMs: env.now(), signal, progress }, edits),
  );
  return hashAfter(
    catalog.entries.all(),
    changes.filter(({ id }) => written.has(fileOf(id))),
  );
}
