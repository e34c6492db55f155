import { z } from "zod";
import type { Json, JsonObject } from "../../../../../kernel/index.ts";
import { CATEGORIES } from "../../../model/element.ts";
import { totalsOf } from "../../../model/lists/table.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { SCHEDULE_GENERATED } from "../../../model/recorded.ts";
import { scheduleView } from "../../../read/views.ts";
import { defineDocument, slug } from "../../../write/document.ts";
import { TableFormat, tableFile } from "../../../write/table-file.ts";

/** Rows that an answer holds; the file has them all. */
const ROWS_MAX = 200;

export const generateSchedule = defineDocument({
  name: "generate_schedule",
  title: "Make a schedule",
  description: [
    "List the elements of a category as they stand now, a column for each parameter: doors with their sizes, rooms with their areas. Lengths are mm, areas m², volumes m³.",
    "Leave parameters out for the usual columns. filters takes a value, a list of values or {min, max} for each name. A name that the category has not is refused (1004).",
    "The file is CSV unless format says xlsx, svg, pdf or png; a schedule can be put on a sheet with create_sheet.",
  ].join("\n"),
  idName: "schedule_id",
  input: z.object({
    category: z.enum(CATEGORIES).describe("What is listed"),
    parameters: z
      .array(z.string().min(1).max(100))
      .max(50)
      .optional()
      .describe("Columns: parameters of the elements, and id, level, host, length, area, perimeter, volume"),
    filters: z
      .looseObject({})
      .optional()
      .describe('Only elements that match: {"level": "Ground", "width": {"min": 900}}'),
    format: TableFormat,
    ...WHERE,
  }),
  output: {
    category: z.string(),
    columns: z.array(z.object({ name: z.string(), unit: z.string().optional() })),
    schedule_data: z
      .array(z.looseObject({ element_id: z.string() }))
      .describe(`The first ${ROWS_MAX} rows; the file has all`),
    total: z.int(),
    truncated: z.boolean().optional(),
    totals: z.record(z.string(), z.number()).describe("Sums of areas, volumes and lengths"),
  },
  async make({ category, parameters, filters, format }, where, building) {
    const asked = {
      category,
      ...(parameters !== undefined && { parameters }),
      ...(filters !== undefined && { filters: filters as Readonly<Record<string, Json>> }),
    };
    const table = await scheduleView(building, where, asked);
    const { columns, rows } = table;
    const { content, warnings } = await tableFile(table, format, building);
    return {
      kind: SCHEDULE_GENERATED,
      document: { view_type: "schedule", ...asked } as JsonObject,
      stem: `schedule-${slug(category)}`,
      format,
      content,
      warnings,
      answer: {
        category,
        columns: columns.map(({ name, unit }) => ({ name, ...(unit !== undefined && { unit }) })),
        schedule_data: rows.slice(0, ROWS_MAX).map(({ id, cells }) => ({
          element_id: id,
          ...Object.fromEntries(columns.map(({ name }, at) => [name, cells[at] ?? null])),
        })),
        total: rows.length,
        ...(rows.length > ROWS_MAX && { truncated: true }),
        totals: totalsOf(table),
      },
    };
  },
});
