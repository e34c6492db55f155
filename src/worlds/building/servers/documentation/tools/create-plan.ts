import { z } from "zod";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { planDrawing } from "../../../model/plan/plan-drawing.ts";
import { VIEW_CREATED } from "../../../model/recorded.ts";
import { named } from "../../../read/answers.ts";
import { requireLevel } from "../../../read/require.ts";
import { defineDocument, slug } from "../../../write/document.ts";
import { DrawingFormat, drawingFile, Scale } from "../../../write/drawing-file.ts";

export const createPlan = defineDocument({
  name: "create_plan",
  title: "Draw a plan",
  description: [
    "Draw the plan of a level as it stands now: walls cut at 1200 mm, doors with their swings, windows, stairs, rooms with name and area, axes, dimensions, north and scale bar.",
    "SVG unless format says pdf, dxf or png; a DXF is in millimetres of the building. The view can be put on a sheet with create_sheet, which draws it anew.",
    "An unknown level is refused (1302). For a cut from top to bottom use create_section.",
  ].join("\n"),
  idName: "view_id",
  input: z.object({
    level_id: ElementId.describe("The level, as create_level returns it"),
    scale: Scale.default(100),
    format: DrawingFormat,
    ...WHERE,
  }),
  output: {
    view_type: z.literal("plan"),
    level: z.object({ element_id: z.string(), category: z.string(), name: z.string().optional() }),
    scale: z.int(),
    paper: z.object({ width: z.number(), height: z.number() }).describe("In mm"),
  },
  async make({ level_id, scale, format }, where, building) {
    const level = requireLevel(where, level_id);
    const drawing = planDrawing(where.state, level, scale);
    const { content, warnings } = await drawingFile(drawing, format, building);
    return {
      kind: VIEW_CREATED,
      document: { view_type: "plan", level_id: level.id, scale },
      stem: `plan-${slug(String(level.parameters.name))}-1-${scale}`,
      format,
      content,
      warnings,
      answer: {
        view_type: "plan",
        level: named(level),
        scale,
        paper: { width: drawing.width, height: drawing.height },
      },
    };
  },
});
