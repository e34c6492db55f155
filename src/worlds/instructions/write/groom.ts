import type { Instructions } from "../instructions.ts";
import type { Authored } from "../model/authored.ts";
import type { Change } from "../model/changes.ts";
import type { Entries } from "../model/entries.ts";
import type { InstructionEntry } from "../model/entry.ts";
import type { Edit } from "../model/entry-file.ts";
import { entryText, readStored } from "../model/entry-text.ts";
import { fileOf } from "../model/names.ts";
import { type GroomMode, type GroomPlan, planGroom } from "../model/plan-groom.ts";
import { beginWrite, makeChanges } from "./make-changes.ts";

interface StoredFile {
  readonly entry: InstructionEntry;
  readonly stored: Authored;
  readonly text: string;
}

/** Tidies the files by a plan. With `onlyPlans` it works the plan out and does nothing, as in a rehearsal. */
export async function groom(instructions: Instructions, mode: GroomMode, onlyPlans: boolean) {
  const { scope, usage } = instructions;
  const entries = await beginWrite(instructions);
  const previousHash = entries.hash();
  const files = storedFiles(instructions, entries);
  const plan = planGroom([...files.values()], entries.cycles(), mode);
  const unused = usageToPrune(instructions, entries, new Set(plan.removed));
  const dryRun = onlyPlans || scope.dryRun;
  // A rehearsal records, to be rolled back; who asks for the plan alone has asked for no change.
  const made = onlyPlans
    ? previousHash
    : await makeChanges(instructions, changesOf(plan, entries), editsOf(plan, files));
  if (!dryRun && unused.size > 0) await usage.flush(scope.env, unused);
  return {
    plan,
    previousHash,
    hash: dryRun ? previousHash : made,
    scanned: files.size,
    usagePruned: unused.size,
    dryRun,
  };
}

function storedFiles({ catalog }: Instructions, entries: Entries): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  for (const entry of entries.all()) {
    const read = catalog.read(fileOf(entry.id));
    const stored = read && "text" in read ? readStored(read.text) : undefined;
    if (read && "text" in read && stored) files.set(entry.id, { entry, stored, text: read.text });
  }
  return files;
}

function editsOf(plan: GroomPlan, files: ReadonlyMap<string, StoredFile>): Edit[] {
  // A file that someone changed since the plan was made is left for the next time.
  const edit = (id: string, text: string | null): Edit => ({
    file: fileOf(id),
    make: (current) => (current?.text === files.get(id)?.text ? text : undefined),
  });
  return [
    ...[...plan.rewritten].map(([id, stored]) => edit(id, entryText(stored))),
    ...plan.removed.map((id) => edit(id, null)),
  ];
}

function changesOf(plan: GroomPlan, entries: Entries): Change[] {
  const before = (id: string) => entries.get(id)?.sourceHash ?? null;
  return [
    ...[...plan.rewritten].map(([id, stored]) => ({ id, before: before(id), after: stored.sourceHash ?? before(id) })),
    ...plan.removed.map((id) => ({ id, before: before(id), after: null })),
  ];
}

/** Counts of entries that are gone, or are about to be. A file that cannot be used now may be mended: its count stays. */
function usageToPrune({ usage }: Instructions, entries: Entries, removed: ReadonlySet<string>): Set<string> {
  const ids = [...usage.snapshot().keys()];
  return new Set(ids.filter((id) => removed.has(id) || !entries.files.has(fileOf(id))));
}
