import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { MUTATION } from "../../../model/mutation.ts";
import type { GroomPlan } from "../../../model/plan-groom.ts";
import { groom } from "../../../write/groom.ts";

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
  requires: [MUTATION],
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
  async run({ mode = {} }, instructions: Instructions) {
    const { mergeDuplicates = false, removeDeprecated = false, purgeLegacyScopes = false } = mode;
    const asked = { mergeDuplicates, removeDeprecated, purgeLegacyScopes };
    const { plan, previousHash, hash, scanned, usagePruned, dryRun } = await groom(
      instructions,
      asked,
      mode.dryRun === true,
    );
    return {
      previousHash,
      hash,
      scanned,
      repairedHashes: plan.repairedHashes,
      normalizedCategories: plan.normalizedCategories,
      deprecatedRemoved: plan.removed.length,
      duplicatesMerged: plan.duplicatesMerged,
      usagePruned,
      filesRewritten: dryRun ? 0 : plan.rewritten.size,
      purgedScopes: plan.purgedScopes,
      dryRun,
      notes: notesOf(plan, dryRun),
    };
  },
});

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
