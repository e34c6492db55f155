import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { Offset } from "../../../model/inputs.ts";
import { NextOffset, Truncated } from "../../../read/answers.ts";
import { fitList } from "../../../read/paging.ts";
import type { Truth } from "../../../truth.ts";

export const getEntityTypeCounts = defineTool({
  name: "get_entity_type_counts",
  title: "Count entities by type",
  description: [
    "How many entities of each type there are, the most first, with merged and deleted ones apart.",
    "For the fields of each type use list_entity_types.",
  ].join("\n"),
  effect: "read",
  input: z.object({ offset: Offset }),
  output: z.object({
    entity_types: z.array(z.object({ entity_type: z.string(), count: z.int(), merged: z.int(), deleted: z.int() })),
    total: z.int().describe("All live entities"),
    truncated: Truncated,
    next_offset: NextOffset,
  }),
  async run({ offset = 0 }, { types }: Truth) {
    const counts = await types.all();
    const shown = counts.filter(({ live, merged, deleted }) => live + merged + deleted > 0);
    const sorted = shown
      .sort((a, b) => b.live - a.live || (a.entity_type < b.entity_type ? -1 : 1))
      .map(({ entity_type, live, merged, deleted }) => ({ entity_type, count: live, merged, deleted }));
    const { items, cut } = fitList(sorted.slice(offset), offset);
    return { entity_types: items, total: counts.reduce((sum, { live }) => sum + live, 0), ...cut };
  },
});
