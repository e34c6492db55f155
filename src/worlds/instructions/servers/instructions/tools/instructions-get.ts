import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { cutText } from "../../../model/paging.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { withUsage } from "../../../read/with-usage.ts";
import { Entry } from "../shapes.ts";

/** One entry by its id. */
export const instructionsGet = defineTool({
  name: "instructions_get",
  title: "Get one instruction",
  description: [
    "Reads one instruction whole, by its id as a list or search gave it.",
    "`notFound: true` means there is no such entry now: search again rather than guessing ids.",
    "A body too long for one answer is cut: go on with `offset: next_offset` and put the parts together.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("instructions_get"),
  input: z.object({
    id: z.string(),
    offset: z.int().min(0).optional().describe("Where in the body to go on: next_offset of the answer before"),
  }),
  output: z.object({
    hash: z.string().optional(),
    item: Entry.optional(),
    notFound: z.literal(true).optional(),
    truncated: z.literal(true).optional(),
    next_offset: z.int().optional(),
    total_chars: z.int().optional(),
  }),
  async run({ id, offset = 0 }, instructions: Instructions) {
    const entries = await readEntries(instructions);
    const entry = entries.get(id);
    if (entry === undefined) return { notFound: true };
    const item = withUsage(instructions)(entry);
    const hash = entries.hash();
    if (instructions.whole && offset === 0) return { hash, item };
    const { text, end } = instructions.whole
      ? { text: item.body.slice(offset), end: item.body.length }
      : cutText(item.body, offset);
    if (offset === 0 && end === item.body.length) return { hash, item };
    const more = end < item.body.length ? ({ truncated: true, next_offset: end } as const) : {};
    return { hash, item: { ...item, body: text }, ...more, total_chars: item.body.length };
  },
});
