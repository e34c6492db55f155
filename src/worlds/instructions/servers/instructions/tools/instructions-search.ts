import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { requireFeature } from "../../../model/features.ts";
import { spelledAs } from "../../../model/methods.ts";
import { pageOf, shrinkEntry } from "../../../model/paging.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { withUsage } from "../../../read/with-usage.ts";
import { findByMeaning } from "../../../search/meaning.ts";
import { Entry, PageInput, PageOutput } from "../shapes.ts";

const SEMANTIC_HITS_MAX = 50;

/** Entries whose title or body holds a text. */
export const instructionsSearch = defineTool({
  name: "instructions_search",
  title: "Search instructions",
  description: [
    "Finds instructions whose title or body contains `q` exactly as typed; case does not count. One word finds most.",
    "An empty list means that no text contains it: try a shorter or another word, or instructions_list with a category.",
    'With the feature semantic, `mode: "semantic"` finds by meaning instead, best first, with a score from 0 to 1.',
    "A long list is cut: go on with `offset: next_offset`.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("instructions_search"),
  input: z.object({
    q: z.string().min(1).max(10_000),
    mode: z.enum(["text", "semantic"]).optional().describe("text unless said otherwise"),
    ...PageInput,
  }),
  output: z.object({
    hash: z.string(),
    count: z.int(),
    items: z.array(Entry),
    mode: z.enum(["hybrid", "text"]).optional().describe("How a search by meaning was done"),
    ...PageOutput,
  }),
  async run({ q, mode, ...page }, instructions: Instructions) {
    if (mode === "semantic") requireFeature(instructions.features, "semantic", 'mode "semantic"');
    const entries = await readEntries(instructions);
    const used = withUsage(instructions);
    if (mode === "semantic") {
      const answer = await findByMeaning(instructions, q, SEMANTIC_HITS_MAX);
      const scored = answer.hits.flatMap(({ document, score }) => {
        const entry = entries.get(document.id);
        return entry === undefined ? [] : [{ ...used(entry), score: Math.round(score * 1e6) / 1e6 }];
      });
      const { items, cut } = pageOf(scored, page, instructions.whole, (item, chars) => ({
        ...shrinkEntry(item, chars),
        score: item.score,
      }));
      return { hash: entries.hash(), count: scored.length, items, mode: answer.mode, ...cut };
    }
    const found = instructions.text.find(q);
    const { items, cut } = pageOf(found, page, instructions.whole, shrinkEntry);
    return { hash: entries.hash(), count: found.length, items: items.map(used), ...cut };
  },
});
