import type { Json } from "../../../kernel/index.ts";
import { changeFiles } from "../files/change-files.ts";
import type { Instructions } from "../instructions.ts";
import { CHANGED, type Change, hashAfter } from "../model/changes.ts";
import type { Entries } from "../model/entries.ts";
import type { Edit } from "../model/entry-file.ts";
import { currentEntries, recall } from "../read/recall.ts";

/** The entries for who changes files. The call holds the write lock, so no other process writes until it ends. */
export async function beginWrite(instructions: Instructions): Promise<Entries> {
  const entries = await currentEntries(instructions);
  await recall(instructions);
  return entries;
}

/** Records what a call changes and then changes the files; a rehearsal leaves them. No change leaves no event. */
export async function makeChanges(
  { scope, catalog }: Instructions,
  changes: readonly Change[],
  edits: readonly Edit[],
): Promise<void> {
  if (changes.length > 0) await scope.record({ kind: CHANGED, payload: { changes: changes as unknown as Json } });
  if (scope.dryRun) return;
  const { env, signal, client } = scope;
  const progress = (done: number, total: number) => void client.progress(done, total, "files written");
  await changeFiles(catalog, { env, nowMs: env.now(), signal, progress }, edits);
}

/** The catalog hash with these changes made; for a rehearsal, as it would be. */
export function hashWith({ scope, catalog }: Instructions, changes: readonly Change[]): string {
  return scope.dryRun ? hashAfter(catalog.entries.all(), changes) : catalog.entries.hash();
}
