import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Edit } from "../../../files/write-files.ts";
import type { Instructions } from "../../../instructions.ts";
import type { Authored } from "../../../model/authored.ts";
import { type Change, recordChanges } from "../../../model/changes.ts";
import { entryText } from "../../../model/enrich.ts";
import type { Entries } from "../../../model/entries.ts";
import type { InstructionEntry } from "../../../model/entry.ts";
import { fileOf } from "../../../model/names.ts";
import { type GroomPlan, planGroom } from "../../../model/plan-groom.ts";
import { readStored } from "../../../model/rewrite.ts";
import { spelledAs } from "../shapes.ts";

const Mode = z.strictObject({
  dryRun: z.boolean().optional(),
  mergeDuplicates: z.boolean().optional(),
  removeDeprecated: z.boolean().optional(),
  purgeLegacyScopes: z.boolean().optional(),
});

/** Keeps the catalog tidy. */
export const instructionsGroom = defineTool({
  name: "instructions_groom",
  title: "Groom the catalog",
  description: [
    "Tidies the files: categories in lower case and sorted, wrong hashes corrected, and on request duplicates of one body",
    "merged, deprecated entries whose successor exists deleted, and scope:* categories turned into fields.",
    "Begin with `mode: {dryRun: true}`: it counts what would happen and changes nothing. Needs mutation to be enabled.",
    "Usage counts of entries that are gone are pruned. To delete chosen entries use instructions_remove.",
  ].join("\n"),
  effect: "destructive",
  idempotent: true,
  ...spelledAs("instructions_groom"),
  input: z.object({ mode: Mode.optional() }),
  output: z.object({
    previousHash: z.string(),
    hash: z.string(),
    scanned: z.int(),
    repairedHashes: z.int(),
    normalizedCategories: z.int(),
    deprecatedRemoved: z.int(),
    duplicatesMerged: z.int(),
    usagePruned: z.int(),
    filesRewritten: z.int(),
    purgedScopes: z.int(),
    dryRun: z.boolean(),
    notes: z.array(z.string()),
  }),
  async run({ mode = {} }, deps: Instructions) {
    const { mergeDuplicates = false, removeDeprecated = false, purgeLegacyScopes = false } = mode;
    const entries = await deps.beginWrite();
    const previousHash = entries.hash();
    const files = storedFiles(entries, deps);
    const plan = planGroom([...files.values()], entries.cycles(), {
      mergeDuplicates,
      removeDeprecated,
      purgeLegacyScopes,
    });
    const unused = usageToPrune(entries, deps, new Set(plan.removed));
    const dryRun = mode.dryRun === true || deps.scope.dryRun;
    if (mode.dryRun !== true) await recordChanges(deps.scope, changesOf(plan, entries));
    if (!dryRun) {
      await deps.write(editsOf(plan, files));
      if (unused.size > 0) await deps.usage.flush(deps.scope.env, unused);
    }
    return {
      previousHash,
      hash: entries.hash(),
      scanned: files.size,
      repairedHashes: plan.repairedHashes,
      normalizedCategories: plan.normalizedCategories,
      deprecatedRemoved: plan.removed.length,
      duplicatesMerged: plan.duplicatesMerged,
      usagePruned: unused.size,
      filesRewritten: dryRun ? 0 : plan.rewritten.size,
      purgedScopes: plan.purgedScopes,
      dryRun,
      notes: notesOf(plan, dryRun),
    };
  },
});

interface StoredFile {
  readonly entry: InstructionEntry;
  readonly stored: Authored;
  readonly text: string;
}

function storedFiles(entries: Entries, deps: Instructions): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  for (const entry of entries.all()) {
    const read = deps.readFile(fileOf(entry.id));
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
function usageToPrune(entries: Entries, deps: Instructions, removed: ReadonlySet<string>): Set<string> {
  const ids = [...deps.usage.snapshot().keys()];
  return new Set(ids.filter((id) => removed.has(id) || !entries.files.has(fileOf(id))));
}

function notesOf(plan: GroomPlan, dryRun: boolean): string[] {
  const verb = (would: string, done: string) => (dryRun ? would : done);
  const counted: [string, number][] = [
    [verb("would-rewrite", "rewrote"), plan.rewritten.size],
    [verb("would-remove", "removed"), plan.removed.length],
    [verb("would-purge", "purged"), plan.purgedScopes],
    ["kept-in-cycle", plan.keptInCycles],
  ];
  return counted.filter(([, count]) => count > 0).map(([name, count]) => `${name}:${count}`);
}
