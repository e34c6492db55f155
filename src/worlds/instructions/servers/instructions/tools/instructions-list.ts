import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import type { InstructionEntry } from "../../../model/entry.ts";
import { requireFeature } from "../../../model/features.ts";
import { spelledAs } from "../../../model/methods.ts";
import { pageOf, shrinkEntry } from "../../../model/paging.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { withUsage } from "../../../read/with-usage.ts";
import { Entry, PageInput, PageOutput } from "../shapes.ts";

/** All entries, or those of one category. */
export const instructionsList = defineTool({
  name: "instructions_list",
  title: "List instructions",
  description: [
    "Lists the instructions of the catalog by id, all or those of one category, each whole; with summary: true one line each.",
    "Keep `hash`: while it stays the same nothing has changed, and instructions_diff tells what has.",
    "A long list is cut: go on with `offset: next_offset`. For one entry use instructions_get, for words in a text",
    "instructions_search, for everything without bodies instructions_export with metaOnly.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("instructions_list"),
  input: z.object({
    category: z.string().optional().describe("Only entries of this category; case does not count"),
    minRisk: z.number().optional().describe("Only entries of at least this riskScore, riskiest first (feature risk)"),
    summary: z.boolean().optional().describe("Only id, title, priority, requirement, categories and one line of each"),
    ...PageInput,
  }),
  output: z.object({ hash: z.string(), count: z.int(), items: z.array(Entry), ...PageOutput }),
  async run({ category, minRisk, summary = false, ...page }, instructions: Instructions) {
    if (minRisk !== undefined) requireFeature(instructions.features, "risk", "minRisk");
    const entries = await readEntries(instructions);
    const wanted = category?.trim().toLowerCase();
    let found = entries.all();
    if (wanted !== undefined) found = found.filter(({ categories }) => categories.includes(wanted));
    if (minRisk !== undefined) {
      found = found
        .filter(({ riskScore = 0 }) => riskScore >= minRisk)
        .sort((a, b) => (b.riskScore ?? 0) - (a.riskScore ?? 0));
    }
    if (summary) {
      const { items, cut } = pageOf(found.map(shortOf), page, instructions.whole);
      return { hash: entries.hash(), count: found.length, items, ...cut };
    }
    const { items, cut } = pageOf(found, page, instructions.whole, shrinkEntry);
    return { hash: entries.hash(), count: found.length, items: items.map(withUsage(instructions)), ...cut };
  },
});

/** What an agent chooses by; instructions_get then has the rest. */
function shortOf({ id, title, priority, requirement, categories, semanticSummary, deprecatedBy }: InstructionEntry) {
  return {
    id,
    title,
    priority,
    requirement,
    categories,
    semanticSummary,
    ...(deprecatedBy !== undefined && { deprecatedBy }),
  };
}
