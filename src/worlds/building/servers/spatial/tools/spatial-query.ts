import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { refuse } from "../../../model/codes.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import type { Box } from "../../../model/shape/bounds.ts";
import type { Vector } from "../../../model/shape/shape.ts";
import { spaceIndexOf } from "../../../model/space/space-index.ts";
import { fromMm } from "../../../model/units.ts";
import { Categories, isOf, PAGED, Page, pageOf, READ, readFrom } from "../../../read/answers.ts";

/** Beyond every model. */
const FAR_MM = 1e8;
const Corner = z.array(z.number().min(-FAR_MM).max(FAR_MM)).min(2).max(3);

export const spatialQuery = defineTool({
  name: "spatial_query",
  title: "Find elements in a box",
  description: [
    "The elements that reach into a box, by what they cover in plan and by their height: a slanted wall counts only where it stands.",
    "Of what is cut slantwise (roofs, joined ends, results of booleans) the whole before the cut counts.",
    "For all elements of a level use level_elements.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    bounds: z
      .object({ min: Corner, max: Corner })
      .describe("{min: [x, y, z], max: [x, y, z]} in mm; without z every height counts"),
    categories: Categories.optional(),
    ...Page,
    ...WHERE,
  }),
  output: z.object({ element_ids: z.array(z.string()), ...PAGED, ...READ }),
  async run({ bounds, categories, limit, offset, ...asked }, building: Building) {
    const box = boxOf(bounds);
    const where = await building.where(asked);
    const found = spaceIndexOf(where.state)
      .within(box)
      .filter(({ element }) => isOf(categories, element));
    const { page, paged } = pageOf(found, { limit, offset });
    return { element_ids: page.map(({ element }) => element.id), ...paged, ...readFrom(where) };
  },
});

function boxOf({ min, max }: { readonly min: readonly number[]; readonly max: readonly number[] }): Box {
  const corner = ([x = 0, y = 0, z]: readonly number[], far: number): Vector => [
    fromMm(x),
    fromMm(y),
    fromMm(z ?? far),
  ];
  const box = { min: corner(min, -FAR_MM), max: corner(max, FAR_MM) };
  if (box.min.some((value, axis) => value > (box.max[axis] ?? value))) {
    throw refuse("out_of_range", "bounds.min must not lie beyond bounds.max on any axis", { argument: "bounds" });
  }
  return box;
}
