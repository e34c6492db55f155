import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { categoryOf } from "../../../model/element.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { elementsOn } from "../../../model/space/relations.ts";
import { Categories, isOf, PAGED, Page, pageOf, READ, readFrom } from "../../../read/answers.ts";
import { requireLevel } from "../../../read/require.ts";

export const levelElements = defineTool({
  name: "level_elements",
  title: "Elements of a level",
  description: [
    "The elements that stand on a level: those that name it, and doors, windows and openings in its walls and floors.",
    "To find elements by place whatever their level, use spatial_query.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    level_id: ElementId.describe("As create_level returned it"),
    categories: Categories.optional(),
    ...Page,
    ...WHERE,
  }),
  output: z.object({
    level_id: z.string(),
    element_ids: z.array(z.string()),
    counts: z.record(z.string(), z.int()).describe("How many of each category, over all pages"),
    ...PAGED,
    ...READ,
  }),
  async run({ level_id, categories, limit, offset, ...asked }, building: Building) {
    const where = await building.where(asked);
    const level = requireLevel(where, level_id);
    const found = elementsOn(where.state, level).filter((element) => isOf(categories, element));
    const counts: Record<string, number> = {};
    for (const element of found) counts[categoryOf(element)] = (counts[categoryOf(element)] ?? 0) + 1;
    const { page, paged } = pageOf(found, { limit, offset });
    return { level_id: level.id, element_ids: page.map(({ id }) => id), counts, ...paged, ...readFrom(where) };
  },
});
