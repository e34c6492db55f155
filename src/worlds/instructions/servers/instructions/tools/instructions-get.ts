import { z } from "zod";
import { cutText, defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { PAGE_CHARS_MAX } from "../../../model/paging.ts";
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
    const charsMax = instructions.whole ? Number.POSITIVE_INFINITY : PAGE_CHARS_MAX;
    const { text, cut } = cutText(item.body, offset, charsMax);
    return { hash, item: { ...item, body: text }, ...cut };
  },
});
