import { z } from "zod";
import { countedIn, GROUPINGS, takeoffOf, takeoffTable } from "../../../model/lists/takeoff.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { TAKEOFF_GENERATED } from "../../../model/recorded.ts";
import { Categories } from "../../../read/answers.ts";
import { solidsOf } from "../../../read/made-solids.ts";
import { defineDocument } from "../../../write/document.ts";
import { TableFormat, tableFile } from "../../../write/table-file.ts";
import { UNITS, Units } from "../../answers.ts";

export const quantityTakeoff = defineDocument({
  name: "quantity_takeoff",
  title: "Take off quantities",
  description: [
    "How much there is of what as the building stands now: count, length, area and volume, from the very solids, with openings taken out and joins counted once.",
    "grouping puts elements together by category, level, material or type; each group is told by category. Rooms and openings are air and only counted where categories names them.",
    "The file is CSV unless format says xlsx, svg, pdf or png. Single elements are listed by generate_schedule.",
  ].join("\n"),
  idName: "takeoff_id",
  input: z.object({
    categories: Categories.default([]),
    grouping: z.enum(GROUPINGS).default("category").describe("By what elements are put together"),
    format: TableFormat,
    ...WHERE,
  }),
  output: {
    grouping: z.string(),
    quantities: z.array(
      z.object({
        group: z.string(),
        category: z.string(),
        count: z.int(),
        length: z.number().nullable(),
        area: z.number().nullable(),
        volume: z.number().nullable(),
      }),
    ),
    counted: z.int(),
    units: Units,
  },
  async make({ categories, grouping, format }, { state }, building) {
    const elements = countedIn(state, categories);
    const quantities = takeoffOf(state, elements, grouping, await solidsOf(building, state, elements));
    const { content, warnings } = await tableFile(takeoffTable(quantities, grouping), format, building);
    return {
      kind: TAKEOFF_GENERATED,
      document: { view_type: "takeoff", categories: [...categories], grouping },
      stem: `quantities-by-${grouping}`,
      format,
      content,
      warnings,
      answer: { grouping, quantities: quantities.map((one) => ({ ...one })), counted: elements.length, units: UNITS },
    };
  },
});
