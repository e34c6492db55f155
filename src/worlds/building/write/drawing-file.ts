import { z } from "zod";
import type { Drawing } from "../model/drawing/drawing.ts";
import { writeDxf } from "../model/drawing/write-dxf.ts";
import { isPrintable, writePdf } from "../model/drawing/write-pdf.ts";
import { writeSvg } from "../model/drawing/write-svg.ts";

export const DrawingFormat = z.enum(["svg", "pdf", "dxf"]).default("svg").describe("What kind of file");

export type DrawingFormat = z.output<typeof DrawingFormat>;

const SCALE_MAX = 10_000;
const SCALE_WORDS = /^\s*1\s*:\s*(\d{1,5})\s*$/;

/** N for 1:N, in figures or in words. */
export const Scale = z
  .union([z.number(), z.string().max(20)])
  .transform((given) => (typeof given === "number" ? given : Number(SCALE_WORDS.exec(given)?.[1])))
  .pipe(z.int().min(1).max(SCALE_MAX))
  .describe('N for 1:N; "1:N" is also taken');

/** A drawing as the bytes of a file, and what a reader of it should know. */
export function drawingFile(drawing: Drawing, format: DrawingFormat, atMs: number) {
  const content = format === "svg" ? writeSvg(drawing) : format === "dxf" ? writeDxf(drawing) : writePdf(drawing, atMs);
  const isStrange = drawing.marks.some((one) => one.mark === "text" && !isPrintable(one.words));
  const warnings =
    format === "pdf" && isStrange
      ? ["The PDF shows letters beyond Latin as question marks; the SVG has them all."]
      : [];
  return { content, warnings };
}
