import { z } from "zod";
import { refuse } from "../../../model/codes.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { SHEET_CREATED } from "../../../model/recorded.ts";
import { SHEET_SIZES, type SheetSize, sheetDrawing } from "../../../model/sheet/sheet-drawing.ts";
import { drawView, requireView } from "../../../read/views.ts";
import { defineDocument, slug } from "../../../write/document.ts";
import { DrawingFormat, drawingFile } from "../../../write/drawing-file.ts";

const Words = z.string().trim().min(1).max(200);

export const createSheet = defineDocument({
  name: "create_sheet",
  title: "Put views on a sheet",
  description: [
    "Put plans, sections and schedules on one sheet with a border and a title block. Each is drawn anew from the branch as it stands now.",
    "The smallest sheet from A4 to A0 that holds them is taken, unless size names one; what does not fit is refused (1003). An unknown view is refused (1306).",
    "Views come from create_plan, create_section and generate_schedule. SVG unless format says pdf, dxf or png.",
  ].join("\n"),
  idName: "sheet_id",
  input: z.object({
    views: z.array(ElementId).min(1).max(12).describe("Ids of views and schedules"),
    title_block: z
      .object({
        title: Words,
        project: Words.optional().describe("Else the project's name"),
        author: Words.optional().describe("Else who calls"),
        date: Words.optional().describe("Else today"),
        number: Words.optional(),
      })
      .describe("What stands in its corner"),
    size: z.enum(Object.keys(SHEET_SIZES) as [SheetSize, ...SheetSize[]]).optional(),
    format: DrawingFormat,
    ...WHERE,
  }),
  output: { size: z.string(), views: z.array(z.string()), paper: z.object({ width: z.number(), height: z.number() }) },
  async make({ views, title_block, size, format }, where, building) {
    const { env, caller } = building.scope;
    const definitions = await Promise.all(views.map((id) => requireView(building, where, id)));
    const drawings = [];
    for (const definition of definitions) drawings.push(await drawView(building, where, definition));
    const block = {
      title: title_block.title,
      project: title_block.project ?? where.project.name,
      author: title_block.author ?? caller.actor.agent ?? caller.actor.user,
      date: title_block.date ?? new Date(env.now()).toISOString().slice(0, 10),
      number: title_block.number ?? "-",
    };
    const sheet = sheetDrawing(drawings, block, size);
    if (sheet === undefined) {
      throw refuse("out_of_range", "The views do not fit on the sheet: use fewer, a smaller scale or a larger size", {
        argument: size === undefined ? "views" : "size",
      });
    }
    const { content, warnings } = await drawingFile(sheet.drawing, format, building);
    const { width, height } = sheet.drawing;
    return {
      kind: SHEET_CREATED,
      document: { views: [...views], title_block: block, size: sheet.size },
      stem: `sheet-${slug(title_block.title)}`,
      format,
      content,
      warnings,
      answer: { size: sheet.size, views: [...views], paper: { width, height } },
    };
  },
});
