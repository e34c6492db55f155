import { z } from "zod";
import { refuse } from "../../../model/codes.ts";
import { onPaper } from "../../../model/drawing/drawing.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { VIEW_CREATED } from "../../../model/recorded.ts";
import { sectionView } from "../../../read/views.ts";
import { defineDocument } from "../../../write/document.ts";
import { DrawingFormat, drawingFile, Scale } from "../../../write/drawing-file.ts";

const Vector = z.array(z.number()).min(2).max(3);

export const createSection = defineDocument({
  name: "create_section",
  title: "Draw a section",
  description: [
    "Cut the building by a plane as it stands now and look along the plane's normal: what is cut in heavy lines, what lies up to depth beyond it in fine ones, levels with their heights.",
    "A normal of [0, 1, 0] looks north. SVG unless format says pdf, dxf or png. A plane that cuts and sees nothing is refused (1111).",
    "For a level cut from above use create_plan.",
  ].join("\n"),
  idName: "view_id",
  input: z.object({
    cut_plane: z
      .object({
        origin: Vector.describe("A point of the plane: [x, y] or [x, y, z] in mm"),
        normal: Vector.describe("Where one looks: [x, y] or [x, y, z]"),
      })
      .describe("The plane of the cut"),
    depth: z.number().positive().max(10_000_000).default(20_000).describe("How far beyond the cut is looked, in mm"),
    scale: Scale.default(100),
    title: z.string().trim().min(1).max(200).default("Section").describe("What stands below it"),
    format: DrawingFormat,
    ...WHERE,
  }),
  output: {
    view_type: z.literal("section"),
    scale: z.int(),
    cut_ids: z.array(z.string()).describe("Elements that are cut; the first 50"),
    cut_count: z.int(),
    paper: z.object({ width: z.number(), height: z.number() }).describe("In mm"),
  },
  async make({ cut_plane, depth, scale, title, format }, where, building) {
    const full = (vector: readonly number[]) => [vector[0] ?? 0, vector[1] ?? 0, vector[2] ?? 0];
    const [origin, normal] = [full(cut_plane.origin), full(cut_plane.normal)];
    if (Math.hypot(...normal) === 0)
      throw refuse("out_of_range", "The normal of the plane has a length", { argument: "cut_plane" });
    const definition = { view_type: "section", cut_plane: { origin, normal }, depth, scale, title } as const;
    const { drawing, cut } = await sectionView(building, where, definition);
    if (drawing.marks.every((one) => one.mark === "text" || !["seen", "cut", "frame"].includes(one.pen)))
      throw refuse("empty_result", "The plane cuts nothing, and nothing lies beyond it", { argument: "cut_plane" });
    const { content, warnings } = await drawingFile(drawing, format, building);
    return {
      kind: VIEW_CREATED,
      document: definition,
      stem: `section-1-${scale}`,
      format,
      content,
      warnings,
      answer: {
        view_type: "section",
        scale,
        cut_ids: cut.slice(0, 50),
        cut_count: cut.length,
        paper: { width: onPaper(drawing.width), height: onPaper(drawing.height) },
      },
    };
  },
});
