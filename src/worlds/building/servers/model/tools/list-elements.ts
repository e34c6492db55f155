import { z } from "zod";
import { defineTool, firstFitting } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { CATEGORIES, categoryOf, isBuilt } from "../../../model/element.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { levelOf } from "../../../model/shape/levels.ts";
import { ListedElement, listElement } from "../../../read/describe-element.ts";

const ANSWER_CHARS = 45_000;

export const listElements = defineTool({
  name: "list_elements",
  title: "List elements",
  description: [
    "Elements of a branch with their parameters in mm, in order of id, by category or level. Levels and joins are listed where their category is asked for.",
    "A long list comes in pages: go on with next_offset.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    category: z.enum(CATEGORIES).optional(),
    level_id: z.string().max(200).optional().describe("Only what stands on this level, or hangs on that"),
    limit: z.int().min(1).max(1000).default(100),
    offset: z.int().min(0).default(0),
    ...WHERE,
  }),
  output: z.object({
    elements: z.array(ListedElement),
    total: z.int(),
    truncated: z.boolean(),
    next_offset: z.int().optional(),
    model_id: z.string(),
    branch_id: z.string(),
    model_version: z.int(),
  }),
  async run({ category, level_id, limit, offset, ...asked }, building: Building) {
    const { project, branch, state } = await building.where(asked);
    const level = level_id?.toLowerCase();
    const found = [...state.all()]
      .filter((element) => (category === undefined ? isBuilt(element) : categoryOf(element) === category))
      .filter((element) => level === undefined || levelOf(state, element)?.id === level)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const page = found.slice(offset, offset + limit).map((element) => listElement(state, element));
    const { items } = firstFitting(page, ANSWER_CHARS);
    const end = offset + items.length;
    return {
      elements: items,
      total: found.length,
      truncated: end < found.length,
      ...(end < found.length && { next_offset: end }),
      model_id: project.id,
      branch_id: branch.id,
      model_version: branch.head_seq,
    };
  },
});
