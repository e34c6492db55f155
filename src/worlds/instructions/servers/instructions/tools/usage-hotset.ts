import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { requireFeature } from "../../../model/features.ts";
import { spelledAs } from "../../../model/methods.ts";
import { byCodeUnit } from "../../../model/names.ts";
import { pageOf } from "../../../model/paging.ts";
import { hotnessOf, usesWithin } from "../../../model/usage.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { PageInput, PageOutput } from "../shapes.ts";

const Item = z.object({ id: z.string(), usageCount: z.int(), lastUsedAt: z.string(), hotness: z.number().optional() });

/** What is used most. */
export const usageHotset = defineTool({
  name: "usage_hotset",
  title: "Most used instructions",
  description: [
    "Lists the instructions that were used most, by count and then by last use. With the feature window, `windowDays`",
    "counts only recent days; with hotness, recent uses weigh more. Only what usage_track counted is known.",
    "`featureDisabled: true` means usage is not counted here. Read the entries with instructions_get.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("usage_hotset"),
  input: z.object({
    limit: z.int().min(1).max(100).optional().describe("10 unless said otherwise"),
    windowDays: z.int().min(1).max(90).optional().describe("Only uses within these days (feature window)"),
    offset: PageInput.offset,
  }),
  output: z.object({
    hash: z.string().optional(),
    count: z.int().optional(),
    limit: z.int().optional(),
    items: z.array(Item).optional(),
    featureDisabled: z.literal(true).optional(),
    ...PageOutput,
  }),
  async run({ limit = 10, windowDays, offset = 0 }, instructions: Instructions) {
    if (windowDays !== undefined) requireFeature(instructions.features, "window", "windowDays");
    if (!instructions.features.has("usage")) {
      instructions.features.count("usage:gated");
      return { featureDisabled: true };
    }
    const entries = await readEntries(instructions);
    const nowMs = instructions.scope.env.now();
    const heats = instructions.features.has("hotness");
    const used = [...instructions.usage.snapshot()]
      .filter(([id]) => entries.get(id) !== undefined)
      .map(([id, usage]) => ({
        id,
        usageCount: windowDays === undefined ? usage.usageCount : usesWithin(usage, windowDays, nowMs),
        lastUsedAt: usage.lastUsedAt,
        ...(heats && { hotness: hotnessOf(usage, nowMs) }),
      }))
      .filter(({ usageCount }) => usageCount > 0)
      .sort(
        (a, b) =>
          (b.hotness ?? 0) - (a.hotness ?? 0) ||
          b.usageCount - a.usageCount ||
          byCodeUnit(b.lastUsedAt, a.lastUsedAt) ||
          byCodeUnit(a.id, b.id),
      );
    const { items, cut } = pageOf(used.slice(0, offset + limit), { offset }, instructions.whole);
    return { hash: entries.hash(), count: items.length, limit, items, ...cut };
  },
});
