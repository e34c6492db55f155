import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { pageOf, shrinkEntry } from "../../../model/paging.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { withUsage } from "../../../read/with-usage.ts";
import { Entry, PageInput, PageOutput } from "../shapes.ts";

/** Entries to keep elsewhere. */
export const instructionsExport = defineTool({
  name: "instructions_export",
  title: "Export instructions",
  description: [
    "Gives entries to be kept elsewhere: those of `ids`, or all. With `metaOnly` bodies are empty, which shows a large",
    "catalog at little cost. Ids that do not exist are left out, so compare `count` with what you asked for.",
    "A long list is cut: go on with `offset: next_offset`.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("instructions_export"),
  input: z.object({
    ids: z.array(z.string()).max(100_000).optional(),
    metaOnly: z.boolean().optional(),
    ...PageInput,
  }),
  output: z.object({ hash: z.string(), count: z.int(), items: z.array(Entry), ...PageOutput }),
  async run({ ids, metaOnly, ...page }, instructions: Instructions) {
    const entries = await readEntries(instructions);
    const asked = ids && new Set(ids);
    const found = asked === undefined ? entries.all() : entries.all().filter(({ id }) => asked.has(id));
    const shown = metaOnly === true ? found.map((entry) => ({ ...entry, body: "" })) : found;
    const { items, cut } = pageOf(shown, page, instructions.whole, shrinkEntry);
    return { hash: entries.hash(), count: found.length, items: items.map(withUsage(instructions)), ...cut };
  },
});
